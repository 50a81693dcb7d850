"""One SVG: the diagrams of a block's rules, each under its head.

It is written out here and not by Debian's module, because attributes hold quotes and the bytes must be the same always.
"""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from railroad import DiagramItem, Path

import plain
import shape
import tree
from items import CHARACTER, Rail, run_of
from words import Names, Token

WIDEST = 820
EDGE = 14
HEAD = 30
BETWEEN = 26


class CannotDraw(Exception):
    pass


def number(value: float) -> str:
    return f"{value:g}"


NOWHERE = re.compile(r"M\S+ \S+h0(\.0)?")


def write(item, parts: list[str], up: str, style: plain.Sheet, ancestors: list[plain.Element]) -> None:
    if isinstance(item, str):
        parts.append(escape(item))
        return
    attributes = {name: value if isinstance(value, str) else number(value) for name, value in item.attrs.items()}
    if attributes.get("class", "railroad") != "railroad":  # a prefix, because the manual has classes of its own
        attributes["class"] = " ".join("rr-" + name for name in attributes["class"].split())
    here = plain.Element(item.name, frozenset(attributes.get("class", "").split()))
    attributes.update(style.attributes(ancestors, here))
    if "href" in attributes:
        attributes["href"] = up + attributes["href"]
    parts.append("<" + item.name + "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items()))
    if not item.children:
        parts.append("/>")
        return
    parts.append(">\n" if item.name in ("g", "svg") else ">")
    for child in item.children:
        if isinstance(child, Path) and NOWHERE.fullmatch(child.attrs["d"]):
            continue
        write(child, parts, up, style, [*ancestors, here])
        if item.name in ("g", "svg"):
            parts.append("\n")
    parts.append(f"</{item.name}>")


class Sheets:
    """Draws the sheets of all pages."""

    def __init__(self, model: dict, style: str):
        self.built_in = set(model["built_in"])
        self.shapes = shape.Shapes(model)
        self.files = {page["name"]: page["file"] for page in model["pages"]}
        self.style, self.plain = style, plain.Sheet(style)

    def rail(self, page: dict, rule: dict) -> Rail:
        drawing = tree.Drawing(self.shapes, Names(page, rule["parameters"], self.files, self.built_in))
        try:
            return Rail(drawing.draw(rule["body"], tree.Place(WIDEST - 2 * EDGE - 44)))
        except tree.TooWide as mistake:
            raise CannotDraw(f"{page['file']}: {rule['name']}: wider than {WIDEST} px: {mistake}") from mistake

    def head(self, page: dict, rule: dict) -> list[Token]:
        words = [Token(rule["name"], "name", f"{page['file']}#rule-{rule['name']}")]
        for i, name in enumerate(rule["parameters"]):
            words += [Token(", " if i else "("), Token(name, "parameter")]
        return words + [Token(")")] if rule["parameters"] else words

    def draw(self, page: dict, rules: list[dict]) -> str:
        """The whole file. Links are written from where it stands, three folders below the pages' root."""
        groups, y, widest = [], EDGE, 0
        for rule in rules:
            rail, head = self.rail(page, rule), self.head(page, rule)
            group = DiagramItem("g", {"id": "rule-" + rule["name"], "class": "diagram"})
            title = DiagramItem("text", {"x": EDGE, "y": y + 16, "class": "head"}).addTo(group)
            title.children = run_of(head)
            rail.format(EDGE, y + HEAD + rail.up, rail.width).addTo(group)
            groups.append(group)
            y += HEAD + rail.up + rail.height + rail.down + BETWEEN
            heading = sum(len(word.text) for word in head) * CHARACTER * 1.2
            widest = max(widest, rail.width, round(heading))
        return self.file(page, rules, groups, widest + 2 * EDGE, y - BETWEEN + EDGE)

    def file(self, page: dict, rules: list[dict], groups: list[DiagramItem], width: int, height: int) -> str:
        if width > WIDEST:
            raise CannotDraw(f"{page['file']}: {rules[0]['name']}: the sheet is {width} px wide, not {WIDEST}")
        title = f"Railroad diagrams of {page['name']}: {', '.join(rule['name'] for rule in rules)}"
        root = DiagramItem("svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "railroad", "role": "img",
                                   "aria-label": title, "width": width, "height": height,
                                   "viewBox": f"0 0 {number(width)} {number(height)}", "font-family": "monospace"})
        DiagramItem("title", {}, title).addTo(root)
        DiagramItem("style", {}, "\n" + self.style).addTo(root)
        DiagramItem("rect", {"class": "page", "width": width, "height": height, "rx": 6}).addTo(root)
        root.children += groups
        parts: list[str] = []
        write(root, parts, "../../../", self.plain, [])
        return "".join(parts) + "\n"
