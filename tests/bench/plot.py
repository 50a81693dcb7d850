"""The plot: bytes a second on a logarithmic scale, one panel for calls and one for text without calls.

Colours are attributes and not a style sheet, which pages that embed an image may drop, and are of a middle brightness, so
that they can be read on a light and on a dark page. Marks differ in shape, too.
"""

import math
from collections.abc import Callable
from xml.sax.saxutils import escape

from results import Results
from tables import TEXTS

INK, FAINT = "#767676", "#76767655"
BLUE, ORANGE, GREEN, PURPLE = "#2f81c7", "#c4701b", "#2f9150", "#a05cc0"
LABELS, RIGHT, TOP, ROW = 110, 720, 74, 22
Mark = Callable[[float, float, str], str]
Series = tuple[str, str, Mark, list[float | None]]  # what, colour, mark, gigabytes a second of each row


def circle(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>'


def square(x: float, y: float, colour: str) -> str:
    return f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9" fill="{colour}"/>'


def diamond(x: float, y: float, colour: str) -> str:
    return f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z" fill="{colour}"/>'


def bar(x: float, y: float, colour: str) -> str:
    return f'<path d="M{x:.1f} {y - 8:.1f}v16" stroke="{colour}" stroke-width="3"/>'


def text(x: float, y: float, says: str, anchor: str = "start", weight: str = "normal") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}" text-anchor="{anchor}" font-weight="{weight}">{escape(says)}</text>'


def panel(top: float, title: str, rows: list[str], series: list[Series]) -> tuple[str, float]:
    """What it draws, and where it ends."""
    known = [value for _, _, _, values in series for value in values if value]
    low, high = math.floor(math.log10(min(known))), math.ceil(math.log10(max(known)))

    def place(value: float) -> float:
        return LABELS + (math.log10(value) - low) / (high - low) * (RIGHT - LABELS)

    out = [text(0, top + 16, title, weight="bold")]
    x = 0.0
    for name, colour, mark, _ in series:
        out += [mark(x + 6, top + 36, colour), text(x + 18, top + 40, name)]
        x += 34 + 7.2 * len(name)
    bottom = top + TOP + ROW * len(rows)
    for power in range(low, high + 1):
        at = place(10.0**power)
        out += [f'<path d="M{at:.1f} {top + TOP - 16:.1f}V{bottom:.1f}" stroke="{FAINT}"/>',
                text(at, bottom + 16, f"{10.0 ** power:g} GB/s", "middle")]
    for i, row in enumerate(rows):
        y = top + TOP + ROW * i
        out.append(text(LABELS - 10, y + 4, row, "end"))
        out += [mark(place(values[i]), y, colour) for _, colour, mark, values in series if values[i]]
    return "\n".join(out), bottom + 40


def svg(made: Results) -> str:
    def rates(groups_and_rows: list[tuple[str, str]], column: str = "whole") -> list[float | None]:
        return [1 / made.per_byte(group, row, column) if made.has(group, row, column) else None
                for group, row in groups_and_rows]

    rows = [row for row in made.rows("call/64/source") if ":" not in row]
    names = ["json::parse" if row == "nlohmann" else row for row in rows]
    calls = [("call/64/source", row) for row in rows]
    first, end = panel(0, "An argument of 64 KB of source code", names,
                       [("whole", BLUE, circle, rates(calls)), ("in 4-byte chunks", ORANGE, square, rates(calls, "4")),
                        ("in 1-byte chunks", GREEN, diamond, rates(calls, "1"))])
    groups = [f"text/{name}" for name in TEXTS]
    second, end = panel(end + 12, "Text without calls", TEXTS, [
        (name, colour, mark, rates([(group, row) for group in groups]))
        for name, colour, mark, row in [("hermes alone", BLUE, circle, "hermes"), ("all dialects", ORANGE, square, "auto"),
                                        ("table scan", INK, bar, "table scan"), ("json::parse of it", PURPLE, diamond, "nlohmann")]])
    says = "Speed of reading calls and text without calls, in bytes a second"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{says}" width="760" height="{end:.0f}" '
            f'viewBox="-10 -6 770 {end + 6:.0f}" font-family="sans-serif" font-size="13">\n<title>{says}</title>\n'
            f"{first}\n{second}\n</svg>\n")
