"""The rules of the pages, found in their Markdown by regular expressions: a second opinion that knows neither grammarc's
model nor what draws the diagrams."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```peg\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
RULE = re.compile(r"^([a-z_][a-z0-9_]*)(?:\([^)]*\))?\s*<-", re.MULTILINE)
IMAGE = re.compile(r"\n!\[Railroad diagrams: ([^\]]*)\]\(([^)]*)\)\n")
QUOTED = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|\[(?:\\.|[^\]\\])*\]|#[^\n]*')


@dataclass
class Block:
    page: Path
    rules: dict[str, list[str]]  # the labels in each, as often as they stand there
    alt: str | None              # of the image below it
    image: Path | None


def files() -> list[Path]:
    spec = ROOT / "spec"
    return [spec / "message.md", *sorted(spec.glob("values/*.md")), *sorted(spec.glob("shapes/*.md")), *sorted(spec.glob("dialects/*.md"))]


def rules(block: str) -> dict[str, list[str]]:
    heads = list(RULE.finditer(block))
    ends = [head.start() for head in heads[1:]] + [len(block)]
    return {head[1]: re.findall(r"(?:@|\bnote\()([a-z_]+)", QUOTED.sub("", block[head.end():end])) for head, end in zip(heads, ends)}


def blocks() -> list[Block]:
    made = []
    for file in files():
        text = file.read_bytes().decode()
        for found in BLOCK.finditer(text):
            shown = IMAGE.match(text, found.end())
            image = (file.parent / shown[2]).resolve() if shown else None
            named = rules(found[1])
            if named:  # a block of givens alone has nothing to draw
                made.append(Block(file, named, shown[1] if shown else None, image))
    return made


def headings(file: Path) -> set[str]:
    """The anchors that a code-hosting site gives to a page's headings."""
    found = re.findall(r"^#+ (.+)$", file.read_text(), re.MULTILINE)
    return {re.sub(r"[^a-z0-9_ -]", "", heading.lower()).replace(" ", "-") for heading in found}
