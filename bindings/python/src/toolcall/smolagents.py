"""smolagents: a model around another one, for agents that call tools. Needs smolagents.

    agent = ToolCallingAgent(tools, model=toolcall.smolagents.ReadingModel(model))

Calls that leaked into the text of an answer are its ``tool_calls``.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from smolagents.models import (  # type: ignore[import]
    ChatMessage,
    ChatMessageStreamDelta,
    ChatMessageToolCall,
    ChatMessageToolCallFunction,
    ChatMessageToolCallStreamDelta,
    Model,
    get_tool_json_schema,
)

from ._answers import Answers, Call, Request
from .settings import DialectLike, Options


class ReadingModel(Model):  # type: ignore[misc]
    """A model whose answers are read with the tools that the agent offers. It streams if the model inside does."""

    def __init__(self, inner: Model, *, dialect: DialectLike = None, options: Options | None = None) -> None:
        super().__init__(model_id=inner.model_id)
        self.inner = inner
        self._answers = Answers(dialect, options)
        if hasattr(inner, "generate_stream"):
            self.generate_stream = self._stream

    def generate(self, messages: Any, *given: Any, tools_to_call_from: Any = None, **kwargs: Any) -> ChatMessage:
        said = self.inner.generate(messages, *given, tools_to_call_from=tools_to_call_from, **kwargs)
        own = said.tool_calls or []
        choices = getattr(said.raw, "choices", None) or [None]
        answer = self._answers.whole(
            said.content if isinstance(said.content, str) else "",
            _request(tools_to_call_from),
            calls=[(call.function.name, call.function.arguments) for call in own],
            finish_reason=getattr(choices[0], "finish_reason", None),
        )
        if not answer.changed:
            return said
        return replace(said, content=answer.content, tool_calls=answer.calls_as(own, _call) or None)

    def _stream(
        self, messages: Any, *given: Any, tools_to_call_from: Any = None, **kwargs: Any
    ) -> Iterator[ChatMessageStreamDelta]:
        stream = self._answers.stream(_request(tools_to_call_from))
        for piece in self.inner.generate_stream(messages, *given, tools_to_call_from=tools_to_call_from, **kwargs):
            calls = [
                {
                    "index": call.index or 0,
                    "id": call.id,
                    "function": {"name": call.function.name, "arguments": call.function.arguments or ""},
                }
                for call in piece.tool_calls or ()
            ]
            yield _piece(stream.feed(piece.content or "", calls=calls), piece.token_usage)
        yield _piece(stream.finish())

    def parse_tool_calls(self, message: ChatMessage) -> ChatMessage:
        """Of an answer in which there was no call; the model inside may know of others."""
        return self.inner.parse_tool_calls(message)

    def to_dict(self) -> Any:
        return self.inner.to_dict()


def _request(tools: Any) -> Request:
    return Request.of([get_tool_json_schema(each) for each in tools or ()])


def _call(call: Call) -> ChatMessageToolCall:
    function = ChatMessageToolCallFunction(name=call.name, arguments=call.arguments)
    return ChatMessageToolCall(id=call.id, type="function", function=function)


def _piece(deltas: list[dict[str, Any]], usage: Any = None) -> ChatMessageStreamDelta:
    calls = [
        ChatMessageToolCallStreamDelta(
            index=call["index"],
            id=call.get("id"),
            type="function",
            function=ChatMessageToolCallFunction(
                name=call["function"].get("name", ""), arguments=call["function"].get("arguments", "")
            ),
        )
        for delta in deltas
        for call in delta.get("tool_calls", ())
    ]
    content = "".join(delta.get("content", "") for delta in deltas)
    return ChatMessageStreamDelta(content=content, tool_calls=calls or None, token_usage=usage)
