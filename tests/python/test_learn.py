"""Dialects learned from chat templates: the page that is made reads what the template prints; bad templates are refused
with a sentence."""

import json
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from toolcall import learn as learning
from toolcall.learn import LearnError, learn, read_back

TURNS = """{% for m in messages %}{% if m.role == 'assistant' %}<|bot|>
{% if m.reasoning_content %}[[muse]]{{ m.reasoning_content }}[[/muse]]
{% endif %}{{ m.content }}CALLS<|stop|>
{% else %}<|human|>
{{ m.content }}<|stop|>
{% endif %}{% endfor %}{% if add_generation_prompt %}<|bot|>
{% endif %}"""


def turns(calls: str) -> str:
    return TURNS.replace("CALLS", calls)


FOR = "{% for call in m.tool_calls or [] %}{% set f = call.function %}"
BREAK = "{{ '\\n' }}"  # a line break behind a block would be left out
HERMES = turns(FOR + BREAK + '<zcall>\n{"name": "{{ f.name }}", "arguments": {{ f.arguments | tojson }}}\n</zcall>{% endfor %}')
QWEN_CODER = turns(
    FOR
    + BREAK + "<zcalls>\n<function={{ f.name }}>{% for k, v in f.arguments.items() %}" + BREAK + "<parameter={{ k }}>\n"
    + "{{ v if v is string else v | tojson }}\n</parameter>{% endfor %}" + BREAK + "</function>\n</zcalls>{% endfor %}"
)
MISTRAL = turns(FOR + "[ZCALL]{{ f.name }}[ZARGS]{{ f.arguments | tojson }}{% endfor %}")
DEEPSEEK = turns(
    "{% if m.tool_calls %}<｜zcalls▁begin｜>" + FOR
    + "<｜zcall▁begin｜>{{ f.name }}<｜zsep｜>{{ f.arguments | tojson }}<｜zcall▁end｜>{% endfor %}<｜zcalls▁end｜>{% endif %}"
)  # fmt: skip
GLM = turns(
    FOR
    + BREAK + "<zcall>{{ f.name }}{% for k, v in f.arguments.items() %}" + BREAK + "<zkey>{{ k }}</zkey>\n"
    + "<zvalue>{{ v if v is string else v | tojson }}</zvalue>{% endfor %}" + BREAK + "</zcall>{% endfor %}"
)
MINIMAX = turns(
    "{% if m.tool_calls %}" + BREAK + "<zcalls>" + FOR
    + BREAK + '<action name="{{ f.name }}">{% for k, v in f.arguments.items() %}' + BREAK + '<arg name="{{ k }}">'
    + "{{ v if v is string else v | tojson }}</arg>{% endfor %}" + BREAK + "</action>{% endfor %}" + BREAK + "</zcalls>{% endif %}"
)  # fmt: skip
LISTED = turns(
    "{% if m.tool_calls %}<|zact|>[{% for call in m.tool_calls %}"
    '{"tool_name": "{{ call.function.name }}", "parameters": {{ call.function.arguments | tojson }}}'
    "{{ ', ' if not loop.last }}{% endfor %}]<|/zact|>{% endif %}"
)
BARE = turns(
    "{% if m.tool_calls %}{% set f = m.tool_calls[0].function %}"
    '{"name": "{{ f.name }}", "parameters": {{ f.arguments | tojson }}}{% endif %}'
)
FENCED = turns(
    FOR + "<|zcall|>kind<|zsep|>{{ f.name }}\n```json\n{{ f.arguments | tojson }}\n```<|/zcall|>{% endfor %}"
)
MARKED = (
    "{% macro said(v) %}{% if v is mapping %}{{ '{' }}{% for k, w in v.items() %}{{ k }}:{{ said(w) }}{{ ',' if not loop.last }}"
    "{% endfor %}}{% elif v is string %}<|\"|>{{ v }}<|\"|>{% elif v is iterable %}[{% for w in v %}{{ said(w) }}"
    "{{ ',' if not loop.last }}{% endfor %}]{% else %}{{ v | tojson }}{% endif %}{% endmacro %}"
    + turns("{% if m.tool_calls %}" + FOR + "<|tool_call>call:{{ f.name }}{{ said(f.arguments) }}<tool_call|>{% endfor %}<|zwait|>{% endif %}")
)
TYPED = MINIMAX.replace('<arg name="{{ k }}">', '<arg name="{{ k }}" string="{{ \'true\' if v is string else \'false\' }}">')
ELEMENTS = turns(
    FOR
    + BREAK + '<action name="{{ f.name }}">{% for k, v in f.arguments.items() %}<arg name="{{ k }}">'
    + "{{ v if v is string else v | tojson }}</arg>{% endfor %}</action>{% endfor %}"
)  # fmt: skip
HEADED_THOUGHT = MISTRAL.replace("[[/muse]]", "[[/muse]]{% if m.tool_calls %}<|zmore|>zpart{% endif %}")
HEADING = turns(
    "{% if m.tool_calls %}" + BREAK + "Deeds:\n```json\n[{% for call in m.tool_calls %}" + BREAK
    + '{"tool_name": "{{ call.function.name }}", "parameters": {{ call.function.arguments | tojson }}}'
    "{{ ',' if not loop.last }}{% endfor %}" + BREAK + "]" + BREAK + "```{% endif %}"
)  # fmt: skip
TEMPLATES = {
    "elements": ELEMENTS,
    "header behind a thought": HEADED_THOUGHT,
    "heading": HEADING,
    "marked": MARKED,
    "typed": TYPED,
    "bare": BARE,
    "fenced": FENCED,
    "hermes": HERMES,
    "qwen_coder": QWEN_CODER,
    "mistral": MISTRAL,
    "deepseek": DEEPSEEK,
    "glm": GLM,
    "minimax": MINIMAX,
    "listed": LISTED,
}

