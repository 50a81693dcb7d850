"""What a template prints for a turn, taken apart: what stands around the calls, around one of them, around its parts.

The one idea: what two texts have in common, where they should differ in one thing alone, is marks. A mark is never cut
in two, so a common beginning or end is shortened to the next place where one begins.
"""

import ast
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ._conversations import Call


def common_start(one: str, other: str) -> str:
    """Up to where they differ, without a mark that was only begun."""
    size = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        size += 1
    made = one[:size]
    if size < max(len(one), len(other)):
        for opened, closed in (("<", ">"), ("[", "]")):
            at = made.rfind(opened)
            if at >= 0 and closed not in made[at:]:
                made = made[:at]
        word = re.search(r"[A-Za-z0-9_]+$", made)
        rest = one[size : size + 1] + other[size : size + 1]
        if word and re.search(r"[A-Za-z0-9_]", rest) and word.start() > 0:
            made = made[: word.start()]
    return made


_MARK_BEGINS = re.compile(r"[<\[{\s]|$")


def common_end(one: str, other: str) -> str:
    size = 0
    for a, b in zip(reversed(one), reversed(other), strict=False):
        if a != b:
            break
        size += 1
    made = one[len(one) - size :] if size else ""
    if size == len(one) or size == len(other):
        return made
    found = _MARK_BEGINS.search(made)
    return made[found.start() :] if found else ""


@dataclass(slots=True)
class Found:
    """A call in what was printed. ``kind``: object, by_name (an object whose key is the tool), headed (a name, and an
    object after it), marked (likewise, with a mark around strings and keys without quotes), python, fields (keys and
    values between marks)."""

    kind: str
    begin: int
    end: int
    keys: list[str] = field(default_factory=list)  # of an object
    slots: list[tuple[int, int, str]] = field(default_factory=list)  # begin, end, name or id or arguments; of headed
    compact: bool = False
    wrapped: bool = False  # within another object
    stringly: bool = False  # the arguments are JSON in a string
    quote: str = ""  # the mark around strings; of marked
    parts: dict[str, tuple[int, int]] = field(default_factory=dict)  # of fields


def _objects(text: str, begin: int) -> Iterable[tuple[int, int, dict[str, Any]]]:
    decoder = json.JSONDecoder()
    at = text.find("{", begin)
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            if isinstance(value, dict):
                yield at, end, value
        at = text.find("{", at + 1)


def _is(value: Any, arguments: dict[str, Any]) -> bool:
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return False
    return bool(value == arguments) and isinstance(value, dict)


def find_call(text: str, call: Call, id_: str, begin: int = 0) -> Found | None:
    """The first call from ``begin`` on that is this one."""
    for at, end, value in _objects(text, begin):
        holder = next((k for k, v in value.items() if _is(v, call.arguments) and k != call.name), None)
        if call.name in value.values() and holder is not None:
            stringly = isinstance(value[holder], str)
            return Found("object", at, end, list(value), compact=_is_compact(text[at:end]), stringly=stringly)
        inner = value.get("function")
        if isinstance(inner, dict) and inner.get("name") == call.name and _is(inner.get("arguments"), call.arguments):
            return Found("object", at, end, list(inner), compact=_is_compact(text[at:end]), wrapped=True)
        if list(value) == [call.name] and value[call.name] == call.arguments:
            return Found("by_name", at, end, compact=_is_compact(text[at:end]))
        name = text.rfind(call.name, begin, at)
        if value == call.arguments and name >= 0:
            slots = [(name, name + len(call.name), "name"), (at, end, "arguments")]
            where = text.find(id_, begin, at)
            if where >= 0 and not where <= name < where + len(id_):
                slots.append((where, where + len(id_), "id"))
            elif where >= 0 and where <= name:
                slots[0] = (name, name + len(call.name), "name")
            slots.sort()
            return Found("headed", slots[0][0], max(end, slots[-1][1]), slots=slots, compact=_is_compact(text[at:end]))
    marked = _marked(text, call, begin)
    if marked is not None:
        return marked
    for found in re.compile(re.escape(call.name) + r"\(").finditer(text, begin):
        end = _python_end(text, found.start(), call)
        if end:
            return Found("python", found.start(), end)
    return _fields(text, call, begin)


def _marked(text: str, call: Call, begin: int) -> Found | None:
    """NAME{KEY:<mark>TEXT<mark>,KEY:7}: which mark it is, the first text shows."""
    at = text.find(call.name + "{", begin)
    key, value = next(((k, v) for k, v in call.arguments.items() if isinstance(v, str)), ("", ""))
    where = text.find(f"{key}:", at)
    if at < 0 or not key or where < 0:
        return None
    opened = where + len(key) + 1
    quote = text[opened : text.find(value, opened)]
    if not re.fullmatch(r"<[^<>\n]+>", quote):
        return None
    quoted = re.compile(re.escape(quote) + "(.*?)" + re.escape(quote), re.DOTALL)
    first = at + len(call.name)
    end = _brace_end(text, first, quoted)
    strings: list[str] = []

    def kept(found: re.Match[str]) -> str:
        strings.append(found[1])
        return f'"\\u0000{len(strings) - 1}"'

    plain = re.sub(r"([{,]\s*)([A-Za-z_]\w*)\s*:", r'\1"\2":', quoted.sub(kept, text[first:end]))
    try:
        read = json.loads(plain)
    except (ValueError, RecursionError):
        return None
    return Found("marked", at, end, quote=quote) if _is_alike(_filled(read, strings), call.arguments) else None


