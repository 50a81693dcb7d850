"""LangChain: an output parser, and a chat model around another one. Needs langchain-core 1.

    agent = create_agent(toolcall.langchain.ChatModel(inner=model), tools)
    chain = model | toolcall.langchain.OutputParser(tools=tools)

In what they give, calls that leaked into the text are ``tool_calls``, beside those that the model's own class found.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel  # type: ignore[import]
from langchain_core.messages import AIMessage  # type: ignore[import]
from langchain_core.output_parsers.base import BaseGenerationOutputParser  # type: ignore[import]
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult  # type: ignore[import]
from langchain_core.utils.function_calling import convert_to_openai_tool  # type: ignore[import]
from pydantic import PrivateAttr

from ._answers import Answers, Request
from ._langchain import chunk_of, fed_chunk, read, whole_chunk
from ._transport import is_function


def _request(tools: Sequence[Any] | None, choice: Any = None) -> Request:
    return Request.of([convert_to_openai_tool(each) for each in tools or () if is_function(each)], choice)


class OutputParser(BaseGenerationOutputParser[AIMessage]):  # type: ignore[misc]
    """Makes a message of a model's text, or of its message. Without ``tools`` every name is a tool."""

    tools: Any = None
    dialect: Any = None
    options: Any = None

    def parse_result(self, result: Sequence[Any], *, partial: bool = False) -> AIMessage:
        message = getattr(result[0], "message", None) or AIMessage(result[0].text)
        request = Request() if self.tools is None else _request(self.tools)
        made: AIMessage = read(Answers(self.dialect, self.options), message, request)
        return made


class ChatModel(BaseChatModel):  # type: ignore[misc]
    """A chat model whose answers are read. ``bind_tools`` gives the tools to the model inside, if it takes any."""

    inner: BaseChatModel
    dialect: Any = None
    options: Any = None
    _answers: Answers = PrivateAttr()

    def model_post_init(self, context: Any) -> None:
        self._answers = Answers(self.dialect, self.options)

    @property
    def _llm_type(self) -> str:
        return f"toolcall-{self.inner._llm_type}"

    def bind_tools(self, tools: Sequence[Any], *, tool_choice: Any = None, **kwargs: Any) -> Any:
        chosen = {} if tool_choice is None else {"tool_choice": tool_choice}
        try:
            bound = self.inner.bind_tools(tools, **chosen, **kwargs).kwargs
        except NotImplementedError:
            bound = {}
        return self.bind(**bound, toolcall_request=_request(tools, "required" if tool_choice is True else tool_choice))

    def _result(self, result: ChatResult, request: Request) -> ChatResult:
        made = [
            ChatGeneration(message=read(self._answers, each.message, request), generation_info=each.generation_info)
            for each in result.generations
        ]
        return ChatResult(generations=made, llm_output=result.llm_output)

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> ChatResult:
        request = kwargs.pop("toolcall_request", _request(None))
        return self._result(self.inner._generate(messages, stop=stop, **kwargs), request)

    async def _agenerate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> ChatResult:
        request = kwargs.pop("toolcall_request", _request(None))
        return self._result(await self.inner._agenerate(messages, stop=stop, **kwargs), request)

    def _stream(
        self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> Iterator[ChatGenerationChunk]:
        if type(self.inner)._stream is BaseChatModel._stream:
            yield from map(whole_chunk, self._generate(messages, stop, **kwargs).generations)
            return
        stream = self._answers.stream(kwargs.pop("toolcall_request", _request(None)))
        for chunk in self.inner._stream(messages, stop=stop, **kwargs):
            yield fed_chunk(stream, chunk)
        yield chunk_of(stream.finish())

    async def _astream(
        self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any
    ) -> AsyncIterator[ChatGenerationChunk]:
        if type(self.inner)._stream is BaseChatModel._stream and type(self.inner)._astream is BaseChatModel._astream:
            for generation in (await self._agenerate(messages, stop, **kwargs)).generations:
                yield whole_chunk(generation)
            return
        stream = self._answers.stream(kwargs.pop("toolcall_request", _request(None)))
        async for chunk in self.inner._astream(messages, stop=stop, **kwargs):
            yield fed_chunk(stream, chunk)
        yield chunk_of(stream.finish())
