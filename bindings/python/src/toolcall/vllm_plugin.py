"""A tool parser for vLLM that reads every dialect: --tool-parser-plugin FILE, where FILE is this one.

    vllm serve MODEL --enable-auto-tool-choice --tool-parser-plugin FILE --tool-call-parser toolcall

vLLM loads the file by its path and calls it as its ``ToolParser`` says (vllm/tool_parsers/abstract_tool_parser.py),
with a new object for each response. Environment variables are read, and what is wrong with them is said, when the file
is loaded: TOOLCALL_DIALECT names dialects or models, without which all are looked for; TOOLCALL_PREFILL is what the
template wrote before the model's text, such as <think> and a line end; TOOLCALL_HOLD_CALLS is on, or off.

The text of a call that cannot be read is content. So a stream holds each call until it is complete; with
TOOLCALL_HOLD_CALLS off it begins one as soon as its name is there, and leaves it without its end where it fails.

The interface does not say why a text ended. A whole text is read as one that came to its end. A stream ended where its
last token is one that ends or marks something, a special token or one of the request's; else it was cut off.
"""

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import toolcall
from toolcall._library import as_bytes

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
    if "vllm" not in sys.modules and importlib.util.find_spec("vllm") is None:
        raise ImportError("vLLM is not installed; this file is loaded by vLLM, with --tool-parser-plugin")
    raise ImportError(f"this vLLM has no module with {', '.join(names)}")


_protocol = _first(_PROTOCOLS, "DeltaMessage", "DeltaToolCall", "DeltaFunctionCall", "ExtractedToolCallInformation")
_parsers = _first(_PARSERS, "ToolParser", "ToolParserManager")
if not hasattr(_parsers.ToolParser, "get_remaining_unstreamed_args"):
    raise ImportError("this vLLM is too old: at the end of a stream it would write the last arguments twice")

_REASONING = "reasoning" if "reasoning" in _protocol.DeltaMessage.model_fields else "reasoning_content"


def _said(name: str, allowed: tuple[str, ...] = ()) -> str | None:
    """What an environment variable says; None where it is empty. Raises SetupError where that is not allowed."""
    value = os.environ.get(name) or None
    if value is not None and allowed and value not in allowed:
        raise toolcall.SetupError(f"the environment variable {name} is {' or '.join(allowed)}, and not {value!r}")
    return value


_DIALECT = _said("TOOLCALL_DIALECT")
_PREFILL = _said("TOOLCALL_PREFILL")
_HOLDS_CALLS = _said("TOOLCALL_HOLD_CALLS", ("on", "off")) != "off"
try:
    toolcall.Parser(dialect=_DIALECT).close()
except toolcall.SetupError as why:
    raise toolcall.SetupError(f"the environment variable TOOLCALL_DIALECT: {why}") from None


def _parser(request: Any, *, holds_calls: bool, prefill: str | None = _PREFILL) -> toolcall.Parser:
    """A parser for a response to this request, which says what tools there are and whether they may be called."""
    tools = [each if isinstance(each, dict) else each.model_dump(exclude_none=True) for each in request.tools or []]
    functions = [each for each in tools if each.get("type", "function") == "function"]
    choice = "none" if not functions or request.tool_choice == "none" else None
    options = toolcall.Options(tool_choice=choice, prefill=prefill, hold_calls=holds_calls)
    return toolcall.Parser(dialect=_DIALECT, tools=functions, options=options)


class _Reading:
    """A parser, and the text that it was fed, of which the calls that cannot be read are given as text."""

    def __init__(self, parser: toolcall.Parser) -> None:
        self.parser = parser
        self._text = bytearray()
        self._open = False  # whether a call began and did not end
        self._has_text = False  # of which not all was blanks

    def feed(self, text: str) -> Iterator[toolcall.Event]:
        piece = as_bytes(text)
        self._text += piece
        return self._with_lost_text(self.parser.feed(piece))

    def finish(self, reason: str = "stop") -> Iterator[toolcall.Event]:
        return self._with_lost_text(self.parser.finish(reason))

    def _with_lost_text(self, events: Iterable[toolcall.Event]) -> Iterator[toolcall.Event]:
        for event in events:
            yield event
            match event:
                case toolcall.Text(text=piece):
                    self._has_text = self._has_text or bool(piece.strip())
                case toolcall.CallBegin():
                    self._open = True
                case toolcall.Diagnostic(label="unopened_reasoning") if self._has_text:
                    # What came before the mark has been given as text; a client that knows the mark can split there.
                    mark = self._text[event.begin : event.end].decode(errors="replace")
                    yield toolcall.Text(text=mark, begin=event.begin, end=event.end)
                case toolcall.CallIncomplete() | toolcall.CallRefused() if not self._open:
                    lost = self._text[event.begin : event.end].decode(errors="replace")
                    yield toolcall.Text(text=lost, begin=event.begin, end=event.end)
                case toolcall.CallEnd() | toolcall.CallIncomplete():
                    self._open = False


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
        self._reading: _Reading | None = None
        self._indices: dict[int, int] = {}  # of calls in the stream, by their numbers in the events
        self._last_token: int | None = None
        self._ends: set[int] = set()
        self._ended = False

    def adjust_request(self, request: Any) -> Any:
        """Special tokens are markers of calls, so they must be in the text."""
        request = super().adjust_request(request)
        if request.tools and request.tool_choice != "none":
            request.skip_special_tokens = False
        return request

    def extract_tool_calls(self, model_output: str, request: Any) -> Any:
        """Of a whole text. The server's type has no place for reasoning, which therefore stays in the content."""
        reading = _Reading(_parser(request, holds_calls=True))
        events = [*reading.feed(model_output), *reading.finish()]
        message = reading.parser.message()
        calls = [_whole(call) for call in message.tool_calls]
        thought = f"<think>{message.reasoning}</think>" if message.reasoning else ""
        content = thought + "".join(event.text for event in events if isinstance(event, toolcall.Text))
        return _protocol.ExtractedToolCallInformation(
            tools_called=bool(calls), tool_calls=calls, content=content or None
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
        if self._reading is None or (self._ended and delta_text):
            self._start(request)
        assert self._reading is not None
        events = [] if self._ended else list(self._reading.feed(delta_text))
        if delta_token_ids:
            self._last_token = delta_token_ids[-1]
            if self._last_token in self._ends:
                self._ended = True
                events += self._reading.finish()
        return self._delta(events)

    def _start(self, request: Any) -> None:
        """Reads the text that begins; or what comes after an end that was none, which would be lost otherwise."""
        prefill = _PREFILL if self._reading is None else None
        self._reading = _Reading(_parser(request, holds_calls=_HOLDS_CALLS, prefill=prefill))
        self._ended = False
        self._indices = {}
        # The server need not call finish_streaming, so a token that ends the text does. It is none if it is ignored.
        own = None if getattr(request, "ignore_eos", False) else getattr(self.model_tokenizer, "eos_token_id", None)
        self._ends = {each for each in (own, *(getattr(request, "stop_token_ids", None) or ())) if each is not None}

    def finish_streaming(self) -> Any:
        """The stream has ended: what was held, as a delta, or None."""
        if self._reading is None:
            return None
        marks = self._ends.union(getattr(self.model_tokenizer, "all_special_ids", None) or ())
        self._ended = True
        return self._delta(self._reading.finish("stop" if self._last_token in marks else "length"))

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
