"""Text of a model as a page writes it (spec/notation.md, spec/marks.md)."""

import json
import re
from collections.abc import Sequence

from ._comparing import pieces
from ._conversations import Said


def literal(text: str) -> str:
    """As the notation writes it, between single quotes."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    return f"'{escaped}'"


def peg(text: str) -> str:
    """The marks of a text, with blanks between them, as a rule reads them."""
    return " json.ws ".join(literal(each.strip(" ")) for each in pieces(text) if each.strip()) or '""'


def layout(text: str) -> str:
    made = []
    for each in pieces(text):
        if each == "\n":
            made.append("newline")
        elif not each.strip(" "):
            made += ["indent"] * (len(each) // 4) + ["blank"] * (len(each) % 4)
        elif re.fullmatch(r"```[a-z]+", each):
            made += [literal("```"), f'word("{each[3:]}")']
        else:
            made.append(literal(each))
    return " ".join(made)


def joined(*parts: str) -> str:
    return " ".join(each for each in parts if each)


def leading(text: str) -> tuple[str, str]:
    """Line breaks before the first mark, and the rest."""
    rest = text.lstrip("\n")
    return text[: len(text) - len(rest)], rest


def has_mark(text: str) -> bool:
    return bool(text.strip())


def yaml_list(words: Sequence[str]) -> str:
    return "[" + ", ".join(json.dumps(each, ensure_ascii=False) for each in words) + "]"


def _expected(said: Said) -> str:
    lines = [f"reasoning {json.dumps(said.reasoning, ensure_ascii=False)}"] if said.reasoning else []
    for call in said.calls:
        lines.append(f"call {call.name} {json.dumps(call.arguments, ensure_ascii=False)}")
    return "\n".join(lines)


def example(title: str, said: Said, printed: str) -> str:
    names = dict.fromkeys(call.name for call in said.calls)
    body = f"tools {','.join(names)}\n---\n{printed}\n---\n{_expected(said)}\n"
    longest = max([2, *(len(each) for each in re.findall(r"`+", body))])
    fence = "`" * (longest + 1)
    return f"{fence}example {title}\n{body}{fence}\n"
