"""A response template, the declarative reader of Transformers (5.13 and later), as marks (docs/learn.md).

The one idea: a region's patterns are of a few shapes, a row of literals, blanks, and groups with names. What is of another
shape is named, and nothing is made of it.
"""

import contextlib
import json
import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from ._comparing import Marks, share_block
from ._conversations import REASONING_KEYS
from ._templates import LearnError, UnreadableError, check_text

# Of the library of Python, which has no other way to take a pattern apart.
ops: Any = import_module("re._constants")
patterns: Any = import_module("re._parser")


@dataclass(frozen=True, slots=True)
class Piece:
    """Of a pattern: ``text``, or the name of a ``group``; ``optional`` is what may be missing. Digits are the group number.
    Of several words the first is the text, and ``words`` are all."""

    text: str = ""
    group: str = ""
    optional: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Regions:
    """What was read of a template."""

    marks: Marks
    think: tuple[str, str] | None
    answer: tuple[str, str] | None
    turn: str


def read_response_template(file: str) -> dict[str, Any]:
    """The template alone, or in a tokenizer_config.json. Raises LearnError."""
    try:
        given = json.loads(Path(file).read_text(encoding="utf-8-sig"))
    except OSError as why:
        raise UnreadableError(f"{file}: {why.strerror or why}") from None
    except (ValueError, RecursionError) as why:
        raise LearnError(f"{file} is not JSON: {why}") from None
    found = given.get("response_template", given) if isinstance(given, dict) else None
    fields = found.get("fields") if isinstance(found, dict) else None
    if not isinstance(found, dict) or not isinstance(fields, dict) or not all(isinstance(each, dict) for each in fields.values()):
        raise LearnError(f"{file} has no response_template: an object with fields, each of them an object")
    check_text(json.dumps(found, ensure_ascii=False), file)
    return found


def regions_of(template: dict[str, Any]) -> Regions:
    """Raises LearnError where the calls are of another shape than pages have."""
    fields = template["fields"]
    if "tool_calls" not in fields:
        raise LearnError(f"the response template has no field tool_calls; it has {', '.join(map(str, fields))}")
    marks = _calls(fields["tool_calls"])
    think = answer = None
    turn = ""
    for name, field in fields.items():
        if name in REASONING_KEYS and think is None:
            opened, closed = _literal_of(field, "open"), _literal_of(field, "close")
            if opened and closed:
                think = opened, closed
            else:
                marks.notes.append(f"how the model thinks: the field {name} has no marks on both sides")
        elif name == "content":
            opened, closed = _literal_of(field, "open"), _literal_of(field, "close")
            one_mark = re.fullmatch(r"<[^<>/]*>|\[[^\[\]/]*\]", opened) and re.fullmatch(r"<[^<>]*>|\[[^\[\]]*\]", closed)
            answer = (opened, closed) if one_mark else None
            if opened and not one_mark:
                marks.notes.append("the marks around text: they are not one tag on each side")
            if not opened and closed.startswith(("<", "[")):
                turn = closed
        elif name != "tool_calls":
            marks.notes.append(f"the field {name}, which is no part of a call, reasoning or text")
    return Regions(marks, think, answer, turn)


def _pieces(field: dict[str, Any], side: str) -> list[Piece]:
    """What stands at this side of a region; of several literals the first."""
    literal = field.get(side)
    if literal is not None:
        first = literal[0] if isinstance(literal, list) and literal else literal
        if not isinstance(first, str):
            raise LearnError(f"{side} of a field is {literal!r:.80}, and not a text or a list of texts")
        return [Piece(first)]
    pattern = field.get(f"{side}_pattern")
    if pattern is None:
        return []
    return _read_pattern(pattern, f"{side}_pattern")


def _read_pattern(pattern: Any, where: str) -> list[Piece]:
    try:
        read = patterns.parse(pattern)
    except (re.error, TypeError, RecursionError, OverflowError) as why:
        raise LearnError(f"{where} is no pattern: {pattern!r:.120}: {why}") from None
    made: list[Piece] = []
    _walk(read, f"{where} {pattern!r:.120}", made)
    joined: list[Piece] = []
    for each in made:
        if joined and not each.group and not joined[-1].group and each.optional == joined[-1].optional:
            joined[-1] = Piece(joined[-1].text + each.text, "", each.optional, joined[-1].words or each.words)
        else:
            joined.append(each)
    return joined


def _walk(read: Any, where: str, to: list[Piece]) -> None:
    for op, argument in read:
        if op is ops.LITERAL:
            to.append(Piece(chr(argument)))
        elif op is ops.AT or op in (ops.ASSERT, ops.ASSERT_NOT):
            continue  # where it stands, and no byte of it
        elif op is ops.SUBPATTERN:
            name = next((name for name, number in read.state.groupdict.items() if number == argument[0]), "")
            if name:
                to.append(Piece(group=name))
            else:
                _walk(argument[3], where, to)
        elif op is ops.BRANCH:
            first: list[Piece] = []
            _walk(argument[1][0], where, first)
            all_literal = all(op is ops.LITERAL for each in argument[1] for op, _ in each)
            words = tuple("".join(chr(c) for _, c in each) for each in argument[1]) if all_literal else ()
            to += [Piece(each.text, each.group, each.optional, words) for each in first]
        elif op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
            low, high, inner = argument
            if _is_blank(inner):
                to += [Piece(" ")] if low > 0 else []
            elif (low, high) == (0, 1):  # what is no mark may as well be missing
                with contextlib.suppress(LearnError):
                    some: list[Piece] = []
                    _walk(inner, where, some)
                    to += [Piece(each.text, "", True) for each in some if each.text]
            elif list(inner) == _DIGITS:
                to.append(Piece(group="number"))
            else:
                raise LearnError(f"{where} repeats what no mark repeats")
        elif op is ops.GROUPREF:
            continue  # the same name again
        elif not _is_blank([(op, argument)]):
            raise LearnError(f"{where} has {str(op).lower()}, which is no literal, blank or named group")


