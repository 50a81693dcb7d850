"""Events: what a parser emits while a text comes in (spec/events.md).

Each is a value. ``begin`` and ``end`` are the bytes of the stream that it stands for, [begin, end), counted from the
first byte that was fed; they are bytes of UTF-8, and not characters. ``call`` says which call of the stream an event
belongs to, from 0 and counting failed ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, ClassVar, TypeAlias


class Status(StrEnum):
    """What became of a call."""

    COMPLETE = "complete"  # read to its end, and fits its schema
    INVALID = "invalid"  # read to its end, but the schema says no
    INCOMPLETE = "incomplete"  # cut off or broken; not executable
    REFUSED = "refused"  # call-shaped, not acceptable
    NEEDS_CONFIRMATION = "needs_confirmation"  # complete, but only the host can say whether it is made


class Channel(StrEnum):
    """Where a call stands."""

    TEXT = "text"  # in the visible text
    REASONING = "reasoning"  # in the reasoning, which it ends
    UPSTREAM = "upstream"  # in no text: the server has read it


class Evidence(StrEnum):
    """What shows that it is a call. Where several fit, the last of them stands."""

    EXACT = "exact"  # written as its dialect's page says; its values may have been repaired
    DAMAGED_MARKS = "damaged_marks"  # its marks, or those around it, had to be repaired
    GENERAL_READER = "general_reader"  # written as by no dialect in use
    FORCED_CHOICE = "forced_choice"  # nothing but the tool choice: JSON without marks


class Level(StrEnum):
    """How sure it is that a value means what it was read as (spec/typing.md)."""

    EXACT = "exact"
    LOSSLESS = "lossless"
    ASSUMED = "assumed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """The next piece of the visible text."""

    type: ClassVar[str] = "text"
    text: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasoning:
    """The next piece of the reasoning."""

    type: ClassVar[str] = "reasoning"
    text: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Markup:
    """Bytes outside of calls that are neither text nor reasoning: markers, blanks between calls."""

    type: ClassVar[str] = "markup"
    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CallBegin:
    """A call begins. Do not execute it before its CallEnd."""

    type: ClassVar[str] = "call_begin"
    call: int
    name: str
    id: str
    dialect: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The next piece of a call's arguments. The pieces of a complete call join to one JSON object."""

    type: ClassVar[str] = "arguments"
    call: int
    text: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnd:
    """The call has ended; ``status`` is complete or invalid, or it needs confirmation. ``label``: the recovery around it
    because of which it waits, or has its evidence."""

    type: ClassVar[str] = "call_end"
    call: int
    status: Status
    begin: int
    end: int
    channel: Channel = Channel.TEXT
    evidence: Evidence = Evidence.EXACT
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallIncomplete:
    """The call began and was cut off, or cannot be read: ``label`` says why. Do not execute it."""

    type: ClassVar[str] = "call_incomplete"
    call: int
    name: str
    dialect: str
    status: Status
    label: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRefused:
    """Text that looks like a call and is not one; nothing else of it was emitted."""

    type: ClassVar[str] = "call_refused"
    call: int
    name: str
    dialect: str
    status: Status
    label: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """What was repaired, converted or is wrong.

    ``label`` is a heading of spec/recovery.md, ``message`` one sentence. Where it is about a call, ``call`` says
    which: of the stream in an event, an index of ``tool_calls`` in a Message. ``pointer`` is a JSON Pointer into its
    arguments. About the type of a value, ``code`` is a word of spec/typing.md, and ``level`` says how sure the
    reading is.
    """

    type: ClassVar[str] = "diagnostic"
    label: str
    message: str
    begin: int
    end: int
    call: int | None = None
    pointer: str = ""
    level: Level | None = None
    code: str = ""


Event: TypeAlias = (
    Text | Reasoning | Markup | CallBegin | Arguments | CallEnd | CallIncomplete | CallRefused | Diagnostic
)

_EVENTS: tuple[Any, ...] = (
    Text,
    Reasoning,
    Markup,
    CallBegin,
    Arguments,
    CallEnd,
    CallIncomplete,
    CallRefused,
    Diagnostic,
)
_KINDS: dict[str, Any] = {kind.type: kind for kind in _EVENTS}
_FIELDS = {name: {field.name for field in fields(kind)} for name, kind in _KINDS.items()}
_EMPTY: dict[str, Any] = {"call": -1, "name": "", "id": "", "dialect": "", "label": "", "text": "", "message": ""}
# What is meant where the JSON leaves a field out; in a diagnostic, that it is about no call.
_LEFT_OUT = {name: {key: empty for key, empty in _EMPTY.items() if key in known} for name, known in _FIELDS.items()}
del _LEFT_OUT["diagnostic"]["call"]


def _filled(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an event. The JSON leaves out strings that are empty."""
    known = _FIELDS[name]
    filled = {**_LEFT_OUT[name], **{key: value for key, value in given.items() if key in known}}
    if "status" in filled:
        filled["status"] = Status(filled["status"])
    if "channel" in filled:
        filled["channel"] = Channel(filled["channel"])
    if "evidence" in filled:
        filled["evidence"] = Evidence(filled["evidence"])
    if "level" in filled:
        filled["level"] = Level(filled["level"])
    return filled


def event_of(given: Mapping[str, Any]) -> Event:
    """An event from the JSON object that ``toolcall stream`` prints."""
    name = given["type"]
    made: Event = _KINDS[name](**_filled(name, given))
    return made


def diagnostic_of(given: Mapping[str, Any]) -> Diagnostic:
    """A diagnostic of a message."""
    return Diagnostic(**_filled("diagnostic", given))
