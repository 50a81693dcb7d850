"""Texts, whole and in pieces: values, events, errors and lifetimes."""

import gc
import pickle
import re
import threading

import pytest

import toolcall
from toolcall import _library

CALL = '<tool_call>{"name": "get_weather", "arguments": {"city": "Zürich", "days": "3"}}</tool_call>'
TOOLS = [{"name": "get_weather", "input_schema": {"properties": {"days": {"type": "integer"}}}}]
SEED = toolcall.Options(seed=1)


def joined(events):
    """Events in which neighbouring pieces are one."""
    made = []
    for event in events:
        before = made[-1] if made else None
        pieces = (toolcall.Text, toolcall.Reasoning, toolcall.Arguments, toolcall.Markup)
        same_call = getattr(before, "call", None) == getattr(event, "call", None)
        if type(before) is type(event) and isinstance(event, pieces) and same_call:
            values = {"begin": before.begin, "end": event.end}
            if hasattr(event, "text"):
                values["text"] = before.text + event.text
            if hasattr(event, "call"):
                values["call"] = event.call
            event = type(event)(**values)
            made.pop()
        made.append(event)
    return made


def test_a_whole_text_becomes_a_message():
    message = toolcall.parse("<think>Hm.</think>Sure. " + CALL, tools=TOOLS)
    assert (message.content, message.reasoning, message.finish_reason) == ("Sure. ", "Hm.", "tool_calls")
    (call,) = message.tool_calls
    assert (call.name, call.arguments, call.is_complete) == ("get_weather", '{"city":"Zürich","days":3}', True)
    assert call.values() == {"city": "Zürich", "days": 3}
    assert (call.dialect, message.dialects) == ("hermes", ("hermes",))


def test_a_message_says_whether_it_was_written_as_it_should_be():
    clean = '<tool_call>{"name": "ping", "arguments": {}}</tool_call>'
    assert not toolcall.parse(clean).recovered
    assert toolcall.parse(clean.replace("{}}", "{},}")).recovered
    around = toolcall.parse("<tool_calls>" + clean.removesuffix("</tool_call>"))
    assert around.recovered


def test_a_message_is_an_entry_of_the_conversation():
    message = toolcall.parse(CALL, tools=TOOLS)
    (call,) = message.tool_calls
    function = {"name": "get_weather", "arguments": '{"city":"Zürich","days":3}'}
    assert message.to_openai() == {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": call.id, "type": "function", "function": function}],
    }
    assert toolcall.parse("Hello").to_openai() == {"role": "assistant", "content": "Hello"}
    assert toolcall.parse("<think>Hm.</think>Hello").to_openai()["reasoning_content"] == "Hm."


def test_a_cut_off_call_is_incomplete():
    message = toolcall.parse(CALL[:60], tools=TOOLS, finish_reason="length")
    assert message.tool_calls == () and message.finish_reason == "length"
    (failed,) = message.incomplete
    assert (failed.name, failed.label) == ("get_weather", "truncated")
    assert toolcall.parse(")" + CALL[:-18] + ")", tools=TOOLS).refused[0].label == "malformed_json"


def test_diagnostics_of_a_message_and_of_a_stream_have_the_same_fields():
    bad = CALL.replace('"3"', '"many"')
    message = toolcall.parse(bad, tools=TOOLS)
    assert message.tool_calls[0].status is toolcall.Status.INVALID and not message.tool_calls[0].is_complete
    of_message = [each for each in message.diagnostics if each.call == 0]
    of_stream = [each for each in toolcall.stream([bad], tools=TOOLS) if isinstance(each, toolcall.Diagnostic)]
    assert of_message == of_stream
    assert of_message[0].pointer == "/days" and isinstance(of_message[0].level, toolcall.Level)


