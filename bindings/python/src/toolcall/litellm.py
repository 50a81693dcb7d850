"""litellm: a callback, for ``acompletion`` and for its proxy, and functions for answers that are there. Needs litellm.

    litellm.callbacks = [toolcall.litellm.Callback()]
    answer = toolcall.litellm.read(litellm.completion(..., tools=tools), tools=tools)

In the proxy's configuration it is ``litellm_settings: {callbacks: toolcall.litellm.callback}``.
"""

import json
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

from litellm.integrations.custom_logger import CustomLogger  # type: ignore[import]
from litellm.types.utils import ChatCompletionMessageToolCall, ModelResponse, ModelResponseStream  # type: ignore[import]

from ._answers import Answers, Request, objects_of
from .settings import DialectLike, Options

_READ = "toolcall_read"  # among what litellm keeps beside an answer: what was refused once is not read again


def _read(answers: Answers, response: Any, request: Request) -> Any:
    if not isinstance(response, ModelResponse) or response._hidden_params.get(_READ):
        return response
    response._hidden_params[_READ] = True
    for choice in response.choices:
        message: Any = choice.message
        own = message.tool_calls or []
        answer = answers.whole(
            message.content or "",
            request,
            calls=[(call.function.name or "", call.function.arguments) for call in own],
            reasoning=getattr(message, "reasoning_content", None) or "",
            finish_reason=choice.finish_reason,
        )
        if answer.changed:
            message.content = answer.content or None
            calls = answer.calls_as(own, lambda call: ChatCompletionMessageToolCall(**call.to_openai()))
            message.tool_calls = calls or None
            choice.finish_reason = answer.finish_reason
            if answer.reasoning:
                message.reasoning_content = answer.reasoning
    return response


class _Stream:
    def __init__(self, answers: Answers, request: Request) -> None:
        self._rewriter = answers.rewriter(request)

    def feed(self, chunk: Any) -> Iterator[ModelResponseStream]:
        line = f"data: {chunk.model_dump_json(exclude_none=True)}\n\n"
        return map(_chunk, objects_of(self._rewriter.feed(line.encode())))

    def finish(self) -> Iterator[ModelResponseStream]:
        return map(_chunk, objects_of(self._rewriter.feed(b"data: [DONE]\n\n") + self._rewriter.finish()))


def _chunk(made: dict[str, Any]) -> ModelResponseStream:
    return ModelResponseStream(**made)


def read(
    response: Any, *, tools: Any = None, tool_choice: Any = None, dialect: DialectLike = None, options: Options | None = None
) -> Any:
    """The same answer, in whose messages calls that leaked into the text are ``tool_calls``."""
    return _read(Answers(dialect, options), response, Request.of(tools, tool_choice))


def read_stream(
    chunks: Iterable[Any],
    *,
    tools: Any = None,
    tool_choice: Any = None,
    dialect: DialectLike = None,
    options: Options | None = None,
) -> Iterator[ModelResponseStream]:
    """Likewise the chunks of a stream, as they come."""
    stream = _Stream(Answers(dialect, options), Request.of(tools, tool_choice))
    for chunk in chunks:
        yield from stream.feed(chunk)
    yield from stream.finish()


class Callback(CustomLogger):  # type: ignore[misc]
    """Reads the answers of ``acompletion`` that are whole, and all answers of the proxy. ``completion``, which asks no
    callback for its answer, has ``read`` and ``read_stream``, which streams of ``acompletion`` need as well."""

    def __init__(self, *, dialect: DialectLike = None, options: Options | None = None) -> None:
        super().__init__()
        self._answers = Answers(dialect, options)

    def _answer(self, response: Any, asked: dict[str, Any]) -> Any:
        return _read(self._answers, response, Request.of(asked.get("tools"), asked.get("tool_choice")))

    async def async_post_call_success_deployment_hook(self, request_data: Any, response: Any, call_type: Any) -> Any:
        return self._answer(response, request_data)

    async def async_post_call_success_hook(self, data: Any, user_api_key_dict: Any, response: Any) -> Any:
        return self._answer(response, data)

    async def async_post_call_streaming_iterator_hook(
        self, user_api_key_dict: Any, response: Any, request_data: Any
    ) -> AsyncIterator[Any]:
        stream = _Stream(self._answers, Request.of(request_data.get("tools"), request_data.get("tool_choice")))
        async for chunk in response:
            for made in stream.feed(chunk):
                yield made
        for made in stream.finish():
            yield made


callback = Callback()
