"""A dialect of a page: it is used wherever a dialect is asked for, and what is wrong with a page is said with its lines."""

import pickle

import pytest

import toolcall

PAGE = "---\ndialect: zebra\norder: 600\n---\n# zebra\n\n```marks\ncall '<|zebra|>' object '<|/zebra|>'\n```\n"
TEXT = '<|zebra|>{"name": "ping", "arguments": {"n": "1"}}<|/zebra|>'
TOOLS = [{"name": "ping", "parameters": {"properties": {"n": {"type": "integer"}}}}]


def test_a_page_is_read_from_its_text_or_its_file(tmp_path):
    file = tmp_path / "zebra.md"
    file.write_text(PAGE)
    for dialect in (toolcall.Dialect.of_page(PAGE), toolcall.Dialect.of_page(file), toolcall.Dialect.of_page(str(file))):
        message = toolcall.parse(TEXT, dialect=dialect, tools=TOOLS)
        assert [(call.name, call.values(), call.dialect) for call in message.tool_calls] == [("ping", {"n": 1}, "zebra")]
    assert toolcall.parse(TEXT, dialect="hermes").tool_calls == ()
    with pytest.raises(FileNotFoundError):
        toolcall.Dialect.of_page(tmp_path / "missing.md")
    with pytest.raises(toolcall.SetupError, match="^the page is empty"):
        toolcall.Dialect.of_page("")


def test_it_stands_wherever_a_dialect_is_asked_for():
    zebra = toolcall.Dialect.of_page(PAGE)
    assert toolcall.render([{"name": "ping", "arguments": {"n": 1}}], dialect=zebra).startswith("<|zebra|>")
    assert "<|zebra|>" in toolcall.constrain(dialect=zebra, tools=TOOLS, format="gbnf", choice="required").text
    with toolcall.Parser(dialect=zebra, tools=TOOLS) as parser:
        parser.feed(TEXT)
        parser.finish()
        assert parser.message().tool_calls[0].name == "ping"
    assert [len(message.tool_calls) for message in toolcall.batch([TEXT, "x"], dialect=zebra)] == [1, 0]
    body = b'{"choices":[{"index":0,"message":{"role":"assistant","content":"%s"}}]}' % TEXT.replace('"', '\\"').encode()
    with toolcall.Rewriter(dialect=zebra, tools=TOOLS) as rewriter:
        assert b'"tool_calls"' in rewriter.feed(body) + rewriter.finish()
    assert toolcall.mend([{"role": "user", "content": "x"}], dialect=zebra)
    assert toolcall.parse(TEXT, dialect=pickle.loads(pickle.dumps(zebra))).tool_calls[0].dialect == "zebra"


def test_what_is_wrong_with_a_page_is_said_with_its_lines(tmp_path):
    with pytest.raises(toolcall.SetupError, match=r"^zebra\.md:8: call: "):
        toolcall.Dialect.of_page("---\ndialect: zebra\norder: 600\n---\n# z\n\n```peg\ncall <- nothing\n```\n")
    file = tmp_path / "zebra.md"
    file.write_text("---\ndialect: zebra\norder: 600\n---\n# z\n\n```peg\ncall <- nothing\nother <- missing\n```\n")
    with pytest.raises(toolcall.SetupError) as why:
        toolcall.Dialect.of_page(file)
    lines = str(why.value).splitlines()
    assert len(lines) >= 2 and all(line.startswith(f"{file}:") for line in lines)


def test_where_it_cannot_stand_is_said():
    zebra = toolcall.Dialect.of_page(PAGE)
    with pytest.raises(toolcall.SetupError, match="alone"):
        toolcall.parse(TEXT, dialect=["hermes", zebra])  # type: ignore[list-item]
    with pytest.raises(toolcall.SetupError, match="report"):
        toolcall.report(TEXT, dialect=zebra)
