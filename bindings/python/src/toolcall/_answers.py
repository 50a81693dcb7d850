"""Answers of models as frameworks have them: what the adapters have in common.

The one idea: an adapter says its framework's message in the words of OpenAI's interface, and takes the answer back in
them. What becomes of it in between is what becomes of a server's response (docs/serving.md), by the same rewriter.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ._transport import is_function, known_choice
from .rewriter import Rewriter
from .settings import DialectLike, Options, which_dialect
from .tools import Tools, ToolsLike


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call, as OpenAI's interface has it."""

    id: str
    name: str
    arguments: str

    def values(self) -> dict[str, Any]:
        """The arguments as a dictionary."""
        read: dict[str, Any] = json.loads(self.arguments)
        return read

    def to_openai(self) -> dict[str, Any]:
        return {"id": self.id, "type": "function", "function": {"name": self.name, "arguments": self.arguments}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What was made of an answer. ``calls`` are, in their order, the calls of the text, and in place of each that the
    framework had found itself its number among these."""

    content: str
    reasoning: str
    calls: tuple[Call | int, ...]
    finish_reason: str
    changed: bool

    def calls_as(self, own: Sequence[Any], make: Callable[[Call], Any]) -> list[Any]:
        """The calls as the framework has them: its own, and what it makes of others."""
        return [own[call] if isinstance(call, int) else make(call) for call in self.calls]


@dataclass(frozen=True, slots=True)
class Request:
    """What of a request an answer is read with. Without tools there are none to call; None says that nobody knows."""

    tools: ToolsLike | None = None
    tool_choice: Any = None

    @staticmethod
    def of(tools: Any, tool_choice: Any = None) -> "Request":
        """Of the tools as they are sent; those that the server runs itself are left to it."""
        listed = [each for each in tools or () if is_function(each)]
        return Request(Tools.of(listed), known_choice(tool_choice) if listed else "none")


class Answers:
    """Reads answers. Raises SetupError where a dialect or an option does not exist."""

    def __init__(self, dialect: DialectLike = None, options: Options | None = None) -> None:
        self._dialect = which_dialect(dialect)
        self._options = options or Options()
        self.rewriter(Request()).close()

    def rewriter(self, request: Request) -> Rewriter:
        """For a framework whose answers are OpenAI's as they are."""
        choice = request.tool_choice or self._options.tool_choice
        # Who reads the answer alone learns of a call that cannot be read by its text, and in no other way.
        options = replace(self._options, tool_choice=choice, refused=self._options.refused or "text")
        return Rewriter(dialect=self._dialect, tools=request.tools, options=options)

    def whole(
        self,
        content: str,
        request: Request,
        *,
        calls: Sequence[tuple[str, Any]] = (),
        reasoning: str = "",
        finish_reason: str | None = None,
    ) -> Answer:
        """What is made of an answer, in which the framework has found these calls: names, and arguments or their JSON."""
        own = [_told(i, name, arguments) for i, (name, arguments) in enumerate(calls)]
        said: dict[str, Any] = {"role": "assistant", "content": content}
        if reasoning:
            said["reasoning_content"] = reasoning
        if any(own):
            said["tool_calls"] = [call.to_openai() for call in own if call]
        choice = {"index": 0, "message": said, "finish_reason": finish_reason or "stop"}
        body = json.dumps({"object": "chat.completion", "choices": [choice]}).encode()
        with self.rewriter(request) as rewriter:
            (made,) = json.loads(rewriter.feed(body) + rewriter.finish())["choices"]
        message = made["message"]
        read = [Call(id=each["id"], **each["function"]) for each in message.get("tool_calls") or ()]
        numbers = {call.id: i for i, call in enumerate(own) if call}
        all_calls = _with([numbers.get(call.id, call) for call in read], [i for i, call in enumerate(own) if not call])
        text, thought = message.get("content") or "", message.get("reasoning_content") or ""
        changed = all_calls != tuple(range(len(own))) or text != content or thought != reasoning
        return Answer(
            content=text, reasoning=thought, calls=all_calls, finish_reason=made["finish_reason"], changed=changed
        )

    def stream(self, request: Request) -> "AnswerStream":
        return AnswerStream(self.rewriter(request))


def _with(calls: list[Call | int], unread: list[int]) -> tuple[Call | int, ...]:
    """The calls, and where they stood among the framework's own those whose arguments cannot be read: they are its own
    affair."""
    for number in unread:
        later = (at for at, call in enumerate(calls) if isinstance(call, int) and call > number)
        calls.insert(next(later, len(calls)), number)
    return tuple(calls)


def _told(number: int, name: str, arguments: Any) -> Call | None:
    """A call of the framework as the rewriter is told of it; None where its arguments are no object."""
    try:
        read = json.loads(arguments or "{}") if isinstance(arguments, str) else (arguments or {})
        text = json.dumps(read, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return None
    return Call(id=f"own_{number}", name=name, arguments=text) if isinstance(read, dict) and name else None


class AnswerStream:
    """Reads an answer that comes in pieces: deltas of OpenAI's interface in, and out."""

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter

    def feed(
        self,
        content: str = "",
        *,
        reasoning: str = "",
        calls: Sequence[Mapping[str, Any]] = (),
        finish_reason: str | None = None,
    ) -> list[dict[str, Any]]:
        """The deltas that are certain; ``calls`` are entries of ``tool_calls`` in one."""
        delta: dict[str, Any] = {"content": content} if content else {}
        if reasoning:
            delta["reasoning_content"] = reasoning
        if calls:
            delta["tool_calls"] = list(calls)
        if not delta and not finish_reason:
            return []
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
        chunk = json.dumps({"object": "chat.completion.chunk", "choices": [choice]})
        return list(_deltas(self._rewriter.feed(f"data: {chunk}\n\n".encode())))

    def finish(self) -> list[dict[str, Any]]:
        """The answer has come to its end: the last deltas."""
        last = self._rewriter.feed(b"data: [DONE]\n\n") + self._rewriter.finish()
        self._rewriter.close()
        return list(_deltas(last))


def objects_of(body: bytes) -> Iterator[dict[str, Any]]:
    """The objects of server-sent events that a rewriter gave."""
    return (json.loads(line[6:]) for line in body.splitlines() if line.startswith(b"data: {"))


def _deltas(body: bytes) -> Iterator[dict[str, Any]]:
    for chunk in objects_of(body):
        for choice in chunk.get("choices", ()):
            if delta := {name: value for name, value in choice["delta"].items() if value}:
                yield delta
