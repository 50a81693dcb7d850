"""The plug-in for vLLM, against a stand-in that is stated from vLLM's source (vllm_stand_in.py)."""

import json
import sys

import pytest
import vllm_stand_in as vllm

import toolcall

TEXT = 'Sure. <tool_call>{"name": "get_weather", "arguments": {"city": "Zürich", "days": "3"}}</tool_call>'
WANTED = [("get_weather", '{"city":"Zürich","days":3}')]
SCHEMA = {"type": "object", "properties": {"days": {"type": "integer"}}}


@pytest.fixture
def loaded(root, monkeypatch):
    """Loads the plug-in with these environment variables, and gives the class that the server finds by its name."""
    for name, module in vllm.modules().items():
        monkeypatch.setitem(sys.modules, name, module)

    def load(**environment):
        for name in ("TOOLCALL_DIALECT", "TOOLCALL_PREFILL", "TOOLCALL_HOLD_CALLS"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        vllm.ToolParserManager.import_tool_parser(str(root / "bindings/python/src/toolcall/vllm_plugin.py"))
        return vllm.ToolParserManager.get_tool_parser("toolcall")

    yield load
    sys.modules.pop("vllm_plugin", None)


@pytest.fixture
def plugin(loaded):
    return loaded()


def request(**more):
    return vllm.Request(tools=[vllm.Tool(function=vllm.Function(name="get_weather", parameters=SCHEMA))], **more)


def pieces(text, size=5, end=2):
    """Text as a server has it: pieces with a token each; the last token, which ends it, has no text."""
    made = [(text[at : at + size], [10 + at]) for at in range(0, len(text), size)]
    return made if end is None else [*made, ("", [end])]


def joined(deltas):
    """What a client makes of deltas: content, reasoning and calls."""
    content = reasoning = ""
    calls = []
    for delta in filter(None, deltas):
        content += delta.content or ""
        reasoning += delta.reasoning or ""
        for call in delta.tool_calls:
            if call.id is not None:
                assert call.index == len(calls) and call.type == "function" and call.function.name
                calls.append([call.function.name, ""])
            calls[call.index][1] += call.function.arguments
    return content, reasoning, [tuple(call) for call in calls]


def test_a_whole_text(plugin):
    found = plugin(vllm.Tokenizer()).extract_tool_calls(TEXT, request())
    assert found.tools_called and found.content == "Sure. "
    assert [(call.function.name, call.function.arguments) for call in found.tool_calls] == WANTED
    assert found.tool_calls[0].function.id == found.tool_calls[0].id
    plain = plugin(vllm.Tokenizer()).extract_tool_calls("Hello", request())
    assert (plain.tools_called, plain.tool_calls, plain.content) == (False, [], "Hello")


@pytest.mark.parametrize("end_call", [True, False])
@pytest.mark.parametrize("size", [1, 5, 1000])
def test_a_stream(plugin, size, end_call):
    parser = plugin(vllm.Tokenizer(), [])
    deltas = list(vllm.stream(parser, request(), pieces(TEXT, size), end_call=end_call))
    assert joined(deltas) == ("Sure. ", "", WANTED)
    assert parser.prev_tool_call_arr == [{"name": "get_weather", "arguments": WANTED[0][1]}]
    assert parser.streamed_args_for_tool == [WANTED[0][1]] and parser.current_tool_id == 0


def test_what_was_held_comes_at_the_end(plugin):
    bare = '{"name": "get_weather", "arguments": {"days": 3}}'
    for text, wanted in ((bare, ("", "", [("get_weather", '{"days":3}')])), ("a <tool", ("a <tool", "", []))):
        assert joined(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(text))) == wanted
        assert joined(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(text), end_call=False)) == wanted


def test_the_last_token_says_whether_the_text_was_cut_off(loaded):
    held = '[TOOL_CALLS]get_weather[ARGS]{"days": 3'
    texts = (held, TEXT.removesuffix("}</tool_call>"))
    plugin = loaded(TOOLCALL_HOLD_CALLS="off")
    for text in texts:
        cut = joined(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(text, end=None)))
        with pytest.raises(ValueError):  # so no client can take it for whole
            json.loads(cut[2][0][1])
    plugin = loaded()
    for text in texts:
        content, _, calls = joined(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(text, end=None)))
        assert calls == [] and content.endswith(text[-20:])
    unclosed = TEXT.removesuffix("</tool_call>")
    for more, end in (({}, 2), ({}, 3), ({"stop_token_ids": [77]}, 77)):
        ended = joined(vllm.stream(plugin(vllm.Tokenizer()), request(**more), pieces(unclosed, end=end)))
        assert ended[2] == WANTED


def test_indices_have_no_gaps(loaded):
    text = '<tool_call>{"name": "get_weather", "arguments": }</tool_call>' + TEXT + TEXT
    for holds, failed in (("on", []), ("off", [("get_weather", "")])):
        plugin = loaded(TOOLCALL_HOLD_CALLS=holds)
        content, _, calls = joined(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(text)))
        assert calls == failed + WANTED * 2


BROKEN = (
    '<tool_call>{"name": [get_weather]}</tool_call>',
    'Hi <tool_call>{"name": "get_weather", "arguments": what}</tool_call>',
    'Zürich <tool_call>{"name": "get_weather", "arguments": {"city": "Zürich", "days": what}}</tool_call>',
)


