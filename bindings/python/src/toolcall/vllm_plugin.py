"""A tool parser for vLLM that reads every dialect: --tool-parser-plugin FILE, where FILE is this one.

    vllm serve MODEL --enable-auto-tool-choice --tool-parser-plugin FILE --tool-call-parser toolcall

vLLM loads the file by its path and calls it as its ``ToolParser`` says (vllm/tool_parsers/abstract_tool_parser.py),
with a new object for each response. The environment variable TOOLCALL_DIALECT names dialects or models; without it
all are looked for.

The interface does not say why a text ended. A whole text is read as one that came to its end. A stream ended where its
last token is one that ends or marks something, a special token or one of the request's; else it was cut off.
"""

import importlib
import os
from collections.abc import Iterable, Sequence
from typing import Any

import toolcall

_PROTOCOLS = (  # from the newest; what they define has moved, and is the same
    "vllm.entrypoints.generate.base.protocol",
    "vllm.entrypoints.openai.engine.protocol",
    "vllm.entrypoints.openai.protocol",
)
_PARSERS = ("vllm.tool_parsers.abstract_tool_parser", "vllm.entrypoints.openai.tool_parsers")


def _first(modules: Iterable[str], *names: str) -> Any:
    """The first of these modules that has these names."""
    for each in modules:
        try:
            found = importlib.import_module(each)
        except ModuleNotFoundError:
            continue
        if all(hasattr(found, name) for name in names):
            return found
    raise ImportError(f"this vLLM has no module with {', '.join(names)}")


_protocol = _first(_PROTOCOLS, "DeltaMessage", "DeltaToolCall", "DeltaFunctionCall", "ExtractedToolCallInformation")
_parsers = _first(_PARSERS, "ToolParser", "ToolParserManager")
if not hasattr(_parsers.ToolParser, "get_remaining_unstreamed_args"):
    raise ImportError("this vLLM is too old: at the end of a stream it would write the last arguments twice")

_REASONING = "reasoning" if "reasoning" in _protocol.DeltaMessage.model_fields else "reasoning_content"


def _setup(request: Any) -> dict[str, Any]:
    """The tools of a request, and whether they may be called."""
    tools = [each if isinstance(each, dict) else each.model_dump(exclude_none=True) for each in request.tools or []]
    functions = [each for each in tools if each.get("type", "function") == "function"]
    off = not functions or request.tool_choice == "none"
    return {
        "dialect": os.environ.get("TOOLCALL_DIALECT"),
        "tools": functions,
        "options": toolcall.Options(tool_choice="none" if off else None),
    }


def _whole(call: toolcall.ToolCall) -> Any:
    """A call as the server has it, which takes ids that the text gives from the function, where it has a place."""
    own = {"id": call.id} if "id" in _protocol.FunctionCall.model_fields else {}
    function = _protocol.FunctionCall(name=call.name, arguments=call.arguments, **own)
    return _protocol.ToolCall(id=call.id, function=function)


class ToolcallParser(_parsers.ToolParser):  # type: ignore[misc,name-defined]
    """Reads one response."""

    engine_based_streaming = True  # the server then calls finish_streaming at the end of a stream

    def __init__(self, tokenizer: Any, tools: Any = None) -> None:
        super().__init__(tokenizer, tools)
        self._parser: toolcall.Parser | None = None
        self._indices: dict[int, int] = {}  # of calls in the stream, by their numbers in the events
        self._last_token: int | None = None
        self._ends: set[int] = set()

    def adjust_request(self, request: Any) -> Any:
        """Special tokens are markers of calls, so they must be in the text."""
        request = super().adjust_request(request)
        if request.tools and request.tool_choice != "none":
            request.skip_special_tokens = False
        return request

    def extract_tool_calls(self, model_output: str, request: Any) -> Any:
        """Of a whole text. The server's type has no place for reasoning, which therefore stays in the content."""
        message = toolcall.parse(model_output, **_setup(request))
        calls = [_whole(call) for call in message.tool_calls]
        thought = f"<think>{message.reasoning}</think>" if message.reasoning else ""
        return _protocol.ExtractedToolCallInformation(
            tools_called=bool(calls), tool_calls=calls, content=thought + message.content or None
        )

    def extract_tool_calls_streaming(
        self,
        previous_text: str,
        current_text: str,
        delta_text: str,
        previous_token_ids: Sequence[int],
        current_token_ids: Sequence[int],
        delta_token_ids: Sequence[int],
        request: Any,
    ) -> Any:
        """Of the next piece of a stream: the delta to send, or None."""
        if self._parser is None:
            self._parser = toolcall.Parser(**_setup(request))
            own = getattr(self.model_tokenizer, "eos_token_id", None)
            self._ends = {each for each in (own, *(getattr(request, "stop_token_ids", None) or ())) if each is not None}
        events = list(self._parser.feed(delta_text))
        if delta_token_ids:
            self._last_token = delta_token_ids[-1]
            if self._last_token in self._ends:
                events += self._parser.finish()
        return self._delta(events)

    def finish_streaming(self) -> Any:
        """The stream has ended: what was held, as a delta, or None."""
        if self._parser is None:
            return None
        marks = self._ends.union(getattr(self.model_tokenizer, "all_special_ids", None) or ())
        return self._delta(self._parser.finish("stop" if self._last_token in marks else "length"))

    def get_remaining_unstreamed_args(self) -> str:
        """None: what was not sent is not certain, or ``finish_streaming`` gives it."""
        return ""

    def _delta(self, events: Iterable[toolcall.Event]) -> Any:
        content = reasoning = ""
        calls: dict[int, Any] = {}
        for event in events:
            match event:
                case toolcall.Text(text=piece):
                    content += piece
                case toolcall.Reasoning(text=piece):
                    reasoning += piece
                case toolcall.CallBegin():
                    index = self._begin(event)
                    function = _protocol.DeltaFunctionCall(name=event.name, arguments="")
                    calls[index] = _protocol.DeltaToolCall(index=index, id=event.id, type="function", function=function)
                case toolcall.Arguments(call=call, text=piece):
                    index = self._indices[call]
                    self._add(index, piece)
                    if index not in calls:
                        function = _protocol.DeltaFunctionCall(arguments="")
                        calls[index] = _protocol.DeltaToolCall(index=index, type=None, function=function)
                    calls[index].function.arguments += piece
        if not (content or reasoning or calls):
            return None
        return _protocol.DeltaMessage(
            content=content or None, tool_calls=list(calls.values()), **({_REASONING: reasoning} if reasoning else {})
        )

    def _begin(self, event: toolcall.CallBegin) -> int:
        """What the server reads of a call that was sent; its index, of which none is left out."""
        index = len(self.prev_tool_call_arr)
        self._indices[event.call] = self.current_tool_id = index
        self.current_tool_name_sent = True
        self.prev_tool_call_arr.append({"name": event.name, "arguments": ""})
        self.streamed_args_for_tool.append("")
        return index

    def _add(self, index: int, piece: str) -> None:
        self.prev_tool_call_arr[index]["arguments"] += piece
        self.streamed_args_for_tool[index] += piece


_parsers.ToolParserManager.register_module(name="toolcall", module=ToolcallParser)
