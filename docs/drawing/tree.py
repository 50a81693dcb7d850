"""Draws an expression: the tree of a rule becomes items of a diagram that are no wider than the room they have.

One idea: each form has one method; each gets the room that is left and gives back an item that fits, a sequence by going
on below in further lines, a text by being broken. What is read only by way of a recovery is drawn `dashed`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from railroad import DiagramItem, Sequence, Skip, Stack

import shape
from items import SMALL, Box, Branches, Captioned, Group, Loop, Tick, measure
from words import NOTATION, RECOVERY, Names, Token, code_points, hover, lines, tokens, visible

LONGEST = 60  # columns of a text before it is broken, where there is room for more
DRAWN = 46    # columns of an argument of several steps before it is drawn and not written


@dataclass(frozen=True)
class Place:
    room: int
    dashed: bool = False  # in the branch of a recovery
    back: bool = False    # on the way back of a loop, which is read from right to left

    def less(self, by: int) -> Place:
        return replace(self, room=self.room - by)


class TooWide(Exception):
    pass


class Drawing:
    """Draws the expressions of one rule."""

    def __init__(self, shapes: shape.Shapes, names: Names):
        self.shapes, self.names = shapes, names

    def draw(self, tree: dict, place: Place) -> DiagramItem:
        item = getattr(self, "draw_" + tree["form"], self.draw_builtin)(tree, place)
        if item.width > max(place.room, 0):
            raise TooWide(f"{tree['written']} needs {item.width} px and has {place.room}")
        return item

    def causes(self, tree: dict) -> tuple[str, ...]:
        return self.shapes.causes(tree, self.names.page["name"])

    # Texts

    def box(self, words: list[Token], kind: str, place: Place, title: str = "") -> DiagramItem:
        character, space = measure(kind)
        columns = min(LONGEST, int((place.room - space) / character) - Box.indent)
        return Box(lines(words, columns), kind, title)

    def written(self, tree: dict, kind: str, place: Place, title: str = "") -> DiagramItem:
        return self.box(tokens(tree["written"], self.names), kind, place, title)

    def literal_words(self, tree: dict) -> list[Token]:
        words = [Token(visible(tree["text"]), "marker")]
        return words + [Token(" "), Token("any case", "note")] if tree.get("any_case") else words

    def draw_literal(self, tree: dict, place: Place) -> DiagramItem:
        case = ", in any letter case" if tree.get("any_case") else ""
        title = f"{tree['written']}{case}: {code_points(tree['text'])}"
        return self.box(self.literal_words(tree), "literal", place, title)

    def draw_set(self, tree: dict, place: Place) -> DiagramItem:
        return Box([[Token(visible(tree["written"]), "set")]], "class", "one byte of the class " + tree["written"])

    def draw_any(self, tree: dict, place: Place) -> DiagramItem:
        return Box([[Token("any byte", "set", NOTATION)]], "class", ".: any byte")

    def draw_parameter(self, tree: dict, place: Place) -> DiagramItem:
        return self.written(tree, "given", place, "what the caller of this rule hands over as " + tree["written"])

    def draw_back(self, tree: dict, place: Place) -> DiagramItem:
        return self.written(tree, "captured", place, f"the bytes of {tree['text']}: again")

    def draw_nothing(self, tree: dict, place: Place) -> DiagramItem:
        return self.written(tree, "comment", place)

    def draw_builtin(self, tree: dict, place: Place) -> DiagramItem:
        """Of the forms that the notation writes as a word, those that have no drawing of their own."""
        return self.written(tree, "builtin", place, hover(tree["written"]))

    def ahead(self, what: str, tree: dict, place: Place) -> DiagramItem:
        words = [Token(what, "prose", NOTATION), Token(" "), *tokens(tree["written"], self.names)]
        return self.box(words, "comment", place, hover(f"{what} {tree['written']}"))

    def draw_at(self, tree: dict, place: Place) -> DiagramItem:
        return self.ahead("followed by", tree["children"][0], place)

    def draw_not_at(self, tree: dict, place: Place) -> DiagramItem:
        if tree["children"][0]["form"] == "any":
            return Box([[Token("end of text", "prose", NOTATION)]], "comment", "!.: not followed by any byte")
        return self.ahead("not followed by", tree["children"][0], place)

    def draw_cut(self, tree: dict, place: Place) -> DiagramItem:
        return Tick()

    def draw_replace(self, tree: dict, place: Place) -> DiagramItem:
        child = tree["children"][0]
        words = self.literal_words(child) if child["form"] == "literal" else tokens(child["written"], self.names)
        instead = Token(f'"{visible(tree.get("text", ""))}"', "note")
        words += [Token(" "), Token("→", "note", NOTATION), Token(" "), instead]
        return self.box(words, "literal", place, tree["written"] + ": read as what follows the arrow")

    # Rules of this page and of others

    def draw_call(self, tree: dict, place: Place) -> DiagramItem:
        drawn = [child for child in tree.get("children", []) if self.structured(child)]
        if drawn:
            return self.call_around(tree, drawn, place)
        item = self.written(tree, "rule", place, hover(tree["written"]))
        return self.caption(item, self.causes(tree)) if place.dashed else item

    @staticmethod
    def structured(argument: dict) -> bool:
        """Whether an argument is drawn: a recovery must be seen as one, and long steps are not read in a box."""
        long = len(argument["written"]) > DRAWN and shape.holds(argument, "cut", "star", "role")
        return shape.labelled(argument) or long

    def call_around(self, tree: dict, drawn: list[dict], place: Place) -> DiagramItem:
        words = [self.names.token(tree["text"]), Token("(")]
        for i, child in enumerate(tree["children"]):
            words += [Token(","), Token(" ")] if i else []
            words += [Token(child["given"], "parameter"), Token(" <- ")] if "given" in child else []
            words += [Token("…")] if child in drawn else tokens(child["written"], self.names)
        inner = [self.draw(child, place.less(20)) for child in drawn]
        item = inner[0] if len(inner) == 1 else Branches(inner[0], [(more, {}) for more in inner[1:]])
        caption = lines([*words, Token(")")], int((item.width + 60) / SMALL))
        return Group(item, "around", caption, hover(tree["written"]))

    # Structure

    @staticmethod
    def caption(item: DiagramItem, labels: tuple[str, ...], attributes: dict | None = None) -> DiagramItem:
        words: list[Token] = []
        for label in labels:
            words += [Token(" ")] if words else []
            words.append(Token("@" + label, "label", f"{RECOVERY}#{label}"))
        return Captioned(item, words, attributes) if words else item

    def draw_role(self, tree: dict, place: Place) -> DiagramItem:
        return self.tagged(tree, "role", place)

    def draw_capture(self, tree: dict, place: Place) -> DiagramItem:
        return self.tagged(tree, "capture", place)

    def tagged(self, tree: dict, kind: str, place: Place) -> DiagramItem:
        """A tag in front of what is one box anyway; else a frame around the part."""
        tag, (child,) = Token(tree["text"] + ":", kind, NOTATION), tree["children"]
        if child["form"] == "capture" and child["text"] == tree["text"]:
            (child,) = child["children"]  # a role that is captured too is written once
        item = self.draw(child, place)
        if isinstance(item, Box) and item.kind != "comment" and len(item.words) == 1:
            joined = Box([[tag, Token(" "), *item.words[0]]], f"{item.kind} {kind}-box", item.title)
            if joined.width <= place.room:
                return joined
        return Group(self.draw(child, place.less(20)), kind, [[tag]])

    def draw_optional(self, tree: dict, place: Place) -> DiagramItem:
        child = tree["children"][0]
        inner = place.less(40)
        if self.causes(child) and not place.dashed:
            return self.alternatives([shape.Branch(child)], place, Skip())
        if child["form"] in ("choice", "recovery", "note"):
            return self.alternatives(shape.branches(child), place, None, over=True)
        return Branches(self.draw(child, inner), [], over=True)

    def draw_star(self, tree: dict, place: Place) -> DiagramItem:
        child = tree["children"][0]
        if self.causes(child) and not place.dashed:
            item = Loop(self.draw(child, replace(place.less(60), dashed=True)), None)
            return Branches(Skip(), [(item, self.attributes(""))])
        return Branches(Loop(self.draw(child, place.less(60)), None), [], over=True)

    def draw_plus(self, tree: dict, place: Place) -> DiagramItem:
        return Loop(self.draw(tree["children"][0], place.less(20)), None)

    def draw_repeat(self, tree: dict, place: Place) -> DiagramItem:
        child = tree["children"][0]
        dashed = place.dashed or not tree["least"] and bool(self.causes(child))
        item = Loop(self.draw(child, replace(place.less(60), dashed=dashed)), None)
        times = f"{tree['least']} to {tree['most']} times" if tree["least"] < tree["most"] else f"{tree['most']} times"
        item = Captioned(item, [Token(times, "prose", NOTATION)], None)
        if tree["least"]:
            return item
        if dashed and not place.dashed:
            return Branches(Skip(), [(item, self.attributes(""))])
        return Branches(item, [], over=True)

    def draw_list(self, tree: dict, place: Place) -> DiagramItem:
        body = self.sequence(tree["body"], place.less(20))
        if not tree["separator"]:
            return Loop(body, None)
        back = replace(place, back=not place.back)
        return Loop(body, self.sequence(tree["separator"], back.less(44)))

    def draw_choice(self, tree: dict, place: Place) -> DiagramItem:
        return self.alternatives(shape.branches(tree), place)

    draw_recovery = draw_note = draw_choice

    @staticmethod
    def attributes(label: str) -> dict:
        return {"class": "recovery", "data-label": label} if label else {"class": "recovery"}

    def alternatives(self, all_of_them: list[shape.Branch], place: Place, straight: DiagramItem | None = None,
                     over: bool = False) -> DiagramItem:
        inner = place.less(40)
        if place.dashed and len(all_of_them) == 1 and all_of_them[0].label and straight is None and not over:
            (child, label), = all_of_them  # no way beside it, and the branch that it is in dips already
            return self.caption(self.draw(child, place.less(16)), (label,), self.attributes(label))
        below: list[tuple[DiagramItem, dict]] = []
        for tree, label in all_of_them:
            dashed = bool(label or self.causes(tree))
            if straight is None and not dashed:
                straight = self.draw(tree, inner)
            elif not dashed:
                below.append((self.draw(tree, inner), {}))
            else:
                item = self.draw(tree, replace(inner, dashed=True))
                below.append((self.caption(item, (label,) if label else ()), self.attributes(label)))
        return Branches(straight, below, over)

    def draw_followed_by(self, tree: dict, place: Place) -> DiagramItem:
        first, behind = tree["children"]
        inner = place.less(60)
        label = tree.get("label", "")
        role = [Token("else", "prose", NOTATION), Token(" "), Token("all of it is", "prose"), Token(" "),
                Token(tree["text"], "role", NOTATION)]
        instead = self.caption(Box([role], "comment", tree["written"]), (label,) if label else ())
        wanted = self.sequence([*shape.items(first), {"form": "at", "written": "", "children": [behind]}], inner)
        branch = self.attributes(label) if label else {}
        caption = [Token("followed_by", "builtin", NOTATION)]
        return Group(Branches(wanted, [(instead, branch)]), "followed-by", [caption], tree["written"])

    def draw_sequence(self, tree: dict, place: Place) -> DiagramItem:
        return self.sequence(shape.items(tree), place)

    def sequence(self, parts: list[dict], place: Place) -> DiagramItem:
        """In one line if there is room, else in several, one below the other."""
        items = self.parts(parts, place)
        if not items:
            return Skip()
        if width(items) <= place.room or place.back:
            return in_line(items, place)
        rows: list[list[DiagramItem]] = [[]]
        for item in self.parts(parts, place.less(50)):  # 40 and a tick, which never stands alone
            if rows[-1] and width([*rows[-1], item]) > place.room - 50 and not isinstance(item, Tick):
                rows.append([])
            rows[-1].append(item)
        return in_line(rows[0], place) if len(rows) == 1 else Stack(*(in_line(row, place) for row in rows))

    def parts(self, parts: list[dict], place: Place) -> list[DiagramItem]:
        first, *behind = shape.segments(parts)
        items = [self.draw(part, place) for part in first]
        for segment in behind:
            inside = self.sequence(segment, place.less(20)) if segment else Skip()
            if isinstance(inside, Skip):
                items.append(Tick())
            else:
                caption = [Token("committed from here", "prose", NOTATION)]
                items.append(Group(inside, "committed", [caption], "^: what stands left of it is final"))
        return [item for item in items if not isinstance(item, Skip)]


def width(items: list[DiagramItem]) -> int:
    return sum(item.width + (20 if item.needsSpace else 0) for item in items)


def in_line(items: list[DiagramItem], place: Place) -> DiagramItem:
    if place.back:
        items = items[::-1]
    return items[0] if len(items) == 1 else Sequence(*items)
