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
def plugin(root, monkeypatch):
    """The class that the server finds by its name."""
    for name, module in vllm.modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delenv("TOOLCALL_DIALECT", raising=False)
    vllm.ToolParserManager.import_tool_parser(str(root / "bindings/python/src/toolcall/vllm_plugin.py"))
    yield vllm.ToolParserManager.get_tool_parser("toolcall")
    del sys.modules["vllm_plugin"]


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


def test_the_last_token_says_whether_the_text_was_cut_off(plugin):
    held = '[TOOL_CALLS]get_weather[ARGS]{"days": 3'
    for text in (held, TEXT.removesuffix("}</tool_call>")):
        cut = joined(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(text, end=None)))
        with pytest.raises(ValueError):  # so no client can take it for whole
            json.loads(cut[2][0][1])
    unclosed = TEXT.removesuffix("</tool_call>")
    for more, end in (({}, 2), ({}, 3), ({"stop_token_ids": [77]}, 77)):
        ended = joined(vllm.stream(plugin(vllm.Tokenizer()), request(**more), pieces(unclosed, end=end)))
        assert ended[2] == WANTED


def test_indices_have_no_gaps(plugin):
    text = '<tool_call>{"name": "get_weather", "arguments": }</tool_call>' + TEXT + TEXT
    content, _, calls = joined(vllm.stream(plugin(vllm.Tokenizer()), request(), pieces(text)))
    assert calls[-2:] == WANTED * 2


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


def test_the_dialect_is_an_environment_variable(plugin, monkeypatch):
    monkeypatch.setenv("TOOLCALL_DIALECT", "harmony")
    assert not plugin(vllm.Tokenizer()).extract_tool_calls(TEXT, request()).tools_called
    monkeypatch.setenv("TOOLCALL_DIALECT", "nonsense")
    with pytest.raises(toolcall.SetupError):
        plugin(vllm.Tokenizer()).extract_tool_calls(TEXT, request())


def test_a_stream_that_never_begins_ends(plugin):
    assert plugin(vllm.Tokenizer()).finish_streaming() is None


def test_a_server_that_is_too_old_is_named(plugin, root, monkeypatch):
    monkeypatch.delattr(vllm.ToolParser, "get_remaining_unstreamed_args")
    with pytest.raises(ImportError, match="too old"):
        vllm.ToolParserManager.import_tool_parser(str(root / "bindings/python/src/toolcall/vllm_plugin.py"))
    monkeypatch.delitem(sys.modules, "vllm.entrypoints.generate.base.protocol")
    with pytest.raises(ImportError, match="DeltaMessage"):
        vllm.ToolParserManager.import_tool_parser(str(root / "bindings/python/src/toolcall/vllm_plugin.py"))