def _brace_end(text: str, at: int, quoted: re.Pattern[str]) -> int:
    """Behind the brace that closes the one at ``at``; 0 where there is none."""
    depth = 0
    while at < len(text):
        string = quoted.match(text, at)
        if string:
            at = string.end()
            continue
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return at
    return 0


def _filled(value: Any, strings: list[str]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(each, strings) for key, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, strings) for each in value]
    return strings[int(value[1:])] if isinstance(value, str) and value[:1] == "\x00" else value


def _is_alike(read: Any, meant: dict[str, Any]) -> bool:
    """The same, but for values that are all printed as text; the order of keys does not count."""
    same_keys = isinstance(read, dict) and read.keys() == meant.keys()
    return same_keys and all(read[key] == value or read[key] == str(value) for key, value in meant.items())


def _is_compact(written: str) -> bool:
    return not re.search(r"[,:]\s", re.sub(r'"(\\.|[^"\\])*"', '""', written))


def _python_end(text: str, begin: int, call: Call) -> int:
    at = text.find(")", begin)
    while at >= 0:
        try:
            made = ast.parse(text[begin : at + 1], mode="eval").body
            if isinstance(made, ast.Call):
                values = {each.arg: ast.literal_eval(each.value) for each in made.keywords}
                if values == call.arguments:
                    return at + 1
        except (SyntaxError, ValueError):
            pass
        at = text.find(")", at + 1)
    return 0


def _fields(text: str, call: Call, begin: int) -> Found | None:
    name = text.find(call.name, begin)
    if name < 0:
        return None
    if not call.arguments:
        return Found("fields", name, name + len(call.name))
    at, parts = name + len(call.name), {}
    for key, value in call.arguments.items():
        for what, word in ((key, key), (key + "=", value if isinstance(value, str) else str(value))):
            where = text.find(word, at)
            if where < 0:
                return None
            parts[what] = (where, where + len(word))
            at = where + len(word)
    return Found("fields", name, at, parts=parts)


@dataclass(slots=True)
class Marks:
    """What stands around the parts of a call; blanks and all, as the template prints it."""

    kind: str
    block: tuple[str, str] = ("", "")
    call: tuple[str, str] = ("", "")
    between: str = ""
    several: str = "apart"  # or list, lines, one: how calls share the marks around them
    keys: list[str] = field(default_factory=list)
    compact: bool = False
    header: list[str] = field(default_factory=list)  # of headed: slots, and marks as "=mark", in order
    after_name: str = ""
    key: tuple[str, str] = ("", "")
    value: tuple[str, str] = ("", "")
    quoted: bool = False
    json_values: bool = False  # a value that is wholly a JSON string is that string
    quote: str = ""  # of marked: around strings
    ends: str = ""  # the mark at the end of a turn with calls, where it is another one
    type_words: tuple[str, str] | None = None  # in a field's tag: of a string, and of what else a value is
    notes: list[str] = field(default_factory=list)  # what could not be learned


class Unlike(Exception):
    """Why the parts cannot be told apart."""


def _field_marks(text: str, of: Found, made: Marks) -> int:
    """Fills in what stands around keys and values; where the last field's closing mark ends is not known yet."""
    key, days = of.parts["city"], of.parts["days"]
    first, last = of.parts["city="], of.parts["days="]
    opened, between = text[of.begin + len("get_weather") : key[0]], text[first[1] : days[0]]
    inner, other = text[key[1] : first[0]], text[days[1] : last[0]]
    if "get_weather" in opened:
        raise Unlike("the tool's name stands twice before the fields")
    if "city" in between or "get_weather" in text[last[1] :]:
        raise Unlike("the tool's name, or a field's, stands in a closing mark as well")
    made.quoted = inner.endswith('"') and between.startswith('"') and not other.endswith('"')
    if made.quoted:
        inner, between = inner[:-1], between[1:]
    typed = re.fullmatch(r'(" [a-z_]+=")([a-z]+)(">)', inner), re.fullmatch(r'(" [a-z_]+=")([a-z]+)(">)', other)
    if typed[0] and typed[1] and typed[0][1] == typed[1][1]:
        made.type_words = typed[0][2], typed[1][2]
    elif inner != other:
        made.notes.append("what stands between a key and its value depends on the value")
    before = common_end(opened, between)
    found = re.search(r"\s*[<\[(\"'|`]|\s+\S*$", before)
    before = before[found.start() :] if found else before
    if not inner.strip() and not before.strip():
        raise Unlike("nothing but blanks stands between keys and values")
    made.key, made.value = (before, inner), ("", between[: len(between) - len(before)])
    made.after_name = opened[: len(opened) - len(before)]
    if not made.value[1]:
        raise Unlike("no mark shows where a value ends")
    return of.end + len(made.value[1])


