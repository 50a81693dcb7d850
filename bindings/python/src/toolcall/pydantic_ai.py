"""pydantic-ai: a model around another one. Needs pydantic-ai-slim 2.

    agent = Agent(toolcall.pydantic_ai.ReadingModel(model), tools=tools)

Calls that leaked into the text of an answer are ``ToolCallPart``s, in answers and in streams.
"""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from pydantic_ai.messages import ModelResponse, TextPart, ThinkingPart, ToolCallPart  # type: ignore[import]
from pydantic_ai.models import StreamedResponse  # type: ignore[import]
from pydantic_ai.models.wrapper import WrapperModel  # type: ignore[import]

from ._answers import Answers, AnswerStream, Call, Request
from .settings import DialectLike, Options


def _request(parameters: Any) -> Request:
    offered = [*parameters.function_tools, *parameters.output_tools]
    functions = [{"name": each.name, "parameters": each.parameters_json_schema} for each in offered]
    return Request.of([{"type": "function", "function": each} for each in functions])


def _call(call: Call) -> ToolCallPart:
    return ToolCallPart(tool_name=call.name, args=call.arguments, tool_call_id=call.id)


class ReadingModel(WrapperModel):  # type: ignore[misc]
    """A model whose answers are read with the tools of the request."""

    def __init__(self, wrapped: Any, *, dialect: DialectLike = None, options: Options | None = None) -> None:
        super().__init__(wrapped)
        self._answers = Answers(dialect, options)

    async def request(self, messages: Any, model_settings: Any, model_request_parameters: Any) -> ModelResponse:
        said = await super().request(messages, model_settings, model_request_parameters)
        texts = [part for part in said.parts if isinstance(part, TextPart)]
        own = [part for part in said.parts if isinstance(part, ToolCallPart)]
        answer = self._answers.whole(
            "".join(part.content for part in texts),
            _request(model_request_parameters),
            calls=[(part.tool_name, part.args) for part in own],
            finish_reason=said.finish_reason,
        )
        if not answer.changed:
            return said
        others = [part for part in said.parts if not isinstance(part, TextPart | ToolCallPart)]
        thought = [ThinkingPart(answer.reasoning)] if answer.reasoning else []
        text = [replace(texts[0], content=answer.content)] if answer.content else []
        return replace(said, parts=[*others, *thought, *text, *answer.calls_as(own, _call)])

    @asynccontextmanager
    async def request_stream(
        self, messages: Any, model_settings: Any, model_request_parameters: Any, run_context: Any = None
    ) -> AsyncIterator[StreamedResponse]:
        asked = (messages, model_settings, model_request_parameters, run_context)
        async with super().request_stream(*asked) as inner:
            yield _Stream(model_request_parameters, inner, self._answers.stream(_request(model_request_parameters)))


@dataclass
class _Stream(StreamedResponse):  # type: ignore[misc]
    inner: StreamedResponse
    answer: AnswerStream

    async def _get_event_iterator(self) -> AsyncIterator[Any]:
        async for event in self.inner:
            for made in self._read(event):
                yield made
        for made in self._parts(self.answer.feed(finish_reason=self.inner.finish_reason) + self.answer.finish()):
            yield made

    def _read(self, event: Any) -> Iterator[Any]:
        if event.event_kind == "part_start":
            yield from self._begin(event.index, event.part)
        elif event.event_kind == "part_delta":
            delta = event.delta
            if delta.part_delta_kind == "text":
                yield from self._parts(self.answer.feed(delta.content_delta))
            elif delta.part_delta_kind == "tool_call":
                yield from self._call(event.index, delta.tool_call_id, delta.tool_name_delta, delta.args_delta)
            else:
                yield from self._parts_manager.handle_thinking_delta(
                    vendor_part_id=event.index, content=delta.content_delta, signature=delta.signature_delta
                )

    def _begin(self, index: int, part: Any) -> Iterator[Any]:
        if part.part_kind == "text":
            yield from self._parts(self.answer.feed(part.content))
        elif part.part_kind == "tool-call":
            yield from self._call(index, part.tool_call_id, part.tool_name, part.args)
        else:
            yield self._parts_manager.handle_part(vendor_part_id=index, part=part)

    def _call(self, index: int, id: str | None, name: str | None, args: Any) -> Iterator[Any]:
        text = args if isinstance(args, str) else json.dumps(args) if args else ""
        yield from self._parts(
            self.answer.feed(calls=[{"index": index, "id": id, "function": {"name": name, "arguments": text}}])
        )

    def _parts(self, deltas: list[dict[str, Any]]) -> Iterator[Any]:
        for delta in deltas:
            if thought := delta.get("reasoning_content"):
                yield from self._parts_manager.handle_thinking_delta(vendor_part_id=None, content=thought)
            if text := delta.get("content"):
                yield from self._parts_manager.handle_text_delta(vendor_part_id=None, content=text)
            for call in delta.get("tool_calls", ()):
                event = self._parts_manager.handle_tool_call_delta(
                    vendor_part_id=f"call {call['index']}",
                    tool_name=call["function"].get("name"),
                    args=call["function"].get("arguments"),
                    tool_call_id=call.get("id"),
                )
                if event is not None:
                    yield event

    async def close_stream(self) -> None:
        await self.inner.close_stream()

    def get(self) -> ModelResponse:
        return replace(self.inner.get(), parts=self._parts_manager.get_parts())

    usage = property(lambda self: self.inner.usage)
    model_name = property(lambda self: self.inner.model_name)
    provider_name = property(lambda self: self.inner.provider_name)
    provider_url = property(lambda self: self.inner.provider_url)
    timestamp = property(lambda self: self.inner.timestamp)
