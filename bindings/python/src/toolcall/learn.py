"""A dialect learned from a model's chat template: ``python -m toolcall learn --template FILE`` (docs/learn.md).

The template is rendered with conversations that were chosen for it, and what it prints is compared. If a dialect of the
library reads all of it, that one is named; else it becomes a page, which ``toolcall parse --page`` reads. It needs
jinja2, which is imported nowhere else.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ._comparing import Marks, Unlike, compare, find_call
from ._conversations import (
    FILE,
    PING,
    REASON,
    SECOND,
    TEXT,
    TOOLS,
    TYPES,
    WEATHER,
    Said,
    ids_of,
    random_turns,
)
from ._learned_page import Learned, NoPage, page_of
from ._printed import Template
from ._response_template import read_response_template, regions_of
from ._templates import LearnError, UnreadableError, read_template
from .dialect import Dialect
from .errors import SetupError
from .parser import parse
from .rendering import render
from .settings import dialects_of_template
from .tools import Tools

__all__ = ["LearnError", "Result", "Template", "learn", "learn_response_template", "main"]

@dataclass(frozen=True, slots=True)
class Result:
    """``dialect`` of the library, or a ``page``; ``notes``: what could not be learned, or was not tried."""

    dialect: str = ""
    page: str = ""
    notes: tuple[str, ...] = ()


def learn(file: str, *, name: str = "learned", as_json: bool = False, always: bool = False) -> Result:
    """Raises LearnError, with a sentence that says why nothing was learned. ``always``: a page also where a dialect of
    the library reads all."""
    of = read_template(file)
    template = Template.begun(of, as_json)
    if not always:
        known = _known_dialect(template)
        if known:
            return Result(dialect=known)
    learned = _learned(template, name)
    try:
        page = page_of(learned)
    except NoPage as why:
        raise LearnError(f"no page was made of this template: {why}") from None
    notes = [*learned.marks.notes, *learned.notes]
    failed = _tried(page, name, template, notes)
    if failed:
        raise LearnError(f"no page was made of this template: {failed}")
    return Result(page=page, notes=tuple(dict.fromkeys(notes)))


def learn_response_template(file: str, *, name: str = "learned", always: bool = False) -> Result:
    """Likewise, of a response template of Transformers; what the page writes is what its dialect is looked for by."""
    regions = regions_of(read_response_template(file))
    learned = Learned(name, regions.marks, regions.think, regions.answer, regions.turn, source="response template (`toolcall learn`)")
    learned.notes = list(learned.marks.notes)
    if regions.think is None and not any("thinks" in each for each in learned.notes):
        learned.notes.append("how the model thinks: the template has no field for it, and the page reads <think> as most do")
    try:
        written = page_of(learned)
        dialect = Dialect(written, f"{name}.md")
        said = [Said(calls=(WEATHER,)), Said(calls=(WEATHER, SECOND)), Said(calls=(PING,)), Said(calls=(FILE,))]
        texts = [(each, _rendered_by(dialect, each)) for each in said]
    except NoPage as why:
        raise LearnError(f"no page was made of this template: {why}") from None
    except SetupError:
        raise LearnError(f"no page was made of this template: {_unread(learned.notes)}") from None
    if not always:
        seen = [call.dialect for _, text in texts for call in parse(text, tools=Tools(TOOLS)).tool_calls]
        offered = Tools(TOOLS)
        for each in dict.fromkeys(seen):
            if all(_reads(each, offered, what, text) for what, text in texts):
                return Result(dialect=each)
    learned.examples = [("one call", *texts[0]), ("two calls", *texts[1])]
    page = page_of(learned)
    return Result(page=page, notes=tuple(dict.fromkeys(learned.notes)))


def _rendered_by(dialect: Dialect, said: Said) -> str:
    calls = [{"name": each.name, "arguments": each.arguments} for each in said.calls]
    return render(calls, dialect=dialect, tools=TOOLS)


def known_dialect(file: str) -> str:
    """The dialect of the library that reads all that this template prints; where arguments are printed as the host gave
    them, as JSON. Empty where there is none."""
    return _known_dialect(Template.begun(read_template(file), True))


def random_texts(template: Template, count: int, seed: int = 1) -> list[tuple[Said, str]]:
    """Turns with random calls, as the template prints them; those that it refuses are left out, and so are those in which
    it prints Python that means something else, for it sets text between quotes without escapes."""
    both = template.turns([Said(calls=(WEATHER, SECOND))])[0]
    one = both is None or SECOND.name not in both
    said = random_turns(count * 3 // 2, seed, one=one, reasons=template.reasons)
    texts = zip(said, template.calls_written(said), strict=True)
    return [(each, text) for each, text in texts if text is not None and _is_carried(each, text)][:count]


def _is_carried(said: Said, text: str) -> bool:
    for call in said.calls:
        found = find_call(text, call, "") if f"{call.name}(" in text else None
        if f"{call.name}(" in text and (found is None or found.kind != "python"):
            return False
    return True


def _known_dialect(template: Template) -> str:
    """The dialect that reads all, without a repair."""
    tried = random_texts(template, 60)
    if not tried:
        return ""
    try:
        names = [each["dialect"] for each in dialects_of_template(template.of.text)]
    except SetupError:  # it looks like JSON
        names = []
    seen = [call.dialect for _, text in tried[:10] for call in parse(text, tools=Tools(TOOLS)).tool_calls]
    names += sorted(set(seen), key=lambda each: -seen.count(each))
    offered = Tools(TOOLS)
    for each in dict.fromkeys(names):
        if all(_reads(each, offered, said, text) for said, text in tried):
            return str(each)
    return ""


def _reads(dialect: str, offered: Tools, said: Said, text: str) -> bool:
    read = parse(text, dialect=dialect, tools=offered)
    calls = [(each.name, each.values()) for each in read.tool_calls if each.is_complete and not each.repairs]
    return (
        calls == [(each.name, each.arguments) for each in said.calls]
        and not read.incomplete
        and not read.refused
        and (read.reasoning or "").strip() == said.reasoning
        and not (read.content or "").strip()
    )


def _learned(template: Template, name: str) -> Learned:
    said = [
        Said(calls=(WEATHER,)),
        Said(calls=(PING,)),
        Said(calls=(WEATHER, SECOND)),
        Said(text=TEXT, calls=(WEATHER,)),
        Said(text=TEXT, reasoning=REASON),
        Said(reasoning=REASON, calls=(WEATHER,)),
        Said(calls=(TYPES,)),
        Said(calls=(FILE,)),
    ]
    turns = template.turns(said)
    texts = [template.written(each) if each is not None else None for each in turns]
    one = texts[0]
    assert one is not None and turns[0] is not None  # it was printed before
    calls = (WEATHER, SECOND)
    ids = ids_of(calls, template.manner.ids)
    try:
        marks = compare(one, texts[1], texts[2], ids=(ids[0], ids[1]), calls=calls)
    except Unlike as why:
        raise LearnError(f"no page was made of this template: {why}") from None
    notes = []
    think = template.think(turns[4]) if template.reasons and turns[4] is not None else None
    if think is None:
        notes.append(
            "how the model thinks: the template prints no reasoning, and the page reads <think> as most do"
            if not template.reasons
            else "how the model thinks: no mark stands directly around what it prints"
        )
    elif texts[5] is None or REASON not in texts[5]:
        notes.append("the template prints no reasoning beside calls")
    if texts[3] is None or TEXT not in texts[3]:
        notes.append("the template prints no text beside calls")
    _look_at_values(texts[6], texts[7], marks, notes)
    if not template.turn_mark():
        notes.append("which mark ends a turn")
    learned = Learned(name, marks, think, template.answer(turns[0], think), template.turn_mark(), tokens=template.of.tokens)
    learned.starts = template.starts(think)
    if think is not None and texts[5] is not None:
        learned.header = _header(texts[5], think, marks)
    learned.notes = notes
    shown = [("one call", said[0], one)]
    if texts[2] is not None and SECOND.name in texts[2]:
        shown.append(("two calls", said[2], texts[2]))
    if think is not None and texts[5] is not None and REASON in texts[5]:
        shown.append(("a call after reasoning", said[5], texts[5]))
    # Blanks around the whole of it are the message's text, which has its own.
    learned.examples = [(title, each, re.sub(r"\n{3,}", "\n\n", text.strip())) for title, each, text in shown]
    return learned


def _header(turn: str, think: tuple[str, str], marks: Marks) -> str:
    """What stands between a thought and the calls after it, such as the header of another message."""
    opening = (marks.block[0] + marks.call[0]).strip()
    behind = turn.partition(REASON)[2].lstrip()
    at = behind.find(opening) if opening else -1
    closed = think[1].strip()
    return behind[len(closed) : at].strip() if at >= 0 and behind.startswith(closed) else ""


def _look_at_values(types: str | None, file: str | None, marks: Marks, notes: list[str]) -> None:
    if types is None or "ratio" not in types:
        notes.append("how numbers, lists and objects are written: the template refuses them")
    elif marks.kind == "fields":
        if "True" in types:
            notes.append("the template prints true as True, as Python does; the page's model writes JSON")
        elif "[4, 5]" not in types and "[4,5]" not in types:
            notes.append("how lists are written: not as JSON")
    content = str(FILE.arguments["content"])
    if marks.kind == "fields" and file is not None and content not in file:
        notes.append("text is not printed as it is, but with escapes that the page does not know")


_DIFFERS = re.compile(r"^[^\n]*:\d+: ([^\n]*): differs$", re.MULTILINE)


def _tried(page: str, name: str, template: Template, notes: list[str]) -> str:
    """Reads the page's examples and 200 random turns with the command; why the page is wrong, or nothing."""
    command = os.environ.get("TOOLCALL_COMMAND") or shutil.which("toolcall")
    if not command:
        notes.append("the page was not tried, for there is no command toolcall: toolcall try PAGE --examples does")
        return ""
    tried = random_texts(template, 200)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.md"
        file.write_text(page, encoding="utf-8")
        examples = subprocess.run([command, "try", str(file), "--examples"], capture_output=True, text=True)
        if examples.returncode == 1 and "one call: ok" in examples.stdout:
            notes += [f"the page reads an example otherwise: {each}" for each in _DIFFERS.findall(examples.stdout)]
        elif examples.returncode != 0:
            return _unread(notes)
        failed = read_back(command, file, tried)
    if failed:
        text = failed[0][1] if len(failed[0][1]) < 300 else failed[0][1][:300] + "…"
        notes.append(f"of {len(tried)} random turns the page does not read {len(failed)}, such as {text!r}")
    return ""


