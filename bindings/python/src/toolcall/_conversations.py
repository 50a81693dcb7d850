"""The conversations that a template is shown, and random ones to try what was learned.

The one idea: each text in them occurs once and nowhere else, so where it stands in what a template prints is plain.
"""

import json
import random
from dataclasses import dataclass
from typing import Any

_STRING = {"type": "string", "description": "Words"}
_INTEGER = {"type": "integer", "description": "How many"}


def _tool(name: str, says: str, properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": required}
    return {"type": "function", "function": {"name": name, "description": says, "parameters": parameters}}


TOOLS = [
    _tool("get_weather", "The weather of a city", {"city": _STRING, "days": _INTEGER}, ["city"]),
    _tool("ping", "Takes nothing", {}, []),
    _tool("write_file", "Writes a file", {"path": _STRING, "content": _STRING}, ["path", "content"]),
    _tool(
        "measure",
        "One field of each type",
        {
            "count": _INTEGER,
            "ratio": {"type": "number", "description": "A part"},
            "exact": {"type": "boolean", "description": "Whether"},
            "points": {"type": "array", "items": _INTEGER, "description": "Numbers"},
            "place": {"type": "object", "properties": {"x": _INTEGER, "y": _INTEGER}, "description": "Where", "additionalProperties": False},
        },
        [],
    ),
]
"""With the names and schemas of those that examples of pages name."""


@dataclass(frozen=True, slots=True)
class Call:
    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """What a model says in a turn."""

    text: str = ""
    reasoning: str = ""
    calls: tuple[Call, ...] = ()


CITY, DAYS = "Rio Qzv", 7
WEATHER = Call("get_weather", {"city": CITY, "days": DAYS})
PING = Call("ping", {})
SECOND = Call("write_file", {"path": "notes.md", "content": "Other things"})
FILE = Call("write_file", {"path": "notes.md", "content": 'First "line" & <b>\n  second \\ line'})
TYPES = Call(
    "measure", {"count": -3, "ratio": 0.5, "exact": True, "points": [4, 5], "place": {"x": 6, "y": 8}}
)
TEXT, OTHER_TEXT = "Zulu words stand here.", "Kilo things go there."
REASON = "Xray thoughts come first."

REASONING_KEYS = ("reasoning_content", "thinking", "reasoning")  # of a message: what the model thought
IDS = ("call{:05}", "functions.{name}:{number}")
"""How calls are numbered: nine letters and digits, which all hosts take; and as those models that call by ids ask for."""


def ids_of(calls: tuple[Call, ...], form: str) -> list[str]:
    return [form.format(n, name=call.name, number=n) for n, call in enumerate(calls)]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a host hands a turn to the template: templates differ in what they read."""

    reasoning: str = "reasoning_content"
    ids: str = IDS[0]
    as_text: bool = False  # the arguments are JSON

    def turn(self, said: Said) -> dict[str, Any]:
        made: dict[str, Any] = {"role": "assistant", "content": said.text}
        if said.reasoning:
            made[self.reasoning] = said.reasoning
        if said.calls:
            made["tool_calls"] = [
                {
                    "id": id_,
                    "type": "function",
                    "function": {
                        "name": call.name,
                        "arguments": json.dumps(call.arguments, ensure_ascii=False) if self.as_text else call.arguments,
                    },
                }
                for id_, call in zip(ids_of(said.calls, self.ids), said.calls, strict=True)
            ]
        return made


ASKED = {"role": "user", "content": "What is it like?"}


def conversation(*turns: dict[str, Any], prompt: bool = False) -> dict[str, Any]:
    return {"messages": [ASKED, *turns], "tools": TOOLS, "add_generation_prompt": prompt}


_WORDS = (
    "Oslo", "a b", "x\ny", 'say "yes"', "it's", "C:\\temp", "ü ß 中文", "{", "}", "[1, 2]", "42", "true", "null",
    "<b>bold</b>", "a < b && c > d", "`code`", "# title", "f(x=1)", "🙂", "a, b; c", "100 %", "key: value",
)  # fmt: skip


def _words(source: random.Random) -> str:
    made = " ".join(source.choice(_WORDS) for _ in range(source.randint(1, 4)))
    return made if made.strip() == made else made.strip()


def _random_call(source: random.Random) -> Call:
    kind = source.randrange(8)
    if kind < 3:
        arguments: dict[str, Any] = {"city": _words(source)}
        if source.random() < 0.7:
            arguments["days"] = source.randint(-9, 99)
        return Call("get_weather", arguments)
    if kind < 5:
        return Call("write_file", {"path": source.choice(["a.txt", "src/b.py"]), "content": _words(source)})
    if kind < 7:
        every = {
            "count": source.randint(-999, 999),
            "ratio": source.choice([0.25, -1.5, 3.75]),
            "exact": source.random() < 0.5,
            "points": [source.randint(0, 9) for _ in range(source.randint(0, 3))],
            "place": {"x": source.randint(0, 9), "y": source.randint(0, 9)},
        }
        chosen = source.sample(sorted(every), source.randint(1, len(every)))
        return Call("measure", {key: value for key, value in every.items() if key in chosen})
    return PING


def random_turns(count: int, seed: int, *, one: bool = False, reasons: bool = False) -> list[Said]:
    """Turns with one call or several; some think before. ``one``: the template prints one call at a time."""
    source = random.Random(seed)
    made = []
    for number in range(count):
        calls = tuple(_random_call(source) for _ in range(1 if one else source.choice([1, 1, 2, 3])))
        made.append(Said(reasoning=REASON if reasons and number % 4 == 0 else "", calls=calls))
    return made
