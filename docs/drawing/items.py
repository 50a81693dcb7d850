"""What railroad diagrams are drawn of here, beside what Debian's module has: boxes whose words are links, branches that
may be dashed, loops, groups with a caption.

All of it keeps to that module's way: an item knows its width and how far it reaches up and down before it is placed.
Colours and kinds of lines are classes only; docs/railroad.css says what they look like, and plain.py writes that down
as attributes too.
"""

from __future__ import annotations

import math

import railroad
from railroad import DiagramItem, Path

from words import Token, length

railroad.INTERNAL_ALIGNMENT = "left"
railroad.VS = 10

ARC = railroad.AR
GAP = railroad.VS
CHARACTER = 7.9  # of text in boxes, 13 px
SMALL = 7.3      # of captions and comments, 12 px
LINE = 17
CAPTION = 16


def run_of(words: list[Token]) -> list:
    """The children of a <text>: each word in its colour, and linked where it has a link."""
    made = []
    for word in words:
        part = DiagramItem("tspan", {"class": word.kind}, word.text) if word.kind else word.text
        made.append(linked(part, word.link))
    return made


def linked(part, link: str):
    if not link:
        return part
    a = DiagramItem("a", {"href": link})
    a.children.append(part)
    return a


def text(x: float, y: float, words: list[Token], kind: str) -> DiagramItem:
    made = DiagramItem("text", {"x": x, "y": y, "class": kind})
    made.children = run_of(words)
    return made


def measure(kind: str) -> tuple[float, int]:
    """Of a box of this kind: how wide a character is, and what stands around its words."""
    return (SMALL, 12) if kind == "comment" else (CHARACTER, 20)


class Box(DiagramItem):
    """Words in a box of a kind; a `comment` is words on the line without one."""

    indent = 2  # columns by which the lines after the first are moved

    def __init__(self, words: list[list[Token]], kind: str, title: str = ""):
        super().__init__("g", {"class": kind})
        self.words, self.kind, self.title = words, kind, title
        character, space = measure(kind)
        columns = max(length(line) + (self.indent if i else 0) for i, line in enumerate(words))
        self.width = math.ceil(columns * character) + space
        self.up = self.down = (len(words) * LINE + 7) // 2
        self.needsSpace = True

    def format(self, x, y, width):
        Path(x + self.width, y).h(width - self.width).addTo(self)
        if self.title:
            DiagramItem("title", {}, self.title).addTo(self)
        if self.kind != "comment":
            radius = self.up if len(self.words) == 1 else 10
            DiagramItem("rect", {"x": x, "y": y - self.up, "width": self.width, "height": self.up + self.down,
                                 "rx": radius if self.kind == "literal" else 3}).addTo(self)
        one = len(self.words) == 1
        first = y - len(self.words) * LINE / 2 + 13
        for i, line in enumerate(self.words):
            at = x + self.width / 2 if one else x + 10 + (self.indent * 7 if i else 0)
            text(at, first + i * LINE, line, "middle" if one else "start").addTo(self)
        return self


class Tick(DiagramItem):
    """A cut that nothing follows."""

    def __init__(self):
        super().__init__("g", {"class": "cut"})
        self.width, self.up, self.down = 8, 11, 11

    def format(self, x, y, width):
        DiagramItem("title", {}, "^ committed: what stands left of here is final").addTo(self)
        Path(x, y).h(width).addTo(self)
        mark = Path(x + 4, y - 11).v(22)
        mark.attrs["class"] = "mark"
        mark.addTo(self)
        return self


class Captioned(DiagramItem):
    """An item with a caption above its line, linked: the label of a recovery."""

    def __init__(self, item: DiagramItem, caption: list[Token], attributes: dict | None = None):
        super().__init__("g", dict(attributes or {"class": "captioned"}))
        self.item, self.caption = item, caption
        self.space = 8 if item.needsSpace else 0
        self.width = max(item.width + 2 * self.space, math.ceil(length(caption) * SMALL) + 12)
        self.height, self.down = item.height, item.down
        self.up = item.up + CAPTION + 2

    def format(self, x, y, width):
        if self.space:
            Path(x, y).h(self.space).addTo(self)
        self.item.format(x + self.space, y, width - self.space).addTo(self)
        text(x + 4, y - self.item.up - 6, self.caption, "caption start").addTo(self)
        return self