def test_events_come_when_they_are_certain_and_are_the_same_for_every_cut():
    parser = toolcall.Parser(tools=TOOLS, options=SEED)
    assert list(parser.feed("Hi <tool")) == [toolcall.Text(text="Hi ", begin=0, end=3)]
    assert parser.held_bytes == 5
    whole = joined(toolcall.stream(["Hi " + CALL], tools=TOOLS, options=SEED))
    text = ("Hi " + CALL).encode()
    pieces = [text[i : i + 1] for i in range(len(text))]
    assert joined(toolcall.stream(pieces, tools=TOOLS, options=SEED)) == whole
    assert [event.type for event in whole] == ["text", "markup", "call_begin", "arguments", "call_end", "markup"]


def test_events_that_nobody_takes_are_in_the_message_all_the_same():
    parser = toolcall.Parser(tools=TOOLS)
    parser.feed(CALL[:40])
    parser.feed(CALL[40:])
    parser.finish()
    assert parser.message().tool_calls[0].name == "get_weather"
    assert list(parser.finish()) == []


def test_after_its_end_a_text_takes_no_more():
    parser = toolcall.Parser(tools=TOOLS)
    parser.feed(CALL)
    parser.finish()
    for ended in (parser, parser.copy()):
        with pytest.raises(toolcall.StateError, match="^the text has ended"):
            ended.feed("more")
    assert parser.message().tool_calls[0].name == "get_weather"


def test_every_kind_of_text_is_taken():
    for given in (CALL.encode(), bytearray(CALL.encode()), memoryview(CALL.encode())):
        assert toolcall.parse(given).tool_calls[0].name == "get_weather"
    assert toolcall.parse(b"a\xffb\x00c").content == "a\ufffdb\0c"
    assert "\ufffd" in toolcall.parse("half \ud83d").content
    assert toolcall.parse("").content == ""


def test_the_finish_reason_may_be_known_at_the_end():
    said = []
    events = list(toolcall.stream([CALL[:60]], tools=TOOLS, finish_reason=lambda: said.append(1) or "length"))
    assert said == [1] and any(isinstance(event, toolcall.CallIncomplete) for event in events)


def test_an_error_of_the_source_passes_and_makes_no_call():
    def broken():
        yield CALL[:-12]
        raise ConnectionError("gone")

    events = []
    with pytest.raises(ConnectionError):
        for event in toolcall.stream(broken(), tools=TOOLS):
            events.append(event)
    assert not any(isinstance(event, toolcall.CallEnd) for event in events)


def test_a_stream_that_is_left_frees_its_parser():
    events = toolcall.stream(iter([CALL, CALL]), tools=TOOLS)
    next(events)
    events.close()


def test_copies_go_on_alike():
    parser = toolcall.Parser(tools=TOOLS)
    parser.feed(CALL[:30])
    copy = parser.copy()
    rest = [list(each.feed(CALL[30:])) + list(each.finish()) for each in (parser, copy)]
    assert rest[0] == rest[1]
    parser.close()
    assert copy.message().tool_calls[0].name == "get_weather"


def test_a_closed_parser_is_an_error_and_closing_twice_is_none():
    with toolcall.Parser() as parser:
        parser.feed("Hi")
    parser.close()
    assert parser.closed
    for use in (lambda: parser.feed("x"), parser.finish, parser.message, parser.copy, parser.trace, parser.correction):
        with pytest.raises(toolcall.StateError, match="closed"):
            use()
    with pytest.raises(toolcall.StateError):
        parser.held_bytes


def test_a_parser_in_use_is_an_error_for_a_second_user():
    parser = toolcall.Parser()
    with parser._handle:
        caught = []

        def use():
            try:
                parser.feed("x")
            except toolcall.StateError as why:
                caught.append(str(why))

        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
        assert "one thread" in caught[0]
        with pytest.raises(toolcall.StateError):
            parser.close()
    assert [event.text for event in parser.feed("x")] == ["x"]


def test_many_parsers_are_freed_with_their_owners(monkeypatch):
    freed = []
    function = _library.function

    def watched(name):
        found = function(name)
        return (lambda pointer: (freed.append(name), found(pointer))) if name == "parser_free" else found

    monkeypatch.setattr(_library, "function", watched)
    parsers = [toolcall.Parser() for _ in range(10)]
    parsers[0].close()
    assert freed == ["parser_free"]
    del parsers
    gc.collect()
    assert freed == ["parser_free"] * 10


