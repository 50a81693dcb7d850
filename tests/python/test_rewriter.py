"""Bodies of responses: bytes in, bytes out."""

import copy
import json

import pytest
import serving

import toolcall


def rewritten(body, size, **settings):
    rewriter = toolcall.Rewriter(tools=serving.TOOLS, **settings)
    pieces = [rewriter.feed(body[at : at + size]) for at in range(0, len(body), size)]
    return b"".join([*pieces, rewriter.finish()]), rewriter


def test_a_body_is_the_same_however_it_is_cut():
    options = toolcall.Options(seed=1)
    for body in (serving.server_events(serving.TEXT), serving.completion(serving.TEXT)):
        whole, _ = rewritten(body, len(body), options=options)
        assert rewritten(body, 1, options=options)[0] == whole
    message = json.loads(whole)["choices"][0]["message"]
    assert message["tool_calls"][0]["function"] == serving.WANTED and message["content"] == "Sure. "


def test_a_copy_goes_on_as_the_original_would():
    body = serving.server_events(serving.TEXT)
    for at in range(350, len(body), 250):  # from where the response has its ids
        rewriter = toolcall.Rewriter(tools=serving.TOOLS)
        begun = rewriter.feed(body[:at])
        other = copy.copy(rewriter) if at % 500 else rewriter.copy()
        rest = rewriter.feed(body[at:]) + rewriter.finish()
        rewriter.close()
        assert other.feed(body[at:]) + other.finish() == rest
        assert serving.WANTED["name"].encode() in begun + rest


def test_what_was_found_can_be_asked_for():
    _, rewriter = rewritten(serving.server_events(serving.TEXT), 64, options=toolcall.Options(events=True))
    assert {"call_begin", "arguments", "call_end"} <= {event["type"] for event in rewriter.events()}
    assert rewriter.events() == []


def test_what_cannot_be_read_may_be_text_and_calls_may_be_bounded():
    def message(text, **options):
        body = serving.completion(text)
        made = rewritten(body, len(body), options=toolcall.Options(**options))[0]
        return json.loads(made)["choices"][0]["message"]

    unreadable = '<tool_call>{"name": [get_weather]}</tool_call>'
    assert not message(unreadable)["content"]
    assert message(unreadable, refused="text")["content"] == unreadable
    two = '<tool_call>{"name": "get_weather", "arguments": {"city": "Bern"}}</tool_call>' * 2
    assert len(message(two)["tool_calls"]) == 2
    assert len(message(two, most_calls=1)["tool_calls"]) == 1


def test_what_is_not_json_may_become_an_error():
    rewriter = toolcall.Rewriter(options=toolcall.Options(json_alone=True))
    made = rewriter.feed(b"data: busy\n\n") + rewriter.finish()
    assert "busy" in json.loads(made.split(b"data: ")[1])["error"]["message"]


def test_a_closed_rewriter_is_an_error():
    with toolcall.Rewriter() as rewriter:
        pass
    rewriter.close()
    assert rewriter.closed
    for use in (lambda: rewriter.feed(b""), rewriter.finish, rewriter.events):
        with pytest.raises(toolcall.StateError):
            use()
    with pytest.raises(TypeError, match="a body is bytes, and 'text' is not"):
        toolcall.Rewriter().feed("text")
