"""One word for a message: whether it has calls, and what became of those that it should have."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from . import _json, _library

VerdictKind: TypeAlias = Literal[
    "no_call", "mentioned", "call", "call_with_repairs", "leaked_call", "truncated", "made_up_result"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """``kind`` is the word (docs/verdict.md), ``message`` one sentence."""

    kind: VerdictKind
    message: str


def verdict_on(message: dict[str, Any]) -> Verdict:
    """Of the parts of the JSON of a message that it depends on."""
    text = _json.written(message).encode()
    found = _library.json_of("verdict_json", text, len(text), owned=True)
    return Verdict(kind=found["verdict"], message=found["message"])
