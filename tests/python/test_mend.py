"""Mending: what comes back is what providers accept, and what cannot be read is an error that says where."""

import json

import pytest

import toolcall

TOOLS = [{"name": "ping", "parameters": {"type": "object", "properties": {}}}]
LEAKED = [
    {"role": "user", "content": "Is it up?"},
    {"role": "assistant", "content": 'I try.\n<tool_call>{"name": "ping", "arguments": {}}</tool_call>'},
    {"role": "tool", "tool_call_id": "a", "content": "yes"},
]


def test_a_call_in_the_text_becomes_a_call():
    mended = toolcall.mend(LEAKED, tools=TOOLS)
    assert mended.changed and mended.format == "openai"
    assert [change.code for change in mended.changes] == ["leaked_call", "found_call"]
    assert mended.changes[0].pointer == "/1/content" and mended.changes[0].made
    assert mended.transcript[1]["tool_calls"][0]["function"] == {"name": "ping", "arguments": "{}"}
    assert mended.transcript[2] == LEAKED[2]
    again = toolcall.mend(mended.transcript, tools=toolcall.Tools(TOOLS))
    assert not again.changed and again.transcript == mended.transcript


def test_what_is_given_may_be_a_request_or_json():
    request = {"model": "m", "tools": TOOLS, "messages": LEAKED}
    mended = toolcall.mend(request)
    assert mended.transcript["model"] == "m" and "tool_calls" in mended.transcript["messages"][1]
    assert toolcall.mend(json.dumps(request)) == mended
    assert toolcall.mend(iter(LEAKED), dialect="hermes").transcript == mended.transcript["messages"]


def test_the_format_may_be_said():
    (asked, answered) = toolcall.mend(LEAKED[1:2], format="anthropic").transcript
    assert asked["content"][1]["name"] == "ping" and answered["content"][0]["is_error"]
    assert toolcall.mend(LEAKED[1:2], format="responses").transcript[1]["type"] == "function_call"


def test_what_is_no_transcript_is_refused():
    for given in (5, b"[]", [5], {}, "nonsense", [{"content": "a"}], [{"role": "user", "content": {1}}]):
        with pytest.raises(toolcall.SetupError):
            toolcall.mend(given)  # type: ignore[arg-type]
    with pytest.raises(toolcall.SetupError, match="it must be one of auto, openai, responses, anthropic"):
        toolcall.mend([], format="yaml")  # type: ignore[arg-type]
    with pytest.raises(toolcall.SetupError) as why:
        toolcall.mend([{"role": "user", "content": {1}}])  # type: ignore[dict-item]
    assert why.value.pointer == "/0/content"
