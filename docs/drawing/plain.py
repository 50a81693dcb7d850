"""The style sheet as presentation attributes, for programs that do not read all of it: librsvg and Inkscape know no
variables, and what draws PDF often no style sheet at all; without attributes every box would be black.

The idea: docs/railroad.css stays the one place of colours. What its rules for a light page say of an element is written
on the element too; a style sheet is stronger than such an attribute, so where it is read nothing changes.
"""

from __future__ import annotations

import re
from typing import NamedTuple

PROPERTIES = ("fill", "stroke", "stroke-width", "stroke-dasharray", "text-anchor", "font-size", "font-weight", "font-style")
SHAPES = ("path", "rect", "circle", "text", "tspan")


class Element(NamedTuple):
    tag: str
    classes: frozenset[str]


class Rule(NamedTuple):
    weight: tuple[int, int]                  # the number of classes, and of tags
    steps: tuple[tuple[str, Element], ...]   # from the element outwards, each with what stands before it: " " or ">"
    values: dict[str, str]


class UnknownStyle(Exception):
    pass


def compound(text: str) -> Element:
    if not re.fullmatch(r"[a-z]*(\.[a-z-]+)*", text):
        raise UnknownStyle(f"railroad.css: the selector {text} cannot be made an attribute")
    tag, *classes = text.split(".")
    return Element(tag, frozenset(classes))


def steps(selector: str) -> tuple[tuple[str, Element], ...]:
    words = selector.replace(">", " > ").split()
    made: list[tuple[str, Element]] = []
    before = " "
    for word in words:
        if word == ">":
            before = ">"
            continue
        made.append((before, compound(word)))
        before = " "
    return tuple(reversed(made))


def fits(pattern: Element, element: Element) -> bool:
    return pattern.tag in ("", element.tag) and pattern.classes <= element.classes


class Sheet:
    """The rules of the style for a light page."""

    def __init__(self, style: str):
        style = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
        style = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", style)
        self.variables = dict(re.findall(r"(--rr-[a-z-]+):\s*([^;]+);", style))
        self.rules = [rule for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", style)
                      for rule in self.read(selectors, body)]
        self.rules.sort(key=lambda rule: rule.weight)  # stable: of equal weight the later wins

    def read(self, selectors: str, body: str) -> list[Rule]:
        values = {}
        for name, value in re.findall(r"([a-z-]+):\s*([^;]+);", body):
            if name == "font":
                name, value = "font-size", value.split()[0]
            if name in PROPERTIES and not name.startswith("--"):
                values[name] = re.sub(r"var\((--[a-z-]+)\)", lambda use: self.variables[use[1]], value).removesuffix("px")
        made = []
        for selector in selectors.split(",") if values else []:
            found = steps(selector)
            weight = (sum(len(each.classes) for _, each in found), sum(bool(each.tag) for _, each in found))
            made.append(Rule(weight, found, values))
        return made

    def attributes(self, ancestors: list[Element], element: Element) -> dict[str, str]:
        """What is said of an element below these, the outermost first."""
        found: dict[str, str] = {}
        if element.tag in SHAPES:
            for rule in self.rules:
                if self.matches(rule.steps, [*ancestors, element]):
                    found.update(rule.values)
        return {name: found[name] for name in PROPERTIES if name in found}

    def matches(self, steps: tuple[tuple[str, Element], ...], line: list[Element]) -> bool:
        (before, pattern), rest = steps[0], steps[1:]
        if not line or not fits(pattern, line[-1]):
            return False
        if not rest:
            return True
        if before == ">":
            return self.matches(rest, line[:-1])
        return any(self.matches(rest, line[:end]) for end in range(len(line) - 1, 0, -1))