def test_mistakes_of_the_program_are_errors():
    with pytest.raises(toolcall.SetupError, match="did you mean hermes"):
        toolcall.parse("", dialect="hermess")
    with pytest.raises(toolcall.SetupError) as caught:
        toolcall.Tools([{"name": 3}])
    assert caught.value.pointer == "/0/name" and isinstance(caught.value, ValueError)
    with pytest.raises(toolcall.SetupError):
        toolcall.Tools("no JSON")
    with pytest.raises(toolcall.SetupError):
        toolcall.parse("", options=toolcall.Options(without=("no_such_label",)))
    with pytest.raises(toolcall.SetupError):
        toolcall.stream([], dialect="hermess")  # at once, and not with the first event
    strict = {"name": "f", "parameters": {"$ref": "#/nowhere"}}
    toolcall.Tools([strict])
    with pytest.raises(toolcall.SetupError):
        toolcall.Tools([strict], strict=True)


def test_errors_survive_pickling():
    error = pickle.loads(pickle.dumps(toolcall.SetupError("wrong", "/0")))
    assert error.pointer == "/0" and str(error) == "/0: wrong"


def test_special_tokens_are_known_by_their_origin():
    marks = ("<|tool_calls_section_begin|>", "<|tool_call_begin|>", "<|tool_call_argument_begin|>", "<|tool_call_end|>")
    begin, call, arguments, end = marks
    pieces = (begin, call, "functions.f:0", arguments, "{}", end, "<|tool_calls_section_end|>")

    def message(origin_of_marks):
        parser = toolcall.Parser(dialect="kimi_k2")
        for piece in pieces:
            parser.feed(piece, origin_of_marks if piece.startswith("<|") else toolcall.Origin.UNKNOWN)
        parser.finish()
        return parser.message()

    assert len(message(toolcall.Origin.SPECIAL).tool_calls) == 1
    written = message(toolcall.Origin.TEXT)
    assert written.tool_calls == () and written.content == "".join(pieces)


def test_a_trace_says_why_and_a_correction_what_to_do():
    parser = toolcall.Parser(tools=TOOLS, options=toolcall.Options(trace=True))
    parser.feed(CALL)
    parser.finish()
    assert any("get_weather" in line for line in parser.trace()) and parser.trace() == []
    assert "function" in parser.correction(text=CALL)
    assert parser.correction(executed="text_calls") == ""


def test_schemas_are_checked():
    report = toolcall.check([{"name": "f", "parameters": {"type": "dict", "properties": {}}}])
    assert report["usable"] == ["f"] and report["issues"][0]["code"] == "type_alias"
    assert toolcall.check("no JSON")["issues"][0]["code"] == "not_json"


def test_no_argument_breaks_the_interpreter():
    parser = toolcall.Parser()
    for wrong in (None, 3, object(), ["text"]):
        with pytest.raises(TypeError):
            parser.feed(wrong)
    with pytest.raises(toolcall.SetupError):
        parser.feed("x", 7)
    for wrong in (toolcall.Options(seed=-1), toolcall.Options(ids="x"), toolcall.Options(held_bytes=2**70)):
        with pytest.raises(toolcall.SetupError):
            toolcall.Parser(options=wrong)
    for wrong in ("", [], "hermes,", "\0", "\ud800"):
        with pytest.raises(toolcall.SetupError):
            toolcall.Parser(dialect=wrong)
    with pytest.raises(toolcall.SetupError):
        toolcall.Tools("\ud800")
    assert parser.message() == toolcall.Message(content="", reasoning="", tool_calls=(), finish_reason="")


def test_arguments_are_as_deep_as_python_reads_and_may_have_more_digits():
    def call(value):
        return toolcall.parse('<tool_call>{"name": "f", "arguments": {"a": %s}}</tool_call>' % value)

    assert call("[" * 128 + "]" * 128).tool_calls[0].values()
    assert call("[" * 5000 + "]" * 5000).refused[0].label == "unreadable_arguments"
    (long,) = call("7" * 5000).tool_calls
    assert long.arguments == '{"a":%s}' % ("7" * 5000)
    with pytest.raises(ValueError):
        long.values()


