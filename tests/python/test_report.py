"""Reports: what is in one, and that nothing of a text is in one that is redacted."""

import json

import pytest

import toolcall

TEXT = '<tool_call>{"name": "greet", "arguments": {"person": "Gwendolyn",}}</tool_call>'


def greet(person: str):
    """Says hello to Gwendolyn."""


def test_a_report_has_all_that_is_needed_to_read_the_text_again():
    made = toolcall.report(TEXT, tools=[greet], dialect="hermes", finish_reason="length")
    assert (made["text"], made["dialect"], made["finish_reason"], made["expected"]) == (TEXT, "hermes", "length", None)
    again = toolcall.parse(made["text"], tools=made["tools"], dialect=made["dialect"])
    assert again.tool_calls[0].name == made["message"]["tool_calls"][0]["function"]["name"] == "greet"
    assert made["explanation"]["verdict"] == "call_with_repairs"
    assert toolcall.report("Hi")["tools"] is None


def test_a_redacted_report_has_none_of_the_words():
    made = toolcall.report(TEXT, tools=toolcall.Tools([greet]), redact=True)
    assert "Gwendolyn" not in json.dumps(made) and "greet" in made["text"] and made["redacted"]
    assert made == toolcall.report(TEXT, tools=[greet], redact=True)
    assert made["text"] != toolcall.report(TEXT, tools=[greet], redact=True, seed=5)["text"]
    assert "greet" not in json.dumps(toolcall.report(TEXT, tools=[greet], redact=True, redact_names=True))


def test_what_is_wrong_is_an_error():
    with pytest.raises(toolcall.SetupError, match="redact_names needs redact"):
        toolcall.report(TEXT, redact_names=True)
    with pytest.raises(toolcall.SetupError, match="klingon"):
        toolcall.report(TEXT, dialect="klingon")
    with pytest.raises(toolcall.SetupError):
        toolcall.report(TEXT, tools="5")