COMMAND = os.environ.get("TOOLCALL_COMMAND") or shutil.which("toolcall")


@pytest.fixture
def write(tmp_path: Path):
    def written(content: str | bytes, name: str = "chat_template.jinja") -> str:
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(file)

    return written


@pytest.mark.parametrize("shape", TEMPLATES)
def test_a_learned_page_reads_what_the_template_prints(shape: str, write, tmp_path: Path):
    assert COMMAND, "the build's command reads pages"
    file = write(TEMPLATES[shape])
    made = learn(file, name="zebra", always=True)
    assert made.dialect == "" and made.page.startswith("---\ndialect: zebra\n")
    page = tmp_path / "zebra.md"
    page.write_text(made.page, encoding="utf-8")
    template = learning.Template.begun(learning.read_template(file), False)
    tried = learning.random_texts(template, 200, seed=7)
    assert len(tried) == 200
    assert read_back(COMMAND, page, tried) == []
    assert not [each for each in made.notes if "random" in each]


def test_what_a_mark_rests_on_stands_beside_it(write):
    page = learn(write(DEEPSEEK), name="zebra").page
    block = page.partition("```marks\n")[2].partition("```")[0].splitlines()
    declared = [n for n, line in enumerate(block) if line[:1] not in "# "]
    assert declared and all(block[n - 1].startswith("# Rests on: ") for n in declared)
    assert "think '[[muse]]' text '[[/muse]]'" in page


def test_a_dialect_of_the_library_is_named_where_it_reads_everything(write):
    template = HERMES.replace("zcall", "tool_call").replace("[[muse]]", "<think>").replace("[[/muse]]", "</think>")
    assert learn(write(template)).dialect == "hermes"
    assert learn(write(template), name="zebra", always=True).page


