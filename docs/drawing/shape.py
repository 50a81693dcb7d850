"""What of a rule is well-formed and what a recovery, and how its alternatives and lists are put together.

The idea: the straight line of a diagram is what a model should write. An expression that can only be matched by way of a
recovery is not on that line, wherever the recovery stands: in the expression or in a rule that it calls.
"""

from __future__ import annotations

from typing import NamedTuple


class Branch(NamedTuple):
    tree: dict
    label: str = ""


class Shapes:
    """Knows of each rule of all pages which labels keep it from being well-formed; none of most."""

    def __init__(self, model: dict):
        self.rules = {(page["name"], rule["name"]): rule for page in model["pages"] for rule in page["rules"]}
        self.known: dict[tuple[str, str], tuple[str, ...]] = {at: () for at in self.rules}
        changed = True
        while changed:
            changed = False
            for at, rule in self.rules.items():
                found = self.causes(rule["body"], at[0])
                changed |= found != self.known[at]
                self.known[at] = found

    def causes(self, tree: dict, page: str) -> tuple[str, ...]:
        """The labels without which the expression matches nothing; empty where it is well-formed."""
        children = tree.get("children", [])
        match tree["form"]:
            case "note":
                return (tree["text"],)
            case "repeat" if not tree["least"]:
                return ()
            case "choice":
                each = [self.causes(child, page) for child in children]
                return () if () in each else tuple(dict.fromkeys(sum(each, ())))
            case "sequence":
                return tuple(dict.fromkeys(sum((self.causes(child, page) for child in children), ())))
            case "recovery" | "plus" | "repeat" | "role" | "capture" | "followed_by" | "replace":
                return self.causes(children[0], page)
            case "call":
                of, _, rule = tree["text"].rpartition(".")
                return self.known.get((of or page, rule), ())
        return ()


def branches(tree: dict) -> list[Branch]:
    """The alternatives of a choice, recovery or note, in their order; the notation's nesting of guards is left out."""
    if tree["form"] == "choice":
        return [branch for child in tree["children"] for branch in branches(child)]
    if tree["form"] == "recovery":
        guarded, instead = tree["children"]
        return [*branches(guarded), Branch(instead, tree["text"])]
    if tree["form"] == "note":
        return [Branch(tree["children"][0], tree["text"])]
    return [Branch(tree)]


def items(tree: dict) -> list[dict]:
    """The parts of a sequence, with each `x ( sep x )*` made one part: a `list` of a body and a separator."""
    made: list[dict] = []
    for child in tree.get("children", []) if tree["form"] == "sequence" else [tree]:
        size = repeated(made, child)
        if not size:
            made.append(child)
            continue
        again = child["children"][0]
        parts = again["children"] if again["form"] == "sequence" else [again]
        made[-size:] = [{"form": "list", "body": made[-size:], "separator": parts[:-size], "written": "", "whole": child}]
    return made


def repeated(before: list[dict], star: dict) -> int:
    """How many parts before a star it repeats at its end: most of x y ( sep x y )*; 0 where it is no list."""
    if star["form"] != "star":
        return 0
    again = star["children"][0]
    parts = again.get("children", []) if again["form"] == "sequence" else [again]
    size = 0
    while size < min(len(parts), len(before)) and parts[-1 - size]["written"] == before[-1 - size]["written"] != "":
        size += 1
    while size and all(part["form"] == "cut" for part in before[-size:]):
        size -= 1  # a cut alone is nothing that could be repeated
    return size


def segments(parts: list[dict]) -> list[list[dict]]:
    """The parts between the cuts of a sequence; after a cut at its end stands an empty segment."""
    made: list[list[dict]] = [[]]
    for part in parts:
        if part["form"] == "cut":
            made.append([])
        else:
            made[-1].append(part)
    return made


def holds(tree: dict, *forms: str) -> bool:
    return tree["form"] in forms or any(holds(child, *forms) for child in tree.get("children", []))


def labelled(tree: dict) -> bool:
    return bool(tree["form"] in ("recovery", "note") or tree.get("label")) or any(map(labelled, tree.get("children", [])))