def _is_blank(text: str) -> bool:
    return not text.strip()


def compare(one: str, empty: str | None, two: str | None, *, ids: tuple[str, str], calls: tuple[Call, Call]) -> Marks:
    """From a call with two fields, one without any, and both in a turn. Raises Unlike."""
    found = find_call(one, calls[0], ids[0])
    if found is None:
        raise Unlike("the name and the arguments of a call stand nowhere as JSON, Python or fields")
    made = Marks(found.kind, keys=found.keys, compact=found.compact, quote=found.quote)
    if found.stringly:
        made.notes.append("the template prints arguments as JSON in a string; the page's model writes an object")
    if found.wrapped:
        made.notes.append("the object of a call stands in another one, under function; the page's model writes it alone")
    end = found.end
    if found.kind == "fields":
        end = _field_marks(one, found, made)
    if found.kind == "headed":
        _header(one, found, made)
    before, after = one[: found.begin], one[end:]
    if found.kind == "fields" and empty is not None and f"ping{made.after_name}{after}" not in empty:
        made.notes.append(f"a call without arguments is written otherwise: {empty!r}")
    second = _second(two, end, calls[1], ids[1], made) if two is not None else None
    if two is None or second is None or not two.startswith(one[:end]):
        made.notes.append("two calls in a turn: the page reads them as one after the other, with the same marks")
        made.call = (before, after)
    else:
        _apart(before, two[end:second], after, made)
        if _is_blank(made.block[0]) and not _is_blank(made.block[1]):  # nothing that it could close
            made.ends, made.block = made.block[1].strip(), ("", "")
    share_block(made)
    return made


def _second(two: str, end: int, call: Call, id_: str, made: Marks) -> int | None:
    found = find_call(two, call, id_, end)
    if found is None or found.kind != made.kind:
        # An empty object is found in other objects as well, and a name may be all of it.
        at = two.find(call.name, end)
        return at if at >= 0 and made.kind in ("fields", "headed", "marked", "python") else None
    return found.begin


def _apart(before: str, mid: str, after: str, made: Marks) -> None:
    opened, closed = common_end(before, mid), common_start(after, mid)
    if len(opened) + len(closed) > len(mid):
        closed = closed[: len(mid) - len(opened)]
    if _is_blank(opened) and not _is_blank(before):
        opened = ""
    if _is_blank(closed) and not _is_blank(after):
        closed = ""
    around = before[: len(before) - len(opened)], after[len(closed) :]
    between = mid[len(closed) : len(mid) - len(opened)]
    if around[0].rstrip().endswith("[") and around[1].lstrip().startswith("]") and between.strip() == ",":
        made.several, made.between = "list", between
        made.call = around
        return
    if _is_blank(opened) and _is_blank(closed) and not _is_blank(around[0]):
        made.several = "lines" if made.kind in ("object", "python") else "apart"
        made.between = between
        made.block, made.call = (("", ""), around) if made.several == "lines" else (around, ("", ""))
        return
    if not _is_blank(between):
        made.notes.append(f"between two calls stands {between.strip()!r}, which the page does not have")
        between = ""
    made.block, made.call, made.between = around, (opened, closed), between


def _header(text: str, found: Found, made: Marks) -> None:
    at = found.begin
    for begin, end, what in found.slots:
        counted = re.match(r":\d+", text[at:begin]) if made.header[-1:] == ["name"] else None
        if counted:  # the number of the call, behind its name
            made.header += ["=:", "number"]
            at += counted.end()
        if begin > at:
            made.header.append("=" + text[at:begin])
        made.header.append(what)
        at = end


def share_block(made: Marks) -> None:
    """Where the tool's name stands in a tag, what is around that tag is a block with one call in it."""
    if made.kind != "fields" or not _is_blank("".join(made.block)):
        return
    opened, closed = pieces(made.call[0]), pieces(made.call[1])
    marks = [n for n, each in enumerate(opened) if not _is_blank(each)]
    ends = [n for n, each in enumerate(closed) if not _is_blank(each)]
    if len(marks) > 1 and len(ends) > 1 and not opened[marks[-1]].endswith((">", "]")):
        split, after = marks[-1], ends[0] + 1
        while split > 0 and _is_blank(opened[split - 1]):
            split -= 1
        made.block = "".join(opened[:split]), "".join(closed[after:])
        made.call = "".join(opened[split:]), "".join(closed[:after])
        made.several = "one"


_PIECES = re.compile(r"\n|^ +|(?<=\n) +| +$|(?:[^\n<\[ ]| (?!$))+|<[^<>\n]*>?|\[+[^\[\]\n]*\]*|[<\[ ]")


def pieces(text: str) -> list[str]:
    """Marks and blanks, one by one: a tag is one, and what stands between two."""
    return _PIECES.findall(text)
