"""The tables, as Markdown. Of each measurement the median is shown; ratios are medians of those of each round."""

import re

from goals import GOALS, Goal
from results import Results

TEXTS = ["prose", "C++", "HTML", "log", "Markdown", "JSON"]


def digits(value: float, count: int = 3) -> str:
    """So many digits that count, and no exponent."""
    if value == 0:
        return "0"
    text = f"{value:.{count}g}"
    if "e" in text:
        text = str(round(float(text)))
    whole = len(text.split(".")[0].lstrip("-0"))
    if "." not in text and whole < count:
        text = f"{value:.{count - whole}f}"
    return text if float(text) < 10000 else f"{round(float(text)):,}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" + "---:|" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def source(made: Results) -> str:
    """What each table says of where its figures come from."""
    of = made.machine
    changed = " with changes" if of["changed"] else ""
    return f'\n{of["processor"]}, {of["compiler"]} `{of["flags"]}`; commit {of["commit"]}{changed}; `make bench`\n'


def dialect(row: str) -> str:
    kind, _, name = row.rpartition(": ")
    names = {"nlohmann": "`nlohmann::json::parse`", "simdjson": "simdjson, DOM", "table scan": "table scan",
             "memchr": "`memchr`", "auto": "all dialects"}
    return names.get(name, f"`{name}`") + (", all dialects in use" if kind else "")


def machine(made: Results) -> str:
    of = made.machine
    loads = " to ".join(digits(load, 2) for load in (min(of["load"]), max(of["load"])))
    return (f'Measured on {of["cores"]} cores of a shared virtual machine ({of["processor"]}) with {of["system"]}, {of["compiler"]} and '
            f'`{of["flags"]}`, at commit {of["commit"]}, in {made.rounds()} rounds, by `make bench`. Other programs ran: between the parts of the measurement '
            f"the load average was {loads}, of which up to 1 is the benchmark's own.\n")


def call_rows(made: Results, group: str, columns: list[str]) -> list[list[str]]:
    rows = []
    for row in made.rows(group):
        cells = [digits(made.nanoseconds(group, row, column) / 1000) if made.has(group, row, column) else ""
                 for column in columns]
        rows.append([dialect(row), *cells, digits(1 / made.per_byte(group, row)),
                     digits(made.speed_beside(group, row, "nlohmann"), 2)])
    return rows


def calls(group: str):
    def made_table(made: Results) -> str:
        head = ["µs", "whole", "4-byte chunks", "1-byte chunks", "GB/s, whole", "speed : `json::parse`, whole"]
        return table(head, call_rows(made, group, ["whole", "4", "1"])) + source(made)
    return made_table


def small(made: Results) -> str:
    head = ["µs", "ten fields", "in 4-byte chunks", "1 KB of source", "in 4-byte chunks", "speed : `json::parse`, ten fields"]
    rows = []
    for row in made.rows("call/ten"):
        cells = [digits(made.nanoseconds(group, row, column) / 1000) if made.has(group, row, column) else ""
                 for group in ("call/ten", "call/1/source") for column in ("whole", "4")]
        rows.append([dialect(row), *cells, digits(made.speed_beside("call/ten", row, "nlohmann"), 2)])
    return table(head, rows) + source(made)


def texts(made: Results) -> str:
    groups = [f"text/{name}" for name in TEXTS]
    rows = [["table scan, GB/s", *(digits(1 / made.per_byte(group, "table scan")) for group in groups)]]
    how = {"whole": "", "4": ", 4-byte chunks", "64": ", 64-byte chunks", "64 tools": ", 64 tools"}
    for row in made.rows(groups[0])[1:]:
        for column, says in how.items():
            if made.has(groups[0], row, column):
                rows.append([dialect(row) + says,
                             *(digits(made.speed_beside(group, row, "table scan", column), 2) for group in groups)])
    return table(["speed : table scan", *TEXTS], rows) + source(made)


def hostile(made: Results) -> str:
    rows = []
    for row in made.rows("hostile"):
        column = made.column_of("hostile", row)
        unit, _, where = row.partition(" ")
        shown = f"```` {unit} ````" if "`" in unit else f"`{unit}`"
        rows.append([f"{shown} {where}".strip(), dialect(column), digits(made.per_byte("hostile", row, column) / 1000)])
    return table(["repeated", "dialects", "µs a byte"], rows) + source(made)


def set_up(made: Results) -> str:
    rows = [[re.sub(r"^([\w:]+(?:\(.*\))?)", r"`\1`", row), digits(made.nanoseconds("set-up", row, "") / 1000)]
            for row in made.rows("set-up")]
    rows += [[f"the process `{name}`", digits(milliseconds * 1000)] for name, milliseconds in made.commands.items()]
    return table(["", "µs"], rows) + source(made)


