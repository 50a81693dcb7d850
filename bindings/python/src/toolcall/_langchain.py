"""Messages of langchain-core: read, whole or as chunks that come."""

from typing import Any

from langchain_core.messages import AIMessage, AIMessageChunk  # type: ignore[import]
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk  # type: ignore[import]

from ._answers import Answers, AnswerStream, Call, Request

_REASONS = ("finish_reason", "stop_reason", "done_reason")


def _reason(said: dict[str, Any]) -> Any:
    return next((said[name] for name in _REASONS if said.get(name)), None)


def read(answers: Answers, message: Any, request: Request) -> Any:
    """The message, as it is if nothing was found in its text."""
    if not isinstance(message, AIMessage):
        return message
    answer = answers.whole(
        str(message.text),
        request,
        calls=[(call["name"], call["args"]) for call in message.tool_calls],
        reasoning=message.additional_kwargs.get("reasoning_content") or "",
        finish_reason=_reason(message.response_metadata),
    )
    if not answer.changed:
        return message
    others = [] if isinstance(message.content, str) else [each for each in message.content if not _is_text(each)]
    text = [{"type": "text", "text": answer.content}] if answer.content else []
    more = {"reasoning_content": answer.reasoning} if answer.reasoning else {}
    changes = {
        "content": [*others, *text] if others else answer.content,
        "tool_calls": answer.calls_as(message.tool_calls, _call),
        "additional_kwargs": {**message.additional_kwargs, **more},
    }
    return message.model_copy(update=changes)


def _call(call: Call) -> dict[str, Any]:
    return {"name": call.name, "args": call.values(), "id": call.id, "type": "tool_call"}


def _is_text(block: Any) -> bool:
    return isinstance(block, str) or block.get("type") == "text"


def whole_chunk(generation: ChatGeneration) -> ChatGenerationChunk:
    """A whole answer as the one chunk of a stream."""
    message = AIMessageChunk(**generation.message.model_dump(exclude={"type"}))
    return ChatGenerationChunk(message=message, generation_info=generation.generation_info)


def fed_chunk(stream: AnswerStream, chunk: ChatGenerationChunk) -> ChatGenerationChunk:
    message: Any = chunk.message
    said = {**message.response_metadata, **(chunk.generation_info or {})}
    more = dict(message.additional_kwargs)
    deltas = stream.feed(
        str(message.text),
        reasoning=more.pop("reasoning_content", None) or "",
        calls=[
            {
                "index": call["index"] or 0,
                "id": call["id"],
                "function": {"name": call["name"], "arguments": call["args"] or ""},
            }
            for call in message.tool_call_chunks
        ],
        finish_reason=_reason(said),
    )
    made: Any = chunk_of(deltas, chunk.generation_info)
    others = [] if isinstance(message.content, str) else [each for each in message.content if not _is_text(each)]
    made.message.content = [*others, *([{"type": "text", "text": made.text}] if made.text else [])] if others else made.text
    made.message.additional_kwargs.update(more)
    for name in ("id", "name", "response_metadata", "usage_metadata"):
        setattr(made.message, name, getattr(message, name))
    return made


def chunk_of(deltas: list[dict[str, Any]], info: Any = None) -> ChatGenerationChunk:
    content = "".join(delta.get("content", "") for delta in deltas)
    reasoning = "".join(delta.get("reasoning_content", "") for delta in deltas)
    calls = [
        {"index": call["index"], "id": call.get("id"), "name": function.get("name"), "args": function.get("arguments", "")}
        for delta in deltas
        for call in delta.get("tool_calls", ())
        for function in (call["function"],)
    ]
    more = {"reasoning_content": reasoning} if reasoning else {}
    message = AIMessageChunk(content=content, tool_call_chunks=calls, additional_kwargs=more)
    return ChatGenerationChunk(message=message, generation_info=info)