def test_files_of_models(write):
    config = {"chat_template": HERMES, "eos_token": {"content": "<|stop|>"}, "added_tokens_decoder": {"1": {"content": "<zcall>"}}}
    page = learn(write(json.dumps(config), "tokenizer_config.json"), name="zebra").page
    assert 'tokens: ["<zcall>", "<|stop|>"]' in page
    several = {"chat_template": [{"name": "default", "template": "{{ 1 }}"}, {"name": "tool_use", "template": HERMES}]}
    assert learn(write(json.dumps(several), "chat_template.json"), name="zebra").page
    with pytest.raises(LearnError, match="has no chat_template"):
        learn(write("{}", "tokenizer_config.json"))


def gguf(pairs: dict[str, object], version: int = 3) -> bytes:
    def string(text: str) -> bytes:
        return struct.pack("<Q", len(text.encode())) + text.encode()

    made = b"GGUF" + struct.pack("<IQQ", version, 0, len(pairs))
    for key, value in pairs.items():
        made += string(key)
        if isinstance(value, str):
            made += struct.pack("<I", 8) + string(value)
        elif isinstance(value, int):
            made += struct.pack("<II", 4, value)
        else:
            made += struct.pack("<IIQ", 9, 8, len(value)) + b"".join(string(each) for each in value)
    return made


def test_a_gguf_file_has_the_template_in_its_metadata(write):
    pairs = {"tokenizer.ggml.tokens": ["a", "<|stop|>"], "tokenizer.ggml.eos_token_id": 1, "tokenizer.chat_template": HERMES}
    assert "turn  '<|stop|>'" in learn(write(gguf(pairs), "model.gguf"), name="zebra").page
    with pytest.raises(LearnError, match="no tokenizer.chat_template"):
        learn(write(gguf({}), "model.gguf"))
    with pytest.raises(LearnError, match="cut off"):
        learn(write(gguf(pairs)[:200], "model.gguf"))
    with pytest.raises(LearnError, match="version 9"):
        learn(write(gguf(pairs, 9), "model.gguf"))


BAD = {
    "{{ raise_exception('no tools') }}": "refuses a conversation: no tools",
    "{% for m in messages %}": "is no Jinja",
    "{% for i in range(99999) %}{% for j in range(99999) %}{{ '' }}{% endfor %}{% endfor %}": "too much time",
    "{% for i in range(99999) %}{{ 'x' * 100 }}{% endfor %}": "too much time, memory or text",
    "{{ 'x' * 9999999999 }}": "too much time, memory or text",
    "{{ 9 ** (9 ** 9) }}": "too much time, memory or text for one conversation: ** makes more than",
    "{% set n = namespace(x=3) %}{% for i in range(99) %}{% set n.x = n.x * n.x %}{% endfor %}{{ n.x }}": "too much time, memory or text",
    "{% for i in range(99999) %}{{ range(99999999) | length }}{% endfor %}": "Range too big",
    "{{ ('a' * 99999) | replace('a', 'a' * 9999) | replace('a', 'a' * 9999) }}": "too much time, memory or text",
    turns(FOR + "<zcall>{{ f.name }}{{ ['<a>', '<b>'] | random }}{{ f.arguments | tojson }}</zcall>{% endfor %}"): "something else each time",
    "{% include '/etc/passwd' %}": "wants another file",
    "{{ ''.__class__.__mro__ }}": "hides",
    "{% for m in messages %}{{ m.content }}{% endfor %}": "prints no tool calls",
    "{{ messages[0].content.nothing.more }}": "fails",
    "{{ messages | tojson }}": "prints the messages of the request",
    turns(FOR + "<zcall>{{ f.name }}<zargs>" + "{{ f.arguments }}</zcall>{% endfor %}"): "as the host gave them",
    turns(FOR + "<zcall>{{ f.name }}<zargs>" + "{{ '' + f.arguments }}</zcall>{% endfor %}"): "as the host gave them",
}


