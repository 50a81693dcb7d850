"""Dialects and options: what is taken, what they decide, and what is said of those that are wrong."""

import json
import types

import pytest

import toolcall

CALL = '<tool_call>{"name": "get_weather", "arguments": {"city": "Zürich", "days": "3"}}</tool_call>'
SEED = toolcall.Options(seed=1)


def test_every_option_is_one_of_the_library():
    given = toolcall.Options(
        tool_choice="required",
        ids="mistral",
        seed=2**64 - 1,
        first_call=4,
        prefill="<think>",
        native_only=True,
        require_wrapper=False,
        without=("loose_json", "missing_brace"),
        confirm=("repaired", "loose_json"),
        unknown_tools="text",
        calls_in_reasoning="always",
        quotation_guard="fences,inline-code",
        invalid_calls="refuse",
        made_up="text",
        evidence="marks",
        max_level="lossless",
        unknown_keys="drop",
        history_marks=("a1b2c3d4", "e5f6a7b8"),
        hold_calls=True,
        collect=False,
        held_bytes=1000,
        raw=True,
        repairs=True,
        trace=True,
        arguments="complete",
        id="x",
        model="m",
        created=1,
        input="json",
        output="json",
        events=True,
        most_calls=1,
        refused="text",
        json_alone=True,
    )
    assert all(getattr(given, name) is not None for name in toolcall.Options.__slots__)
    parser = toolcall.Parser(options=given)
    assert [event.type for event in parser.feed("Hm.</think>Hi")][:1] == ["reasoning"]
    parser.finish()
    assert parser.message().content == ""


def test_options_decide():
    assert toolcall.parse(CALL, options=toolcall.Options(tool_choice="none")).content == CALL
    first, second = (toolcall.parse(CALL, options=SEED).tool_calls[0].id for _ in range(2))
    assert first == second != toolcall.parse(CALL).tool_calls[0].id


def test_dialects_are_named_or_all():
    assert toolcall.parse(CALL, dialect=["harmony", "dsml"]).tool_calls == ()
    assert toolcall.parse(CALL, dialect="Qwen/Qwen3-8B").tool_calls[0].dialect == "hermes"
    assert toolcall.parse(CALL, dialect="auto").tool_calls
    kimi = next(each for each in toolcall.dialects() if each["name"] == "kimi_k2")
    assert "Kimi-K2" in kimi["models"] and "<|tool_call_begin|>" in kimi["tokens"]


def test_options_are_named_where_they_are_wrong():
    wrong = (
        ({"seed": -1}, "^/seed: seed: "),
        ({"ids": "x"}, '^/ids: ids: "x" is not one of openai, mistral, kimi'),
        ({"max_level": "x"}, "^/max_level: max_level: "),
        ({"without": {"lose_json"}}, '^/without: without: there is no label "lose_json"; did you mean loose_json'),
        ({"tool_choice": ""}, "^/tool_choice: tool_choice: .* is not auto, none, required or the name of a tool"),
        ({"tool_choice": {"a": float("nan")}}, "^/tool_choice/a: tool_choice: JSON has no nan"),
    )
    for given, said in wrong:
        options = toolcall.Options(**given)
        with pytest.raises(toolcall.SetupError, match=said):
            toolcall.Parser(options=options)


def test_options_of_another_type_are_refused_where_they_are_made():
    wrong = (
        ({"seed": object()}, "seed: <object object at .* is not an integer"),
        ({"seed": "5"}, "seed: '5' is not an integer"),
        ({"seed": 1.0}, "seed: 1.0 is not an integer"),
        ({"held_bytes": True}, "held_bytes: True is not an integer"),
        ({"native_only": "yes"}, "native_only: 'yes' is not True or False"),
        ({"hold_calls": 1}, "hold_calls: 1 is not True or False"),
        ({"prefill": b"<think>"}, "prefill: b'<think>' is not a string"),
        ({"max_level": 1}, "max_level: 1 is not a string"),
        ({"tool_choice": [None, {}]}, r"tool_choice: \[None, {}\] is not a string or a dictionary"),
        ({"without": 5}, "without: 5 is not a string or a list of strings"),
        ({"without": b"loose_json"}, "without: b'loose_json' is not a string or a list of strings"),
        ({"quotation_guard": {"fences": 1}}, "quotation_guard: {'fences': 1} is not a string or a list of strings"),
        ({"quotation_guard": ["fences", 1]}, "quotation_guard: 1 is not a string, as each of the list must be"),
    )
    for given, said in wrong:
        with pytest.raises(toolcall.SetupError, match=f"^{said}$"):
            toolcall.Options(**given)


def test_a_guard_may_be_a_list():
    fenced = "```\n" + CALL + "\n```"
    for guard in (["fences", "inline-code"], ("fences",), "fences,inline-code"):
        assert toolcall.parse(fenced, options=toolcall.Options(quotation_guard=guard)).tool_calls == ()
    assert toolcall.parse(fenced, options=toolcall.Options(quotation_guard="none")).tool_calls


def test_labels_may_be_a_set_or_come_once():
    damaged = '<tool_call>{"name": "ping", "arguments": {},}</tool_call>'
    labels = ["loose_json", "open_json"]
    for without in (labels, set(labels), frozenset(labels), (each for each in labels), ",".join(labels)):
        options = toolcall.Options(without=without)
        for _ in range(2):
            assert toolcall.parse(damaged, options=options).tool_calls == ()
    assert toolcall.Options(without=set(labels)) == toolcall.Options(without=sorted(labels))


def test_a_tool_choice_may_be_what_a_request_says():
    tools = [{"name": "ping", "input_schema": {}}, {"name": "none", "input_schema": {}}]

    def called(choice):
        options = toolcall.Options(tool_choice=choice)
        return [call.name for call in toolcall.parse("{}", tools=tools, options=options).tool_calls]

    assert called("auto") == called("none") == []
    for name in ("ping", "none"):
        choice = {"type": "function", "function": {"name": name}}
        assert called(choice) == called(types.MappingProxyType(choice)) == [name]
    with pytest.raises(toolcall.SetupError, match='there is no tool "pong"; tools are ping, none'):
        called({"type": "function", "function": {"name": "pong"}})


def test_a_template_says_which_dialect_to_read():
    shown = "{{ '<seed:tool_call><function=' + name + '>' }}</function></seed:tool_call>"
    assert toolcall.dialect_from_template(shown) == "seed_oss"
    text = "<seed:tool_call><function=ping></function></seed:tool_call><tool_call>"
    message = toolcall.parse(text, dialect=toolcall.dialect_from_template(shown))
    assert [call.name for call in message.tool_calls] == ["ping"] and message.content == "<tool_call>"
    assert toolcall.dialect_from_template(json.dumps({"chat_template": shown})) == "seed_oss"
    several = toolcall.dialect_from_template("<tool_call>{{ call.name }}</tool_call>")
    assert "hermes" in several.split(",")
    toolcall.Parser(dialect=several).close()
    keys = '{"name": "{{ call.name }}", "parameters": {{ call.arguments }}}'
    assert toolcall.dialect_from_template(keys) == "auto" == toolcall.dialects_of_template(keys)[0]["dialect"]
    with pytest.raises(toolcall.SetupError, match="^this chat template shows the calls of no dialect; name the"):
        toolcall.dialect_from_template("{{ messages }}")
    with pytest.raises(toolcall.SetupError, match="^dialect: the list is empty"):
        toolcall.parse("", dialect=toolcall.dialects_of_template("{{ messages }}"))