_DIGITS = list(patterns.parse(r"\d+")[0][1][2])


def _is_blank(read: Any) -> bool:
    return all(
        (op is ops.IN and all(_is_blank([each]) for each in argument))
        or (op is ops.CATEGORY and argument is ops.CATEGORY_SPACE)
        or (op is ops.LITERAL and chr(argument) in " \t\r\n")
        for op, argument in read
    )


def _literal_of(field: dict[str, Any], side: str) -> str:
    """The mark at this side; empty where there is none, or a pattern says it otherwise."""
    try:
        return "".join(each.text for each in _pieces(field, side) if not each.optional and not each.group).strip()
    except LearnError:
        return ""


def _calls(field: dict[str, Any]) -> Marks:
    opened, closed = _pieces(field, "open"), _pieces(field, "close")
    if not opened:
        raise LearnError("the calls of the response template begin without a mark: tool_calls has neither open nor open_pattern")
    made = Marks("object")
    before = [each for each in opened if not each.optional]
    block = "".join(each.text for each in opened if each.optional), "".join(each.text for each in closed if each.optional)
    if block[0] and block[1]:
        made.block = block
    content = field.get("content", "text")
    arguments = field.get("content_args") or {}
    name, values = _placeholders(field)
    captured = [each.group for each in before if each.group]
    end = "".join(each.text for each in closed if not each.optional)
    if captured and name not in captured:
        raise LearnError(f"open_pattern of tool_calls captures {', '.join(captured)}, which is not the name of the call")
    if content == "python-call-list":
        made.kind, made.several, made.between = "python", "list", ", "
        made.call = _text(before) + "[", "]" + end
    elif content == "json" and name.startswith("content."):
        made.keys = [name.removeprefix("content."), values.removeprefix("content.")]
        made.call = _text(before), end
    elif content == "json" and field.get("transform_each") is True:
        made.keys, made.several, made.between = [name, values], "list", ", "
        made.call = _text(before) + "[", "]" + end
    elif content == "json" and values == "content" and name in captured:
        _name_before(made, before, arguments)
        made.call = _text(before[: [each.group for each in before].index(name)]), end
    elif content == "xml-inline" and values == "content" and name in captured:
        made.kind = "fields"
        at = [each.group for each in before].index(name)
        if len(captured) > 1:
            raise LearnError(f"open_pattern of tool_calls captures {', '.join(captured)}; where fields follow, a page has a place for the name alone")
        made.after_name = _text(before[at + 1 :])
        _field(made, arguments)
        made.call = _text(before[:at]), end
        share_block(made)
    else:
        raise LearnError(f"calls as {content!r} with the transform {json.dumps(field.get('transform'))[:200]} are of a shape that no page has")
    return made


def _name_before(made: Marks, before: list[Piece], arguments: dict[str, Any]) -> None:
    delimiters = arguments.get("string_delims") or []
    if arguments.get("unquoted_keys") and len(delimiters) == 1 and delimiters[0][0] == delimiters[0][1]:
        made.kind, made.quote = "marked", str(delimiters[0][0])
        return
    made.kind = "headed"
    begin = next(n for n, each in enumerate(before) if each.group)
    made.header = [each.group or "=" + each.text for each in before[begin:]]
    odd = [each for each in made.header if not each.startswith("=") and each not in ("name", "id", "number")]
    if odd:
        raise LearnError(f"open_pattern of tool_calls captures {', '.join(odd)}; a page has a place for name and id")
    made.header.append("arguments")


def _field(made: Marks, arguments: dict[str, Any]) -> None:
    parser = arguments.get("value_parser") or {}
    made.json_values = isinstance(parser, dict) and parser.get("name") == "json"
    if parser and not made.json_values:
        made.notes.append(f"value_parser {parser!r:.80}: the page takes values for text, and their types from the tool's schema")
    tag = _read_pattern(arguments.get("tag_pattern"), "tag_pattern")
    shape = [each.group for each in tag if not each.optional]
    text = [each.text for each in tag if not each.optional]
    if shape != ["", "key", "", "value", ""]:
        raise LearnError(f"tag_pattern {arguments.get('tag_pattern')!r:.120} is not a mark, the key, a mark, the value, and a mark")
    made.key, made.value = (text[0], text[2]), ("", text[4])
    between = [each for each in tag if not each.optional][2]
    if len(between.words) == 2:
        made.type_words = between.words[0], between.words[1]


def _text(pieces: list[Piece]) -> str:
    return "".join(each.text for each in pieces)


def _placeholders(field: dict[str, Any]) -> tuple[str, str]:
    """What the transform takes for the name and for the arguments."""
    transform = field.get("transform")
    function = transform.get("function") if isinstance(transform, dict) else None
    if function == "{content}" or (transform is None and field.get("content") == "json"):
        return "content.name", "content.arguments"
    if not isinstance(function, dict):
        return "", ""
    names = [function.get("name"), function.get("arguments")]
    words = [each[1:-1] if isinstance(each, str) and re.fullmatch(r"\{[\w.]+\}", each) else "" for each in names]
    return words[0], words[1]
