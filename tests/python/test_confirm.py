"""Calls that wait for the host, what was repaired in them, and the text that they were read from."""

import pytest

import toolcall

EXACT = '<tool_call>{"name": "ping", "arguments": {}}</tool_call>'
LOOSE = '<tool_call>{"name": "ping", "arguments": {"n": 1,}}</tool_call>'
UNOPENED = EXACT.removeprefix("<tool_call>")
PING = [{"name": "ping", "input_schema": {"properties": {}}}]
CAREFUL = toolcall.Options(seed=1, confirm="repaired", repairs=True, raw=True)


def statuses(message):
    return [call.status.value for call in message.tool_calls]


def test_a_repaired_call_waits():
    message = toolcall.parse(LOOSE + EXACT, options=CAREFUL)
    assert statuses(message) == ["needs_confirmation", "complete"]
    waiting, exact = message.tool_calls
    assert waiting.needs_confirmation and not waiting.is_complete and waiting.values() == {"n": 1}
    assert [call["id"] for call in message.to_openai()["tool_calls"]] == [exact.id]
    assert "waits for the host" in message.verdict.message
    confirmed = message.confirm(waiting.id)
    assert statuses(confirmed) == ["complete", "complete"]
    assert confirmed.repairs[0].status is toolcall.Status.COMPLETE
    with pytest.raises(toolcall.StateError):
        message.confirm(exact.id)


def test_a_call_says_where_it_came_from():
    (call,) = toolcall.parse("<think>So.\n" + EXACT).tool_calls
    assert (call.channel, call.evidence) == (toolcall.Channel.REASONING, toolcall.Evidence.EXACT)
    (call,) = toolcall.parse(UNOPENED, tools=PING).tool_calls
    assert (call.channel, call.evidence) == (toolcall.Channel.TEXT, toolcall.Evidence.DAMAGED_MARKS)
    parser = toolcall.Parser()
    (end,) = [event for event in [*parser.feed(EXACT), *parser.finish()] if isinstance(event, toolcall.CallEnd)]
    assert (end.channel, end.evidence) == (toolcall.Channel.TEXT, toolcall.Evidence.EXACT)
    damaged = toolcall.Options(confirm="damaged_marks")
    assert statuses(toolcall.parse(UNOPENED, tools=PING, options=damaged)) == ["needs_confirmation"]
    with pytest.raises(toolcall.SetupError, match="no complete call has the label"):
        toolcall.parse(EXACT, options=toolcall.Options(confirm="truncated"))


def test_an_echo_of_the_history_is_text():
    marked = toolcall.Options(history_marks=["h-5f2c91e07d"])
    echo = "Before (h-5f2c91e07d):\n" + EXACT
    message = toolcall.parse(echo, options=marked)
    assert not message.tool_calls and message.content == echo
    assert [each.label for each in message.diagnostics] == ["echoed_call"]
    with pytest.raises(toolcall.SetupError, match="at least 8"):
        toolcall.parse(echo, options=toolcall.Options(history_marks="h"))
    for empty in ("", ",", ["h-5f2c91e07d", ""], ["", "h-5f2c91e07d"]):
        with pytest.raises(toolcall.SetupError, match="history_marks: a mark of the history is empty"):
            toolcall.parse(echo, options=toolcall.Options(history_marks=empty))
    for none in ([], "none", None):
        assert toolcall.parse(echo, options=toolcall.Options(history_marks=none)).tool_calls


def test_a_call_that_was_cut_off_says_how_far_it_came():
    (cut,) = toolcall.parse(LOOSE[:-20], finish_reason="length").incomplete
    assert cut.name == "ping" and '{"n":1}'.startswith(cut.arguments)


def test_a_denied_call_is_none():
    message = toolcall.parse(EXACT + LOOSE + LOOSE, options=CAREFUL)
    denied = message.deny(message.tool_calls[1].id)
    assert statuses(denied) == ["complete", "needs_confirmation"]
    assert [(call.name, call.label) for call in denied.refused] == [("ping", "denied")]
    assert [each.call for each in denied.diagnostics] == [None, 1]
    assert [each.call for each in denied.repairs] == [1]
    alone = toolcall.parse(LOOSE, options=CAREFUL)
    assert alone.deny(alone.tool_calls[0].id).finish_reason == "stop"
    assert alone.deny(alone.tool_calls[0].id).verdict.message == "The host denied the call of ping."
    assert "tool_calls" not in alone.to_openai()


def test_repairs_stand_beside_what_was_written():
    (repaired,) = toolcall.parse(EXACT + LOOSE, options=CAREFUL).repairs
    assert repaired.call == 1 and repaired.written in LOOSE and repaired.arguments == '{"n":1}'
    assert [each.label for each in repaired.repairs] == ["loose_json"]
    assert repaired.exact.status is toolcall.Status.INCOMPLETE and repaired.exact.message
    (fenced,) = toolcall.parse(
        '```json\n{"name": "ping", "arguments": {}}\n```', tools=[{"name": "ping"}], options=CAREFUL
    ).repairs
    assert fenced.exact.status is None
    assert toolcall.parse(LOOSE).repairs == ()


def test_the_text_is_kept_where_it_is_asked_for():
    assert toolcall.parse(LOOSE, options=CAREFUL).raw == LOOSE
    assert toolcall.parse(LOOSE).raw is None
    parser = toolcall.Parser(options=toolcall.Options(raw=True))
    for piece in LOOSE:
        parser.feed(piece)
    assert parser.message().raw == LOOSE
    (message,) = toolcall.batch([LOOSE], options=CAREFUL)
    assert message.raw == LOOSE and message.repairs


def test_events_lack_the_last_brace():
    events = list(toolcall.stream([LOOSE], options=toolcall.Options(confirm=["loose_json"])))
    assert "".join(each.text for each in events if isinstance(each, toolcall.Arguments)) == '{"n":1'
    assert [each.status for each in events if isinstance(each, toolcall.CallEnd)] == [
        toolcall.Status.NEEDS_CONFIRMATION
    ]
