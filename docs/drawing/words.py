"""The words of a diagram: expressions of the notation cut into tokens, what they link to, and how wide they are.

A text in a diagram is always the notation's own spelling (`written` of the model), never prose made from it. The idea:
one pass cuts it into tokens, so that each name in it, however deep, can be a link.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

ROLES = {"call", "name", "id", "key", "value", "string", "object", "array", "arguments", "text", "reasoning"}
NOTATION = "spec/notation.md"
MARKS = "spec/marks.md#the-rules-that-follow"
RECOVERY = "spec/recovery.md"

TOKEN = re.compile(r"""
    (?P<literal>"(?:\\.|[^"\\])*"i?)
  | (?P<set>\[(?:\\.|[^\]\\])+\])
  | @(?P<label>\w+)
  | (?P<labelled>\b(?:note|when)\((?=\w))(?P<of>\w+)
  | (?P<back>=[a-z_]\w*)
  | (?P<role>[a-z_]\w*):
  | (?P<bound>[a-z_]\w*(?=\ <-))
  | (?P<name>[a-z_]\w*(?:\.[a-z_]\w*)?)
  | (?P<blank>\s+)
  | (?P<other>.)
""", re.VERBOSE | re.DOTALL)

SHOWN = {" ": "␣", "\n": "⏎", "\t": "⇥", "\r": "\\r"}


class Token(NamedTuple):
    text: str
    kind: str = ""
    link: str = ""


def visible(text: str) -> str:
    """The text with its blanks and control characters made visible; everything else stands as it is."""
    def shown(c: str) -> str:
        if c in SHOWN:
            return SHOWN[c]
        return f"U+{ord(c):04X}" if unicodedata.category(c)[0] in "CZ" else c
    return "".join(map(shown, text))


def code_points(text: str) -> str:
    """What the hover title says of a literal: each character's code point, with its name where it is not ASCII."""
    def one(c: str) -> str:
        name = unicodedata.name(c, "") if ord(c) > 126 else ""
        return f"U+{ord(c):04X} {name}".rstrip()
    return ", ".join(map(one, text))


def hover(written: str) -> str:
    """The hover title of a text: itself, and the code points of each literal in it."""
    literals = dict.fromkeys(m["literal"].rstrip("i").strip('"') for m in TOKEN.finditer(written) if m["literal"])
    told = "; ".join(f"{each}: {code_points(each)}" for each in literals if each)
    return f"{written} ({told})" if told else written


def cells(text: str) -> int:
    """Columns that the text takes in a monospace font; full-width characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" or c in "⏎⇥" else 1 for c in text)


def length(line: list[Token]) -> int:
    return sum(cells(token.text) for token in line)


def tokens(written: str, names: Names) -> list[Token]:
    made = []
    for match in TOKEN.finditer(written):
        kind, text = match.lastgroup, match.group()
        if kind == "name":
            made.append(names.token(text))
        elif kind == "bound":
            made.append(Token(text, "parameter"))  # a given of the page whose rule is called
        elif kind == "label":
            made.append(Token(text, "label", f"{RECOVERY}#{match['label']}"))
        elif kind == "of":  # the last group of note(label and when(label
            word = match["labelled"]
            made += [Token(word[:-1], "builtin", NOTATION), Token("("), Token(match["of"], "label", f"{RECOVERY}#{match['of']}")]
        elif kind == "role":
            made.append(Token(text, "role" if match["role"] in ROLES else "capture", NOTATION))
        elif kind == "back":
            made.append(Token(text, "capture", NOTATION))
        elif kind in ("literal", "set"):
            made.append(Token(visible(text), kind))
        else:
            made.append(Token(" " if kind == "blank" else text))
    return made


def lines(words: list[Token], columns: int) -> list[list[Token]]:
    """The tokens, broken at blanks into lines of at most so many columns where that can be done."""
    chunks: list[list[Token]] = [[]]
    for token, behind in zip(words, [*words[1:], Token("")]):
        stuck = behind.text == ")" or chunks[-1] and chunks[-1][-1].text in ("/", "(")
        if token.text == " " and not stuck:
            chunks.append([])
        else:
            chunks[-1].append(token)
    made = fill(chunks, columns)
    while columns > 1 and len(fill(chunks, columns - 1)) == len(made) > 1:  # lines of about one length are easier to read
        columns -= 1
        made = fill(chunks, columns)
    return made


def fill(chunks: list[list[Token]], columns: int) -> list[list[Token]]:
    made = [chunks[0]]
    for chunk in chunks[1:]:
        if length(made[-1]) + 1 + length(chunk) <= columns:
            made[-1] = [*made[-1], Token(" "), *chunk]
        else:
            made.append(chunk)
    return made


class Names:
    """What the names in a rule mean: its parameters, the givens of its page, the rules of its page and of others, what is built in."""

    def __init__(self, page: dict, parameters: list[str], files: dict[str, str], built_in: set[str]):
        self.page = page
        self.built_in = built_in
        self.rules = {rule["name"] for rule in page["rules"]}
        self.parameters = {*parameters, *(given["name"] for given in page["givens"])}
        self.files = files

    def target(self, name: str) -> tuple[str, str]:
        """The page and the rule that a name stands for; the page is `dialects` where it is not known before."""
        of, _, rule = name.rpartition(".")
        return of or ("defaults" if rule in self.page["defaults"] else self.page["name"]), rule

    def token(self, name: str) -> Token:
        if name in self.parameters:
            return Token(name, "parameter")
        if name in self.built_in:
            return Token(name, "builtin", NOTATION)
        if name in self.page["marks"]:
            return Token(name, "name", MARKS)
        of, rule = self.target(name)
        if name in ROLES and rule not in self.rules:
            return Token(name, "role", NOTATION)
        return Token(name, "name", NOTATION if of == "dialects" else f"{self.files[of]}#rule-{rule}")