def _unread(notes: Sequence[str]) -> str:
    """Why there is no page, whose lines nobody would see."""
    said = "the marks that were found do not say how all of it is read again"
    return said + (f"; what could not be learned: {'; '.join(dict.fromkeys(notes))}" if notes else "")


def read_back(command: str, page: Path, turns: Sequence[tuple[Said, str]]) -> list[tuple[Said, str]]:
    """The turns that the page does not read as they were said, without a repair."""
    tools = page.with_name("tools.json")
    tools.write_text(json.dumps(TOOLS), encoding="utf-8")
    records = "".join(json.dumps({"id": str(n), "text": text}) + "\n" for n, (_, text) in enumerate(turns))
    done = subprocess.run(
        [command, "batch", "--jobs", "1", "--page", str(page), "--tools", str(tools)],
        input=records.encode(),
        capture_output=True,
    )
    lines = done.stdout.decode().splitlines()
    if len(lines) != len(turns):
        return list(turns)
    return [each for each, line in zip(turns, lines, strict=True) if not _is_said(json.loads(line), each[0])]


def _is_said(record: dict[str, object], said: Said) -> bool:
    message = record.get("message", record)
    assert isinstance(message, dict)
    calls = [(c["function"]["name"], json.loads(c["function"]["arguments"])) for c in message.get("tool_calls") or []]
    more = message.get("toolcall") or {}
    return (
        calls == [(each.name, each.arguments) for each in said.calls]
        and all(each["status"] == "complete" for each in more.get("calls", []))
        and not any(each.get("recovery") for each in more.get("diagnostics", []))
        and (message.get("reasoning_content") or "").strip() == said.reasoning
        and not (message.get("content") or "").strip()
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m toolcall learn",
        description="Makes the page of a dialect from what a model ships, or names the dialect that reads it.",
        allow_abbrev=False,
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--template", metavar="FILE", help="a chat template, tokenizer_config.json, chat_template.json, or a GGUF file"
    )
    source.add_argument(
        "--response-template",
        metavar="FILE",
        help="a response_template of Transformers, alone as JSON or in a tokenizer_config.json",
    )
    parser.add_argument("--name", help="the dialect's name: a-z, 0-9 and _; without it, that of --out, or learned")
    parser.add_argument("-o", "--out", metavar="FILE", help="where the page is written, as NAME.md; else standard output")
    parser.add_argument(
        "--as-json", action="store_true", help="where the template prints arguments as the host gave them, take them for JSON"
    )
    parser.add_argument(
        "--always", action="store_true", help="make a page also where a dialect of the library reads everything"
    )
    chosen = parser.parse_args(arguments)
    name = chosen.name or (Path(chosen.out).stem if chosen.out else "learned")
    if name == "auto" or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        parser.error(f"{name!r} is no name of a page: it has a-z, 0-9 and _, begins with a letter, and is not auto")
    if chosen.out and Path(chosen.out).name != f"{name}.md":
        parser.error(f"the page of {name} is the file {name}.md")
    try:
        if chosen.template:
            made = learn(chosen.template, name=name, as_json=chosen.as_json, always=chosen.always)
        else:
            made = learn_response_template(chosen.response_template, name=name, always=chosen.always)
        if made.page and chosen.out:
            with Path(chosen.out).open("x", encoding="utf-8", newline="") as out:
                out.write(made.page)
    except LearnError as why:
        file = chosen.template or chosen.response_template
        print(f"toolcall: {file}: {why}" if file not in str(why) else f"toolcall: {why}", file=sys.stderr)
        return 5 if isinstance(why, UnreadableError) else 1
    except OSError as why:
        print(f"toolcall: {chosen.out}: {why.strerror or why}", file=sys.stderr)
        return 5
    if made.dialect:
        print(made.dialect)
    elif not chosen.out:
        print(made.page, end="")
    for each in made.notes:
        print(f"toolcall: not learned: {each}", file=sys.stderr)
    return 0
