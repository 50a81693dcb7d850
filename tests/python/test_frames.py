"""Data frames: columns for what was read of a column of text."""

import json
import pickle

import pandas
import pytest

import toolcall
from toolcall.frames import FrameReader

CALL = '<tool_call>{"name": "f", "arguments": {"n": "1"}}</tool_call>'
TOOLS = [{"name": "f", "parameters": {"properties": {"n": {"type": "integer"}}}}]


def frame(**more):
    return pandas.DataFrame({"text": ["<think>Hm.</think>Hi", "Sure. " + CALL, None], **more}, index=[7, 5, 3])


def test_columns_are_added():
    given = frame()
    made = FrameReader(tools=TOOLS)(given)
    assert list(made.columns) == ["text", *FrameReader().columns] and list(given.columns) == ["text"]
    assert list(made.index) == [7, 5, 3]
    plain, called, missing = made.to_dict("records")
    assert (plain["toolcall_content"], plain["toolcall_reasoning"], plain["toolcall_tool_calls"]) == ("Hi", "Hm.", "[]")
    (call,) = json.loads(called["toolcall_tool_calls"])
    assert call["function"] == {"name": "f", "arguments": '{"n":1}'}
    assert called["toolcall_content"] == "Sure. " and called["toolcall_finish_reason"] == "tool_calls"
    assert json.loads(called["toolcall_report"])["calls"][0]["status"] == "complete"
    assert all(missing[name] is None for name in FrameReader().columns)


def test_work_that_is_done_again_gives_the_same():
    read = FrameReader(tools=TOOLS)
    again = pickle.loads(pickle.dumps(read))
    assert read(frame()).equals(again(frame()))
    assert next(pickle.loads(pickle.dumps(read.map_in_pandas))([frame()])).equals(read(frame()))
    other = FrameReader(tools=TOOLS, options=toolcall.Options(seed=1))
    assert not read(frame()).equals(other(frame()))


def test_a_column_may_say_why_a_text_ends():
    given = frame(why=["stop", "length", None])
    given["text"] = [CALL[:-14], CALL[:-14], "Hi"]
    made = FrameReader(finish_reason="why", prefix="")(given)
    assert [json.loads(calls) != [] for calls in made["tool_calls"]] == [True, False, False]
    assert list(made["finish_reason"]) == ["tool_calls", "length", "stop"]


def test_an_empty_frame_has_the_columns():
    made = FrameReader()(frame().iloc[:0])
    assert len(made) == 0 and set(FrameReader().columns) <= set(made.columns)


def test_frames_that_come_are_read_one_by_one():
    taken = []

    def frames():
        for n in range(3):
            taken.append(n)
            yield frame()

    made = FrameReader().map_in_pandas(frames())
    assert len(next(made)) == 3 and taken == [0]
    assert len(list(made)) == 2


def test_mistakes_are_errors():
    for wrong in ({"dialect": "hermess"}, {"options": toolcall.Options(without=("x",))}, {"tools": [{"name": 3}]}):
        with pytest.raises(toolcall.SetupError):
            FrameReader(**wrong)
    with pytest.raises(KeyError):
        FrameReader(text="output")(frame())
    with pytest.raises(ValueError, match="toolcall_content"):
        FrameReader()(FrameReader()(frame()))
    with pytest.raises(TypeError):
        FrameReader()(pandas.DataFrame({"text": [3]}))