@pytest.mark.parametrize("template", BAD)
def test_a_bad_template_is_refused_with_a_sentence(template: str, write, capsys):
    assert learning.main(["--template", write(template)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert BAD[template] in said.err and said.err.count("\n") == 1


def test_arguments_as_the_host_gave_them_may_be_taken_for_json(write):
    file = write(turns(FOR + "<zcall>{{ f.name }}<zargs>" + "{{ '' + f.arguments }}</zcall>{% endfor %}"))
    assert learn(file, name="zebra", as_json=True).page


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments, capture_output=True, text=True, env={**os.environ, **environment})


def test_the_page_is_written_to_a_file_once(write, tmp_path: Path):
    out = tmp_path / "zebra.md"
    words = [sys.executable, "-m", "toolcall", "learn", "--template", write(HERMES), "--out", str(out)]
    assert run(*words).returncode == 0
    assert out.read_text().startswith("---\ndialect: zebra\n")
    assert run(*words).returncode == 5


def test_the_command_hands_it_to_python_or_says_how(write, tmp_path: Path):
    assert COMMAND
    file = write(HERMES)
    made = run(COMMAND, "learn", "--template", file, "--name", "zebra", PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    assert made.returncode == 0 and made.stdout.startswith("---\ndialect: zebra\n")
    for without in ({"PYTHONPATH": str(tmp_path)}, {"PATH": str(tmp_path)}):
        refused = run(COMMAND, "learn", "--template", file, **without)
        assert refused.returncode == 1 and refused.stdout == ""
        assert "pip install" in refused.stderr and refused.stderr.count("\n") == 1


def response_template(**tool_calls: object) -> dict[str, object]:
    return {
        "start_anchor": "<|bot|>",
        "fields": {
            "thinking": {"open": "[[muse]]", "close": "[[/muse]]"},
            "tool_calls": {"repeats": True, **tool_calls},
            "content": {"close_pattern": r"\s*(?:<\|stop\|>|<\|end\|>)"},
        },
    }


CALL = {"type": "function", "function": {"name": "{name}", "arguments": "{content}"}}
RESPONSE_TEMPLATES = {
    "json": {"open_pattern": r"\s*<zcall>", "close": "</zcall>", "content": "json", "transform": {"type": "function", "function": "{content}"}},
    "keys": {
        "open": "<|zact|>", "close": ["<|/zact|>", "<|stop|>"], "content": "json", "transform_each": True,
        "transform": {"type": "function", "function": {"name": "{tool_name}", "arguments": "{parameters}"}},
    },
    "name first": {"open_pattern": r"\[ZCALL\](?P<name>[\w-]+)\[ZARGS\]", "close": "[/ZCALL]", "content": "json", "transform": CALL},
    "fields": {
        "open_pattern": r"\s*<zcalls>\s*<function=(?P<name>[^>\n]+)>", "close_pattern": r"</function>\s*</zcalls>", "content": "xml-inline",
        "content_args": {"tag_pattern": r"<parameter=(?P<key>[^>\n]+)>\s*(?P<value>.*?)\s*</parameter>"}, "transform": CALL,
    },
    "marked": {
        "open_pattern": r"<\|tool_call>call:(?P<name>\w+)", "close": "<tool_call|>", "content": "json",
        "content_args": {"unquoted_keys": True, "string_delims": [['<|"|>', '<|"|>']]}, "transform": CALL,
    },
    "python": {"open": "<|zpy|>", "close": "<|/zpy|>", "content": "python-call-list", "transform_each": True,
               "transform": {"type": "function", "function": {"name": "{name}", "arguments": "{arguments}"}}},
}  # fmt: skip


@pytest.mark.parametrize("shape", RESPONSE_TEMPLATES)
def test_a_response_template_becomes_a_page_that_reads_its_examples(shape: str, write, tmp_path: Path):
    assert COMMAND
    made = learning.learn_response_template(write(json.dumps(response_template(**RESPONSE_TEMPLATES[shape])), "t.json"), name="zebra", always=True)
    assert "think '[[muse]]' text '[[/muse]]'" in made.page and "turn  '<|stop|>'" in made.page
    page = tmp_path / "zebra.md"
    page.write_text(made.page, encoding="utf-8")
    tried = run(COMMAND, "try", str(page), "--examples")
    assert tried.returncode == 0, tried.stdout
    assert "2 examples, 0 differ" in tried.stdout


def test_what_the_command_shows_of_a_dialect_is_learned_back(write, tmp_path: Path):
    assert COMMAND
    for name in ("hermes", "qwen3_coder", "glm47", "hyperclovax_think", "gemma4", "mistral", "lfm2", "kimi_k2", "minimax", "dsml"):
        shown = run(COMMAND, "show", name, "--format", "response-template")
        assert shown.returncode == 0, name
        made = learning.learn_response_template(write(shown.stdout, "t.json"), name="zebra", always=True)
        page = tmp_path / "zebra.md"
        page.write_text(made.page, encoding="utf-8")
        tools = tmp_path / "tools.json"
        tools.write_text(json.dumps(learning.TOOLS))
        calls = [{"name": "get_weather", "arguments": {"city": "Bern", "days": 3}}, {"name": "ping", "arguments": {}}]
        written = subprocess.run([COMMAND, "render", "--dialect", name, "--tools", tools], input=json.dumps(calls), capture_output=True, text=True)
        read = subprocess.run(
            [COMMAND, "parse", "--page", page, "--tools", tools], input=written.stdout, capture_output=True, text=True
        )
        found = json.loads(read.stdout)["tool_calls"]
        assert [(each["function"]["name"], json.loads(each["function"]["arguments"])) for each in found] == [
            (each["name"], each["arguments"]) for each in calls
        ], name


def test_half_of_a_character_is_refused_with_a_sentence(write, capsys):
    half = "<z\ud83d>"
    bad = {
        "--response-template": response_template(open=half, close="</z>", content="json"),
        "--template": {"chat_template": turns(FOR + half + "{{ f.name }}{{ f.arguments | tojson }}{% endfor %}")},
    }
    for flag, template in bad.items():
        assert learning.main([flag, write(json.dumps(template), "t.json")]) == 1
        said = capsys.readouterr()
        assert said.out == "" and "half of a character, \\ud83d" in said.err and said.err.count("\n") == 1, said.err


@pytest.mark.parametrize("flag", ["--template", "--response-template"])
def test_a_file_that_cannot_be_read_is_another_code(flag: str, tmp_path: Path, capsys):
    missing = str(tmp_path / "none.json")
    assert learning.main([flag, missing]) == 5
    assert capsys.readouterr().err == f"toolcall: {missing}: No such file or directory\n"


def test_a_response_template_of_another_shape_is_refused_with_a_sentence(write, capsys):
    bad = {
        "no field tool_calls": {"fields": {"content": {}}},
        "has no response_template": {"chat_template": "x"},
        "begin without a mark": response_template(content="json"),
        "of a shape that no page has": response_template(open="<z>", content="kv-lines"),
        "repeats what no mark repeats": response_template(open_pattern=r"(?:<z>)*x", content="json"),
        "is no pattern": response_template(open_pattern="(", content="json"),
        "which is no literal, blank or named group": response_template(open_pattern=r"<z\d>", content="json"),
        "not the name of the call": response_template(open_pattern=r"<z>(?P<kind>\w+)", content="json", transform={"function": "{content}"}),
        "tag_pattern": response_template(open_pattern="<z>(?P<name>x)", content="xml-inline", transform=CALL, content_args={"tag_pattern": "(?P<key>x)"}),
    }
    for why, template in bad.items():
        assert learning.main(["--response-template", write(json.dumps(template), "t.json")]) == 1
        said = capsys.readouterr()
        assert said.out == "" and why in said.err and said.err.count("\n") == 1, (why, said.err)
