"""What is wanted of the figures."""

from collections.abc import Callable
from dataclasses import dataclass

from results import Results

DIALECTS = ["hermes", "qwen3_coder", "minimax", "glm47", "harmony", "kimi_k2", "deepseek", "mistral", "gemma4", "pythonic",
            "llama_json", "tool_tag"]
BARE_JSON = ["llama_json"]  # of which JSON in the text may be a call
CALLS = ["call/64/prose", "call/64/source"]
Values = list[tuple[str, float]]  # each with where it was measured


@dataclass
class Goal:
    what: str
    unit: str
    limit: float
    values: Callable[[Results], Values]
    at_least: bool = False


def times(groups: list[str], rows: list[str], column: str, unit: float) -> Callable[[Results], Values]:
    return lambda made: [(f'{row}, {group.split("/")[-1]}', made.nanoseconds(group, row, column) / unit)
                         for group in groups for row in rows]


def rates(groups: list[str], rows: list[str]) -> Callable[[Results], Values]:
    return lambda made: [(f'{row}, {group.split("/")[-1]}', 1 / made.per_byte(group, row)) for group in groups for row in rows]


def beside_scan(texts: list[str], rows: list[str]) -> Callable[[Results], Values]:
    return lambda made: [(f"{row}, {text}", made.speed_beside(f"text/{text}", row, "table scan"))
                         for text in texts for row in rows]


def set_up(row: str, unit: float) -> Callable[[Results], Values]:
    return lambda made: [(row, made.nanoseconds("set-up", row, "") / unit)]


def hostile(made: Results) -> Values:
    return [(row.replace("`", ""), made.per_byte("hostile", row, made.column_of("hostile", row)) / 1000)
            for row in made.rows("hostile")]


def held(made: Results) -> Values:
    return [(f"{row}, {place}", size / 1024) for row, of in made.held.items() for place, size in of.items() if place != "new"]


def packages(made: Results) -> Values:
    return [(name, size / 1e6) for name, size in made.sizes["packages"].items() if name.startswith("libtoolcall")]


def javascript(made: Results) -> Values:
    return [(dialect, of["4"]) for dialect, of in made.javascript.items()]


def serve(key: str) -> Callable[[Results], Values]:
    return lambda made: [("", next(iter(made.serve.values()))["toolcall serve"][key])]


WITHOUT_TAG = [name for name in DIALECTS if name != "tool_tag"]
WITHOUT_BARE = [name for name in DIALECTS if name not in BARE_JSON]
GOALS = [
    Goal("64 KB in 4-byte chunks", "ms", 0.35, times(CALLS, WITHOUT_TAG, "4", 1e6)),
    Goal("the same, `tool_tag`", "ms", 0.5, times(CALLS, ["tool_tag"], "4", 1e6)),
    Goal("64 KB in 1-byte chunks", "ms", 1.2, times(CALLS, DIALECTS, "1", 1e6)),
    Goal("JavaScript, 64 KB in 4-byte chunks", "ms", 4, javascript),
    Goal("64 KB of source code, whole", "GB/s", 1, rates(["call/64/source"], WITHOUT_TAG[:-2] + ["llama_json"]), True),
    Goal("`pythonic`, speed : `json::parse`", "", 1, lambda made: [
        (group.split("/")[-1], made.speed_beside(group, "pythonic", "nlohmann")) for group in CALLS], True),
    Goal("ten fields", "µs", 30, times(["call/ten"], DIALECTS, "whole", 1000)),
    Goal("1 KB of source code", "µs", 6, times(["call/1/source"], DIALECTS, "whole", 1000)),
    Goal("text without calls, all dialects, speed : table scan; prose", "", 1.5, beside_scan(["prose"], ["auto"]), True),
    Goal("the same; C++, HTML, logs", "", 0.7, beside_scan(["C++", "HTML", "log"], ["auto"]), True),
    Goal("the same; Markdown", "", 0.4, beside_scan(["Markdown"], ["auto"]), True),
    Goal("the same; JSON", "", 0.3, beside_scan(["JSON"], ["auto"]), True),
    Goal("text without calls, one dialect; prose", "", 2, beside_scan(["prose"], DIALECTS), True),
    Goal("the same; JSON", "", 2, beside_scan(["JSON"], WITHOUT_BARE), True),
    Goal("the same; C++, HTML, logs, Markdown", "", 1, beside_scan(["C++", "HTML", "log", "Markdown"], DIALECTS), True),
    Goal("the same; JSON in dialects of bare JSON", "ns a byte", 5,
         lambda made: [(row, made.per_byte("text/JSON", row)) for row in BARE_JSON]),
    Goal("openers without an end", "µs a byte", 0.3, hostile),
    Goal("`dialect::named`", "µs", 2, set_up('dialect::named("hermes")', 1000)),
    Goal("`tools::from_json`, 64 tools", "ms", 0.6, set_up("tools::from_json, 64 tools", 1e6)),
    Goal("`tools::from_json`, 500 tools", "ms", 5, set_up("tools::from_json, 500 tools", 1e6)),
    Goal("a parser that waits", "KB", 4, held),
    Goal("`libtoolcall.a`", "MB", 8, lambda made: [("", made.sizes["libtoolcall.a"] / 1e6)]),
    Goal("a small program, stripped", "MB", 2.8, lambda made: [("", made.sizes["consumer"] / 1e6)]),
    Goal("packages of the library", "MB", 2, packages),
    Goal("`toolcall batch` beside a loop in C++, processor time", "", 1.5, lambda made: [
        ("", made.batch["programs"]["toolcall batch -j 1"]["processor"] / made.batch["programs"]["a loop in C++"]["processor"])]),
    Goal("`toolcall serve`, memory of a stream", "KB", 30, serve("kilobytes")),
    Goal("`toolcall serve`, processor time of an event", "µs", 40, serve("microseconds")),
]
