"""Bodies of responses: bytes in, bytes out."""

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


def test_what_was_found_can_be_asked_for():
    _, rewriter = rewritten(serving.server_events(serving.TEXT), 64, options=toolcall.Options(events=True))
    assert {"call_begin", "arguments", "call_end"} <= {event["type"] for event in rewriter.events()}
    assert rewriter.events() == []


def test_a_closed_rewriter_is_an_error():
    with toolcall.Rewriter() as rewriter:
        pass
    rewriter.close()
    assert rewriter.closed
    for use in (lambda: rewriter.feed(b""), rewriter.finish, rewriter.events):
        with pytest.raises(toolcall.StateError):
            use()
    with pytest.raises(TypeError):
        toolcall.Rewriter().feed("text")
