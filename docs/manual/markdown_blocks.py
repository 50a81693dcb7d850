"""Cuts a Markdown page into prose and fenced blocks, by the rule that spec/notation.md gives: a block ends at the first
line with nothing but as many backticks as opened it."""

import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Block:
    line: int             # of the fence, from 1; of prose, its first
    info: str | None      # what stands after the backticks; None: prose
    lines: list[str] = field(default_factory=list)
    fence: str = ""

    @property
    def kind(self) -> str:
        return (self.info or "").split(" ")[0]

    def written(self) -> str:
        if self.info is None:
            return "\n".join(self.lines)
        return "\n".join([self.fence + self.info, *self.lines, self.fence])


def read(file: Path) -> str:
    return file.read_bytes().decode("utf-8")


def blocks(text: str) -> list[Block]:
    found: list[Block] = []
    now = Block(1, None)
    for number, line in enumerate(text.split("\n"), 1):
        opened = re.fullmatch(r"(`{3,})([^`]*)", line)
        if now.info is None and opened:
            found.append(now)
            now = Block(number, opened[2], fence=opened[1])
        elif now.info is not None and re.fullmatch("`+", line) and len(line) >= len(now.fence):
            found.append(now)
            now = Block(number + 1, None)
        else:
            now.lines.append(line)
    return [*found, now]


def without_front_matter(text: str) -> str:
    """The page without its front matter, with as many lines: line numbers stay right."""
    front = re.match(r"---\n.*?\n---\n", text, re.S)
    return text if not front else "\n" * front[0].count("\n") + text[front.end():]


def one_title(text: str) -> str:
    """A page has one heading of the first level; another one becomes one of the second."""
    parts = blocks(text)
    seen = False
    for part in parts:
        if part.info is not None:
            continue
        for at, line in enumerate(part.lines):
            if line.startswith("# "):
                part.lines[at] = "#" + line if seen else line
                seen = True
    return "\n".join(part.written() for part in parts)
