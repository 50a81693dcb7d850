"""The ```peg blocks of a page: which rules stand in which, and the line below each that shows its diagrams.

The model says on which line each rule stands; here only the fences are looked for, in the page's text.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

FENCE = re.compile(r"^(`{3,})(.*)$")
IMAGE = re.compile(r"^!\[Railroad diagrams: [^\]]*\]\([^)]*docs/railroads/[^)]*\.svg\)$")


class OldModel(Exception):
    pass


def text_of(page: dict, root: Path) -> str:
    return (root / page["file"]).read_bytes().decode()


def peg_blocks(lines: list[str]) -> list[tuple[int, int]]:
    """The lines of the fences around each ```peg block, from 0."""
    made, ticks, begin, peg = [], "", 0, False
    for number, line in enumerate(lines):
        match = FENCE.match(line)
        if ticks:
            if line.strip() == ticks:
                if peg:
                    made.append((begin, number))
                ticks = ""
        elif match:
            ticks, begin, peg = match[1], number, match[2].strip() == "peg"
    return made


def rules_of(page: dict, lines: list[str], begin: int, end: int) -> list[dict]:
    rules = [rule for rule in page["rules"] if begin + 1 < rule["line"] <= end]
    for rule in rules:
        if not lines[rule["line"] - 1].startswith(rule["name"]):
            raise OldModel(f"{page['file']}: the model is older than the page; print it again")
    return rules


def blocks(page: dict, root: Path) -> list[list[dict]]:
    lines = text_of(page, root).split("\n")
    made = [rules_of(page, lines, begin, end) for begin, end in peg_blocks(lines)]
    if sum(map(len, made)) != len(page["rules"]):
        raise OldModel(f"{page['file']}: the model is older than the page; print it again")
    return [rules for rules in made if rules]


def image(page: dict, rules: list[dict], out: Path) -> str:
    place = os.path.relpath(out / page["name"] / (rules[0]["name"] + ".svg"), Path(page["file"]).parent)
    return f"![Railroad diagrams: {', '.join(rule['name'] for rule in rules)}]({place})"


def with_images(page: dict, root: Path, out: Path) -> tuple[str, list[str]]:
    """The page's text with an image line below each block and no other, and what it lacked."""
    lines = text_of(page, root).split("\n")
    made: list[str] = []
    remarks: list[str] = []
    ends = {end: rules_of(page, lines, begin, end) for begin, end in peg_blocks(lines)}
    wanted = [image(page, rules, out) for rules in ends.values() if rules]
    for number, line in enumerate(lines):
        if IMAGE.match(line):
            if line not in wanted:
                remarks.append(f"{page['file']}:{number + 1}: shows no block's diagrams: {line}")
            if made and not made[-1]:
                made.pop()
            continue
        made.append(line)
        if rules := ends.get(number):
            shown = image(page, rules, out)
            made += ["", shown]
            if lines[number + 1:number + 3] != ["", shown]:
                remarks.append(f"{page['file']}:{number + 2}: lacks the line {shown}")
    return "\n".join(made), remarks
