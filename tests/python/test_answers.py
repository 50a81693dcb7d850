"""What the adapters of frameworks have in common; the frameworks themselves are run in tests/frameworks."""

import json

import pytest

import toolcall
from toolcall._answers import Answers, Call, Request

TOOLS = [{"name": "f", "input_schema": {"properties": {"n": {"type": "integer"}}}}]
CALL = '<tool_call>{"name": "f", "arguments": {"n": "3"}}</tool_call>'
REQUEST = Request.of(TOOLS)


def whole(text, request=REQUEST, *, options=None, **given):
    return Answers(options=options).whole(text, request, **given)


def test_a_leaked_call():
    answer = whole(f"<think>Hm.</think>Sure. {CALL}")
    assert (answer.content.strip(), answer.reasoning, answer.finish_reason) == ("Sure.", "Hm.", "tool_calls")
    (call,) = answer.calls
    assert answer.changed and (call.name, call.values()) == ("f", {"n": 3}) and call.id


@pytest.mark.parametrize("own", [[], [("f", {"n": 1})], [("f", '{"n": 1}'), ("f", None)], [("g", '{"x": 1'), ("", {})]])
def test_an_answer_that_stays(own):
    answer = whole("Sure.", calls=own, reasoning="Hm.")
    assert not answer.changed and answer.content == "Sure." and answer.calls == tuple(range(len(own)))


def test_the_same_call_is_there_once():
    answer = whole(f"Sure. {CALL}", calls=[("f", {"n": 3}), ("g", '{"x": 1')])
    assert len(answer.calls) == 2 and answer.calls[1] == 1 and "tool_call>" not in answer.content
    other = whole(f"Sure. {CALL}", calls=[("f", {"n": 4})])
    assert other.calls_as(["own"], Call.values) == [{"n": 3}, "own"]


def test_a_call_that_cannot_be_read_keeps_its_place():
    own = [("g", '{"x": 1'), ("f", {"n": 4}), ("g", "{"), ("f", {"n": 5}), ("g", "[")]
    assert not whole("Sure.", calls=own).changed and whole("Sure.", calls=own).calls == (0, 1, 2, 3, 4)
    with_another = whole(f"Sure. {CALL}", calls=own).calls_as(list(range(5)), Call.values)
    assert with_another == [{"n": 3}, 0, 1, 2, 3, 4]


def test_a_call_that_broke_off():
    cut = CALL[: CALL.index('"3')]
    assert '"name": "f"' in whole(f"Sure. {cut}", finish_reason="length").content
    assert whole(f"Sure. {cut}", finish_reason="length", options=toolcall.Options(refused="hidden")).content.strip() == "Sure."
    assert whole(f"Sure. {cut}", finish_reason="length").calls == ()


def test_what_a_request_says():
    assert whole(CALL, Request.of(None)).content == CALL
    assert whole(CALL, Request.of(TOOLS, "none")).calls == ()
    assert whole(CALL, Request.of([*TOOLS, {"type": "web_search"}])).calls
    assert whole(CALL, Request()).calls[0].values() == {"n": "3"}
    named = Request.of(TOOLS, {"type": "function", "function": {"name": "f"}})
    assert whole('{"n": 3}', named).calls[0].name == "f"


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_stream(size):
    text = f"<think>Hm.</think>Sure. {CALL}"
    stream = Answers().stream(REQUEST)
    deltas = [delta for at in range(0, len(text), size) for delta in stream.feed(text[at : at + size])]
    deltas += stream.feed(finish_reason="stop") + stream.finish()
    joined = {key: "".join(delta.get(key, "") for delta in deltas) for key in ("content", "reasoning_content")}
    assert (joined["content"].strip(), joined["reasoning_content"]) == ("Sure.", "Hm.")
    calls = [call for delta in deltas for call in delta.get("tool_calls", ())]
    assert json.loads("".join(call["function"].get("arguments", "") for call in calls)) == {"n": 3}


def test_a_stream_with_calls_of_its_own():
    stream = Answers().stream(REQUEST)
    call = {"index": 0, "id": "a", "function": {"name": "f", "arguments": '{"n": 3}'}}
    deltas = stream.feed("Sure.", reasoning="Hm.") + stream.feed(calls=[call]) + stream.finish()
    assert [each["id"] for delta in deltas for each in delta.get("tool_calls", ()) if "id" in each] == ["a"]


def test_what_is_wrong_is_said_at_once():
    with pytest.raises(toolcall.SetupError, match="hermes"):
        Answers("hermse")
