"""The message: what a model wrote, put together (docs/message.md)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .errors import StateError
from .events import Channel, Diagnostic, Evidence, Status, diagnostic_of
from .verdict import Verdict, verdict_on


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call that was read to its end.

    ``arguments`` is the text of one compact JSON object, as OpenAI's interface has it. ``repairs`` are the labels of
    the recoveries that were needed. ``begin`` and ``end`` are its bytes in the text, [begin, end). ``channel`` says where
    it stands, and ``evidence`` what shows that it is a call.
    """

    id: str
    name: str
    arguments: str
    status: Status
    dialect: str
    begin: int
    end: int
    repairs: tuple[str, ...] = ()
    channel: Channel = Channel.TEXT
    evidence: Evidence = Evidence.EXACT

    @property
    def is_complete(self) -> bool:
        """Whether it fits its schema. One that does not (``invalid``) is for the host to decide.

        A tool that was not declared has no schema, so its call is complete; ``Options(unknown_tools="text")`` makes text of
        it.
        """
        return self.status is Status.COMPLETE

    @property
    def needs_confirmation(self) -> bool:
        """Whether the host must say if it is made (``Options(confirm=…)``): see ``Message.confirm`` and ``deny``."""
        return self.status is Status.NEEDS_CONFIRMATION

    def values(self) -> dict[str, Any]:
        """The arguments as a dictionary; new each time.

        Raises ValueError where a number has more digits than Python reads (``sys.get_int_max_str_digits``, 4300);
        ``arguments`` has all of them.
        """
        read: dict[str, Any] = json.loads(self.arguments)
        return read

    def to_openai(self) -> dict[str, Any]:
        """The call as an entry of ``tool_calls``."""
        return {"id": self.id, "type": "function", "function": {"name": self.name, "arguments": self.arguments}}


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedCall:
    """A call that was cut off or broke, or text that looks like a call and is not one. Do not execute it.

    ``arguments`` is the beginning of the JSON of one that was cut off, as far as it came.
    """

    name: str
    dialect: str
    label: str
    begin: int
    end: int
    arguments: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A recovery that a call needed: ``before`` is what the model wrote there, and ``after`` what was read in its place,
    if the label says so."""

    label: str
    message: str
    begin: int
    end: int
    before: str
    pointer: str = ""
    after: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactReading:
    """What stands at the place of a call where nothing is repaired. ``status`` is None where it is text; then, and where
    the call failed, ``label`` says why, if that is known."""

    status: Status | None
    message: str
    begin: int
    end: int
    name: str = ""
    arguments: str | None = None
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairedCall:
    """A call that needed a recovery, beside what exact reading alone gives. ``call`` is its index in ``tool_calls``, and
    None where it is incomplete; ``written`` is what the model wrote."""

    name: str
    status: Status
    dialect: str
    begin: int
    end: int
    written: str
    exact: ExactReading
    repairs: tuple[Repair, ...]
    call: int | None = None
    id: str = ""
    arguments: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What a model wrote.

    ``content`` and ``reasoning`` are the text without calls and markers, and empty where there is none. ``tool_calls``
    are those that are complete or invalid, or need confirmation, in order. ``finish_reason`` is as it was given; but
    "tool_calls" where it was "stop" and there are calls, and empty before the end. ``incomplete`` and ``refused`` are
    calls that failed. ``recovered`` says whether anything needed a recovery, in calls or around them: what a strict
    host checks. ``raw`` is the text, with ``Options(raw=True)``; ``repairs`` are the calls that needed a recovery, with
    ``Options(repairs=True)``.
    """

    content: str
    reasoning: str
    tool_calls: tuple[ToolCall, ...]
    finish_reason: str
    dialects: tuple[str, ...] = ()
    incomplete: tuple[FailedCall, ...] = ()
    refused: tuple[FailedCall, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    recovered: bool = False
    raw: str | None = None
    repairs: tuple[RepairedCall, ...] = ()

    def confirm(self, id: str) -> "Message":
        """The message in which the call with this id is complete.

        Raises StateError where none with it needs confirmation.
        """
        at = self._waiting(id)
        calls = list(self.tool_calls)
        calls[at] = replace(calls[at], status=Status.COMPLETE)
        repairs = tuple(replace(each, status=Status.COMPLETE) if each.call == at else each for each in self.repairs)
        return replace(self, tool_calls=tuple(calls), repairs=repairs)

    def deny(self, id: str) -> "Message":
        """The message in which the call with this id is refused ("denied"), and no longer one of the calls.

        Raises StateError where none with it needs confirmation. A finish reason that is "tool_calls" becomes "stop"
        where no call is left.
        """
        at = self._waiting(id)
        denied = self.tool_calls[at]
        calls = self.tool_calls[:at] + self.tool_calls[at + 1 :]
        failed = FailedCall(name=denied.name, dialect=denied.dialect, label="denied", begin=denied.begin, end=denied.end)
        stops = not calls and self.finish_reason == "tool_calls"
        return replace(
            self,
            tool_calls=calls,
            refused=tuple(sorted([*self.refused, failed], key=_begin)),
            diagnostics=tuple(replace(each, call=_without(each.call, at)) for each in self.diagnostics),
            repairs=tuple(replace(each, call=_without(each.call, at)) for each in self.repairs if each.call != at),
            finish_reason="stop" if stops else self.finish_reason,
        )

    def _waiting(self, id: str) -> int:
        for at, call in enumerate(self.tool_calls):
            if call.id == id and call.needs_confirmation:
                return at
        raise StateError(f"no call with the id {id!r:.80} needs confirmation")

    def to_openai(self) -> dict[str, Any]:
        """The message as OpenAI's chat interface has it, to be appended to the ``messages`` of the next request.

        ``tool_calls`` and ``reasoning_content`` are left out where there is none. Calls that failed, or were not confirmed
        yet, are not in it.
        """
        made: dict[str, Any] = {"role": "assistant", "content": self.content or None}
        if self.reasoning:
            made["reasoning_content"] = self.reasoning
        calls = [call.to_openai() for call in self.tool_calls if not call.needs_confirmation]
        if calls:
            made["tool_calls"] = calls
        return made


    @property
    def verdict(self) -> Verdict:
        """One word for it, and one sentence (docs/verdict.md); asked for anew each time."""
        failed = {
            name: [{"name": call.name, "label": call.label} for call in calls]
            for name, calls in (("incomplete", self.incomplete), ("refused", self.refused))
        }
        facts = {
            "calls": [{"status": call.status.value, "repairs": call.repairs} for call in self.tool_calls],
            "diagnostics": [
                {"label": each.label, "message": each.message, "call": -1 if each.call is None else each.call}
                for each in self.diagnostics
            ],
            **failed,
        }
        calls = [{"function": {"name": call.name}} for call in self.tool_calls]
        return verdict_on({"finish_reason": self.finish_reason, "tool_calls": calls, "toolcall": facts})


def _begin(call: FailedCall) -> int:
    return call.begin


def _without(call: int | None, at: int) -> int | None:
    """The index of a call, when the one at an index is taken out."""
    if call is None or call == at:
        return None
    return call - 1 if call > at else call


def _repaired(given: Mapping[str, Any]) -> RepairedCall:
    exact = dict(given["exact"])
    status = exact.pop("status")
    made = dict(given)
    made["exact"] = ExactReading(status=None if status == "text" else Status(status), **exact)
    made["status"] = Status(given["status"])
    made["repairs"] = tuple(Repair(**each) for each in given["repairs"])
    return RepairedCall(**made)


def _failed(given: Mapping[str, Any]) -> FailedCall:
    return FailedCall(**given)


def _call(given: Mapping[str, Any], facts: Mapping[str, Any]) -> ToolCall:
    return ToolCall(
        id=given["id"],
        name=given["function"]["name"],
        arguments=given["function"]["arguments"],
        status=Status(facts["status"]),
        dialect=facts["dialect"],
        begin=facts["begin"],
        end=facts["end"],
        repairs=tuple(facts["repairs"]),
        channel=Channel(facts["channel"]),
        evidence=Evidence(facts["evidence"]),
    )


def message_of(given: Mapping[str, Any]) -> Message:
    """A message from the JSON object that ``toolcall parse`` prints."""
    facts = given["toolcall"]
    return Message(
        content=given["content"] or "",
        reasoning=given["reasoning_content"] or "",
        tool_calls=tuple(map(_call, given["tool_calls"], facts["calls"])),
        finish_reason=given["finish_reason"],
        dialects=tuple(facts["dialects"]),
        incomplete=tuple(map(_failed, facts["incomplete"])),
        refused=tuple(map(_failed, facts["refused"])),
        diagnostics=tuple(map(diagnostic_of, facts["diagnostics"])),
        recovered=facts["recovered"],
        raw=facts.get("raw"),
        repairs=tuple(map(_repaired, facts.get("repairs", ()))),
    )