@pytest.mark.parametrize("size", [1, 5, 1000])
@pytest.mark.parametrize("text", BROKEN)
def test_a_call_that_cannot_be_read_is_text(plugin, text, size):
    said = text.partition("{")[2].rpartition("}")[0]
    whole = plugin(vllm.Tokenizer()).extract_tool_calls("Well. " + text + TEXT, request())
    assert [call.function.name for call in whole.tool_calls] == ["get_weather"]
    assert whole.content.startswith("Well. ") and said in whole.content and whole.content.endswith("Sure. ")
    content, _, calls = joined(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces("Well. " + text + TEXT, size)))
    assert (content, calls) == (whole.content, WANTED)


def test_a_call_that_has_begun_keeps_its_place_where_calls_are_not_held(loaded):
    plugin = loaded(TOOLCALL_HOLD_CALLS="off")
    parts = list(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(TEXT, 1)))
    first = next(n for n, part in enumerate(parts) if part and part.tool_calls)
    assert "".join(part.content or "" for part in parts[:first] if part) == "Sure. " and first < len(TEXT) - 50
    assert joined(parts)[2] == WANTED
    assert joined(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(BROKEN[1]))) == (
        "Hi ", "", [("get_weather", "")]
    )


def test_nothing_after_an_end_that_is_ignored_is_lost(plugin):
    parts = [*pieces(TEXT[:40]), *pieces(TEXT[40:])]
    ignoring = vllm.stream(plugin(vllm.Tokenizer()), request(ignore_eos=True), parts)
    assert joined(ignoring) == ("Sure. ", "", WANTED)
    for end_call in (True, False):
        parts = [*pieces("One. "), *pieces(TEXT)]
        stopping = vllm.stream(plugin(vllm.Tokenizer()), request(), parts, end_call=end_call)
        assert joined(stopping) == ("One. Sure. ", "", WANTED)


def test_a_prefill_is_what_the_template_wrote(loaded):
    text = "Hm.</think>" + TEXT
    plugin = loaded(TOOLCALL_PREFILL="<think>\n")
    for size in (1, 1000):
        streamed = vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(text + BROKEN[0], size))
        assert joined(streamed) == ("Sure. " + BROKEN[0], "Hm.", WANTED)
    assert plugin(vllm.Tokenizer()).extract_tool_calls(text, request()).content == "<think>Hm.</think>Sure. "
    plugin = loaded(TOOLCALL_PREFILL="")
    assert joined(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(text)))[1] == ""


def test_reasoning_has_its_field_in_a_stream_and_stays_in_a_whole_text(plugin):
    text = "<think>Hm.</think>" + TEXT
    assert joined(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(text)))[:2] == ("Sure. ", "Hm.")
    assert plugin(vllm.Tokenizer()).extract_tool_calls(text, request()).content == "<think>Hm.</think>Sure. "


def test_without_tools_there_are_no_calls(plugin):
    for asked in (request(tool_choice="none"), vllm.Request(), vllm.Request(tools=[])):
        assert plugin(vllm.Tokenizer()).extract_tool_calls(TEXT, asked).content == TEXT
        assert joined(vllm.stream(plugin(vllm.Tokenizer()), asked, pieces(TEXT))) == (TEXT, "", [])


def test_special_tokens_are_asked_for_where_calls_may_come(plugin):
    parser = plugin(vllm.Tokenizer())
    assert parser.adjust_request(request()).skip_special_tokens is False
    assert parser.adjust_request(request(tool_choice="none")).skip_special_tokens is True
    assert parser.adjust_request(vllm.Request()).skip_special_tokens is True


def test_the_dialect_is_an_environment_variable(loaded):
    plugin = loaded(TOOLCALL_DIALECT="harmony")
    assert not plugin(vllm.Tokenizer()).extract_tool_calls(TEXT, request()).tools_called
    plugin = loaded(TOOLCALL_DIALECT="")
    assert plugin(vllm.Tokenizer()).extract_tool_calls(TEXT, request()).tools_called


def test_a_wrong_environment_variable_is_named_when_the_server_starts(loaded):
    with pytest.raises(toolcall.SetupError, match='^the environment variable TOOLCALL_DIALECT: .*"hermess".*hermes'):
        loaded(TOOLCALL_DIALECT="hermess")
    with pytest.raises(toolcall.SetupError, match="^the environment variable TOOLCALL_HOLD_CALLS is on or off, and not"):
        loaded(TOOLCALL_HOLD_CALLS="yes")


def test_a_stream_that_never_begins_ends(plugin):
    assert plugin(vllm.Tokenizer()).finish_streaming() is None


def test_a_server_that_is_too_old_is_named(plugin, root, monkeypatch):
    monkeypatch.delattr(vllm.ToolParser, "get_remaining_unstreamed_args")
    with pytest.raises(ImportError, match="too old"):
        vllm.ToolParserManager.import_tool_parser(str(root / "bindings/python/src/toolcall/vllm_plugin.py"))
    monkeypatch.delitem(sys.modules, "vllm.entrypoints.generate.base.protocol")
    with pytest.raises(ImportError, match="DeltaMessage"):
        vllm.ToolParserManager.import_tool_parser(str(root / "bindings/python/src/toolcall/vllm_plugin.py"))