class Branches(DiagramItem):
    """Alternatives: one on the straight line, or none, the others below; `over` is a way around them above.

    Both ends of a branch are drawn from the line down, so that dashes of branches that share a line fall together.
    """

    def __init__(self, straight: DiagramItem | None, below: list[tuple[DiagramItem, dict]], over: bool = False):
        super().__init__("g")
        self.straight, self.below, self.over = straight, below, over
        everything = [item for item, _ in below] + ([straight] if straight else [])
        self.inner = max(item.width for item in everything)
        self.width = self.inner + 4 * ARC
        self.height = straight.height if straight else 0
        self.up = straight.up if straight else 0
        if over:
            self.up = max(2 * ARC, self.up + GAP)
        reach = self.height + (straight.down if straight else 0)
        self.places = []
        for item, _ in below:
            reach = max(reach + GAP + item.up, 2 * ARC if not self.places else reach + ARC, self.height + 2 * ARC)
            self.places.append(reach)
            reach += item.height + item.down
        self.down = max(0, reach - self.height)

    def format(self, x, y, width):
        end = y + self.height
        Path(x + self.width, end).h(width - self.width).addTo(self)
        right = x + self.width - 2 * ARC
        if self.straight:
            Path(x, y).h(2 * ARC).addTo(self)
            self.straight.format(x + 2 * ARC, y, self.inner).addTo(self)
            Path(right, end).h(2 * ARC).addTo(self)
        if self.over:
            Path(x, y).arc("se").up(self.up - 2 * ARC).arc("wn").h(self.inner).addTo(self)
            Path(right, y - self.up).arc("ne").down(self.up + self.height - 2 * ARC).arc("ws").addTo(self)
        # Dashed ones first, so that a solid line that goes on below covers theirs.
        for (item, attributes), place in sorted(zip(self.below, self.places), key=lambda each: not each[0][1]):
            branch = DiagramItem("g", dict(attributes)).addTo(self)
            Path(x, y).arc("ne").down(place - 2 * ARC).arc("ws").addTo(branch)
            item.format(x + 2 * ARC, y + place, self.inner).addTo(branch)
            way = place + item.height - self.height
            Path(x + self.width, end).arc("nw").down(way - 2 * ARC).arc("es").addTo(branch)
        return self


class Loop(DiagramItem):
    """At least once, with `back` on the way back; `over` is a way around it all."""

    def __init__(self, item: DiagramItem, back: DiagramItem | None):
        super().__init__("g", {"class": "loop"})
        self.item, self.back = item, back
        self.inner = max(item.width, back.width + 24 if back else 24)
        self.width = self.inner + 2 * ARC
        self.height, self.up = item.height, item.up
        self.place = max(2 * ARC, item.height + item.down + GAP + (back.up if back else 0))
        self.down = self.place - self.height + (back.height + back.down if back else 6)
        self.needsSpace = True

    def format(self, x, y, width):
        Path(x + self.width, y + self.height).h(width - self.width).addTo(self)
        Path(x, y).h(ARC).addTo(self)
        self.item.format(x + ARC, y, self.inner).addTo(self)
        right, low = x + ARC + self.inner, y + self.place
        Path(right, y + self.height).h(ARC).addTo(self)
        way = DiagramItem("g", {"class": "back"}).addTo(self)
        Path(x + ARC, y).arc("nw").down(self.place - 2 * ARC).arc("ws").addTo(way)
        deep = self.back.height if self.back else 0
        Path(right, low + deep).arc("se").up(self.place + deep - self.height - 2 * ARC).arc("en").addTo(way)
        room = self.inner - (self.back.width if self.back else 0)
        left = room // 2
        Path(x + ARC, low).h(left).addTo(way)
        if self.back:
            self.back.format(x + ARC + left, low, self.back.width).addTo(way)
        Path(right - (room - left), low + deep).h(room - left).addTo(way)
        head = Path(x + ARC + (min(left, 16) // 2 if self.back else left) - 3, low).l(6, -4).v(8)
        head.attrs["d"] += "z"
        head.attrs["class"] = "arrow"
        head.addTo(way)
        return self


class Group(DiagramItem):
    """A frame of a kind around an item, its caption in the upper left corner."""

    def __init__(self, item: DiagramItem, kind: str, caption: list[list[Token]], title: str = ""):
        super().__init__("g", {"class": kind})
        self.item, self.caption, self.title = item, caption, title
        self.space = 10 if item.needsSpace else 4
        widest = max(map(length, caption))
        self.width = max(item.width + 2 * self.space, math.ceil(widest * SMALL) + 20)
        self.height = item.height
        self.up = max(item.up, 4) + 8 + LINE * len(caption)
        self.down = max(item.down, 4) + 8
        self.needsSpace = True

    def format(self, x, y, width):
        Path(x + self.width, y + self.height).h(width - self.width).addTo(self)
        frame = DiagramItem("rect", {"x": x, "y": y - self.up, "width": self.width, "rx": 6,
                                     "height": self.up + self.height + self.down, "class": "frame"})
        if self.title:
            DiagramItem("title", {}, self.title).addTo(frame)
        frame.addTo(self)
        for i, line in enumerate(self.caption):
            text(x + 8, y - self.up + 14 + i * LINE, line, "caption start").addTo(self)
        Path(x, y).h(self.space).addTo(self)
        self.item.format(x + self.space, y, self.width - 2 * self.space).addTo(self)
        Path(x + self.width - self.space, y + self.height).h(self.space).addTo(self)
        return self


class Rail(DiagramItem):
    """A whole rule: its start, its item, its end."""

    def __init__(self, item: DiagramItem):
        super().__init__("g", {"class": "rail"})
        self.item = item
        self.space = 22
        self.width = item.width + 2 * self.space
        self.height, self.up, self.down = item.height, max(item.up, 6), max(item.down, 6)

    def format(self, x, y, width):
        end = x + self.width
        DiagramItem("circle", {"cx": x + 6, "cy": y, "r": 5, "class": "begin"}).addTo(self)
        Path(x + 11, y).h(self.space - 11).addTo(self)
        self.item.format(x + self.space, y, self.item.width).addTo(self)
        Path(end - self.space, y + self.height).h(self.space - 11).addTo(self)
        DiagramItem("circle", {"cx": end - 6, "cy": y + self.height, "r": 5, "class": "end"}).addTo(self)
        return self