def held(made: Results) -> str:
    columns = list(next(iter(made.held.values())))
    return table(["bytes", *columns], [[dialect(row), *(f"{of[column]:,}" for column in columns)]
                                       for row, of in made.held.items()]) + source(made)


def megabytes(size: float) -> str:
    return digits(size / 1e6, 3 if size >= 1e6 else 2)


def sizes(made: Results) -> str:
    of = made.sizes
    rows = [["`libtoolcall.a`", megabytes(of["libtoolcall.a"])],
            ["the program of [README](../README.md), stripped, with Debian's shared RE2", megabytes(of["consumer"])]]
    said = {"RE2": "what it grows by with RE2 linked statically", "valijson": "of it, valijson with what checks it",
            "nlohmann": "of it, nlohmann's JSON (which the library does not use)",
            "the program of all dialects": "of it, the program of all dialects"}
    rows += [[says, megabytes(of["of it"][name])] for name, says in said.items() if name in of["of it"]]
    rows += [[f"package `{name}`", megabytes(size)] for name, size in of["packages"].items()]
    return table(["", "MB"], rows) + source(made)


def batch(made: Results) -> str:
    alone = next(iter(made.batch["programs"].values()))
    rows = [[name if name.startswith("a ") else f"`{name}`", digits(of["processor"]), digits(of["wall"]),
             digits(of["processor"] / alone["processor"], 2), str(of["megabytes"])]
            for name, of in made.batch["programs"].items()]
    head = [f'{made.batch["records"]:,} records of {made.batch["bytes"]} bytes', "processor time, s", "wall time, s",
            "processor time : loop", "MB"]
    return table(head, rows) + source(made)


def serve(made: Results) -> str:
    shown = {"microseconds": "processor time, µs an event", "kilobytes": "resident memory, KB a stream",
             "delay": "delay of an event, ms, median", "delay of 99 %": "delay of an event, ms, 99 %",
             "events": "events a second", "wrong": "streams that were wrong", "left open": "connections left open"}
    parts = []
    for title, ways in made.serve.items():
        rows = [[says, *(digits(of[key]) if of[key] or key in ("wrong", "left open") else "" for of in ways.values())]
                for key, says in shown.items()]
        head = re.sub(r"\d+", lambda found: f"{int(found[0]):,}", title)
        parts.append(table([head, *(f"`{name}`" if "toolcall" in name else name for name in ways)], rows))
    return "\n".join(parts) + source(made)


def goal_row(made: Results, goal: Goal) -> list[str]:
    values = goal.values(made)
    reached = [value >= goal.limit if goal.at_least else value <= goal.limit for _, value in values]
    worst, value = (min if goal.at_least else max)(values, key=lambda pair: pair[1])
    where = f" ({worst})" if len(values) > 1 else ""
    said = "yes" if all(reached) else "no" if not any(reached) else f"{sum(reached)} of {len(reached)}"
    return [goal.what, f'{"≥" if goal.at_least else "≤"} {goal.limit:g} {goal.unit}'.strip(),
            f"{digits(value)} {goal.unit}".strip() + where, said]


def goals(made: Results) -> str:
    lines = table(["goal", "", "measured, the worst", "reached"], [goal_row(made, goal) for goal in GOALS if goal.values(made)])
    return lines + source(made)


def readme(made: Results) -> str:
    def rate(text: str, row: str) -> str:
        return digits(1 / made.per_byte(f"call/64/{text}", row), 2)

    rows = []
    for row in ("simdjson", "nlohmann", "hermes", "qwen3_coder", "gemma4", "auto: hermes"):
        chunks = [digits(made.nanoseconds(f"call/64/{text}", row, "4") / 1e6, 2) if made.has(f"call/64/{text}", row, "4") else ""
                  for text in ("prose", "source")]
        ten = digits(made.nanoseconds("call/ten", row) / 1000, 2)
        rows.append([dialect(row), rate("prose", row), rate("source", row), *chunks, ten])
    head = ["", "64 KB of prose, GB/s", "of source code", "prose in 4-byte chunks, ms", "source code", "ten fields, µs"]
    return table(head, rows) + source(made)


TABLES = {
    "readme": readme, "machine": machine, "goals": goals, "source": calls("call/64/source"), "prose": calls("call/64/prose"),
    "small": small, "texts": texts, "hostile": hostile, "set_up": set_up, "held": held, "sizes": sizes, "batch": batch, "serve": serve,
}
