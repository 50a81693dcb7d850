"""The message: what a model wrote, put together (docs/message.md)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .events import Diagnostic, Status, diagnostic_of
from .verdict import Verdict, verdict_on


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call that was read to its end.

    ``arguments`` is the text of one compact JSON object, as OpenAI's interface has it. ``repairs`` are the labels of
    the recoveries that were needed. ``begin`` and ``end`` are its bytes in the text, [begin, end).
    """

    id: str
    name: str
    arguments: str
    status: Status
    dialect: str
    begin: int
    end: int
    repairs: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether it fits its schema. One that does not (``invalid``) is for the host to decide.

        A tool that was not declared has no schema, so its call is complete; ``Options(unknown_tools="text")`` makes text of
        it.
        """
        return self.status is Status.COMPLETE

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
    """A call that was cut off or broke, or text that looks like a call and is not one. Do not execute it."""

    name: str
    dialect: str
    label: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What a model wrote.

    ``content`` and ``reasoning`` are the text without calls and markers, and empty where there is none. ``tool_calls``
    are those that are complete or invalid, in order. ``finish_reason`` is as it was given; but "tool_calls" where it
    was "stop" and there are calls, and empty before the end. ``incomplete`` and ``refused`` are calls that failed.
    ``recovered`` says whether anything needed a recovery, in calls or around them: what a strict host checks.
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

    def to_openai(self) -> dict[str, Any]:
        """The message as OpenAI's chat interface has it, to be appended to the ``messages`` of the next request.

        ``tool_calls`` and ``reasoning_content`` are left out where there is none. Calls that failed are not in it.
        """
        made: dict[str, Any] = {"role": "assistant", "content": self.content or None}
        if self.reasoning:
            made["reasoning_content"] = self.reasoning
        if self.tool_calls:
            made["tool_calls"] = [call.to_openai() for call in self.tool_calls]
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
    )