def test_what_is_given_wrongly_is_named():
    wrong = [
        (lambda: toolcall.parse("", options={"seed": 1}), toolcall.SetupError, "toolcall.Options"),
        (lambda: toolcall.parse("", dialect=3), toolcall.SetupError, "not 3"),
        (lambda: toolcall.parse("", dialect=b"hermes"), toolcall.SetupError, "not b.hermes."),
        (lambda: toolcall.parse(3), TypeError, "a text is a string or bytes, and 3 is neither"),
        (lambda: toolcall.Parser().feed("x", "special"), toolcall.SetupError, "toolcall.Origin"),
        (lambda: toolcall.Parser().correction(executed="calls"), toolcall.SetupError, '"text_calls"'),
    ]
    for use, error, said in wrong:
        with pytest.raises(error, match=said):
            use()


def test_no_finish_reason_is_stop():
    assert toolcall.parse("Hi", finish_reason=None).finish_reason == "stop"
    assert [each.type for each in toolcall.stream(["Hi"], finish_reason=lambda: None)] == ["text"]
    assert [each.finish_reason for each in toolcall.batch([("Hi", None)])] == ["stop"]


def test_the_halves_of_a_character_may_come_one_by_one():
    def text(*pieces):
        parser = toolcall.Parser(dialect="hermes")
        events = [event for piece in pieces for event in parser.feed(piece)]
        return "".join(event.text for event in [*events, *parser.finish()])

    assert text("a\ud83e", "\udd8ab") == text("a", "\ud83e\udd8a", "b") == "a\U0001f98ab"
    assert text("a\ud83e", b"b") == text("a\ud83e", "b") == "a\ufffdb"  # as in JavaScript
    assert toolcall.parse("\udd8a\ud83ea\ud83e\ud83e").content == "\ufffd\ufffda\ufffd\ufffd"
    assert toolcall.parse("a\ud83e").diagnostics == toolcall.parse("a\ufffd").diagnostics
    assert text("a\ud83e").rstrip("\ufffd") == "a"
    assert toolcall.parse("\ud83e\udd8a").content == "\U0001f98a"
    parser = toolcall.Parser()
    with pytest.raises(TypeError):
        parser.feed(3)
    parser.feed("\ud83e")
    with pytest.raises(toolcall.SetupError):
        parser.feed("\udd8a", 7)
    parser.feed("\udd8a")
    assert parser.message().content == "\U0001f98a"


def test_a_finish_reason_that_is_none_is_named():
    for wrong in (5, b"stop", ["stop"]):
        for read in (
            lambda given: toolcall.parse("Hi", finish_reason=given),
            lambda given: toolcall.stream(["Hi"], finish_reason=given),
            lambda given: toolcall.astream(None, finish_reason=given),
            lambda given: toolcall.batch(["Hi"], finish_reason=given),
            lambda given: list(toolcall.stream(["Hi"], finish_reason=lambda: given)),
        ):
            with pytest.raises(toolcall.SetupError, match=f"^finish_reason: {re.escape(repr(wrong))} is not a string"):
                read(wrong)
    parser = toolcall.Parser()
    with pytest.raises(toolcall.SetupError, match="^reason: 5 is not a string"):
        parser.finish(5)
    with pytest.raises(toolcall.SetupError, match="^an origin is one of toolcall.Origin, and 9 is not"):
        parser.feed("x", 9)


def test_one_text_is_not_chunks():
    for wrong in ("abc", b"abc", bytearray(b"abc"), 5, None):
        with pytest.raises(toolcall.SetupError, match="^chunks are an iterable of texts, such as a list, not .*; parse reads"):
            toolcall.stream(wrong)
        with pytest.raises(toolcall.SetupError, match="^chunks are an asynchronous iterable of texts, not .*"):
            toolcall.astream(wrong)
