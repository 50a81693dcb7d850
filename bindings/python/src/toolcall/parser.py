"""Reading a text: whole (``parse``), as it comes (``Parser``, ``stream``), with asyncio (``astream``, ``aparse``)."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from enum import IntEnum
from types import TracebackType
from typing import Any, Literal, TypeAlias

from . import _library
from ._handles import Handle
from .errors import SetupError, StateError
from .events import Event, event_of
from .message import Message, message_of
from .settings import DialectLike, Options, Setup, set_up
from .tools import ToolsLike

TextLike: TypeAlias = str | bytes | bytearray | memoryview
"""Text, or its bytes in UTF-8. What is not UTF-8 is no error; it comes out as U+FFFD."""

FinishReason: TypeAlias = str | None | Callable[[], str | None]
"""Why a text ended, in the words of any server, None being "stop"; or a function that returns it, which is called when
the text has ended."""


class Origin(IntEnum):
    """What is known of the bytes of a chunk."""

    UNKNOWN = 0  # a marker is whatever reads like one
    SPECIAL = 1  # the tokenizer made them of special tokens; from the first of them on, UNKNOWN bytes are text
    TEXT = 2  # the tokenizer did not: they are never a marker that is a special token


_ORIGINS = frozenset(Origin)


class Parser:
    """Reads a text as it comes: text in, events out.

    However a text is cut, the joined events are the same, and none is ever taken back. One thread may use a parser at
    a time. It is freed when nobody refers to it any more, or by ``close``, which also ends a ``with``.

    Raises SetupError where a dialect, tool or option does not exist.
    """

    def __init__(
        self, *, dialect: DialectLike = None, tools: ToolsLike | None = None, options: Options | None = None
    ) -> None:
        self._setup = set_up(dialect, tools, options)
        self._half = ""  # the first half of a surrogate pair whose second half was not fed yet
        self._ended = False
        self._handle = Handle("parser", _library.call("parser_new", *self._setup.handles))

    def feed(self, text: TextLike, origin: Origin = Origin.UNKNOWN) -> Iterator[Event]:
        """Reads the next piece, cut anywhere, at once; the iterator then has its events, and may be left unread.

        Raises StateError where the text has ended (``finish``), or the parser is closed or in use.
        """
        if self._ended:
            raise StateError("the text has ended, so nothing can be fed; a parser reads one text")
        if not isinstance(origin, int) or origin not in _ORIGINS:
            raise SetupError(f"an origin is one of toolcall.Origin, and {origin!r} is not")
        half = ""
        if isinstance(text, str):
            text = self._half + text
            half = text[-1:] if "\ud800" <= text[-1:] < "\udc00" else ""
            piece = _library.as_bytes(text.removesuffix(half))
        else:
            piece = _library.as_bytes(self._half) + _library.as_bytes(text)
        with self._handle as parser:
            _library.call("parser_feed", parser, piece, len(piece), int(origin))
            self._half = half
            return self._events(parser)

    def finish(self, reason: str | None = "stop") -> Iterator[Event]:
        """The text has ended, for this reason, in the words of any server; the iterator has the last events.

        With "length" an open call is incomplete. A second call does nothing.
        """
        word = reason_as_bytes(reason, "reason")
        events = list(self.feed(b"")) if self._half else []
        with self._handle as parser:
            _library.call("parser_finish", parser, word, len(word))
            self._ended = True
            return iter([*events, *self._events(parser)])

    @staticmethod
    def _events(parser: int) -> Iterator[Event]:
        return iter([event_of(each) for each in _library.json_of("parser_events_json", parser)])

    def message(self) -> Message:
        """What was emitted so far, put together; it is empty with the option ``collect`` off."""
        with self._handle as parser:
            return message_of(_library.json_of("parser_message_json", parser, owned=True))

    def correction(
        self, *, executed: Literal["function_calls", "text_calls"] = "function_calls", text: TextLike | None = None
    ) -> str:
        """What to send the model as the user's next message, so that it calls as it should; empty where there is
        nothing to correct.

        ``executed`` says which calls the host executes: those of the function-calling interface, so that any call in
        the text is wrong, or the calls of the text. With the model's ``text`` it shows where a call broke.
        """
        if executed not in ("function_calls", "text_calls"):
            raise SetupError(f'executed is "function_calls" or "text_calls", and {executed!r} is neither')
        whole = b"" if text is None else _library.as_bytes(text)
        given = None if text is None else whole
        with self._handle as parser:
            found = _library.text_of(
                "parser_correction", parser, int(executed == "text_calls"), given, len(whole), owned=True
            )
        return (found or b"").decode(errors="replace")

    def trace(self) -> list[str]:
        """With the option ``trace``: the lines since the last call that say which rule, recovery, conversion or
        decision made what of the text (docs/cli.md, "--trace")."""
        lines = []
        with self._handle as parser:
            while (line := _library.text_of("parser_next_trace", parser)) is not None:
                lines.append(line.decode(errors="replace"))
        return lines

    @property
    def held_bytes(self) -> int:
        """Bytes kept because they are not final."""
        with self._handle as parser:
            held: int = _library.function("parser_held_bytes")(parser)
            return held

    def copy(self) -> "Parser":
        """A parser that goes on as this one would, and makes the same ids."""
        made = Parser.__new__(Parser)
        made._setup = self._setup
        made._half = self._half
        made._ended = self._ended
        with self._handle as parser:
            made._handle = Handle("parser", _library.call("parser_copy", parser))
        return made

    __copy__ = copy

    @property
    def closed(self) -> bool:
        return self._handle.closed

    def close(self) -> None:
        """Frees what the parser keeps; a second call does nothing."""
        self._handle.close()

    def __enter__(self) -> "Parser":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def checked(setup: Setup) -> Setup:
    """The same, if a parser can be made with it. Raises SetupError where an option, label or tool does not exist."""
    Handle("parser", _library.call("parser_new", *setup.handles)).close()
    return setup


def reason_as_bytes(given: str | None, name: str = "finish_reason") -> bytes:
    """A finish reason, which was handed in under this name, as the library takes it."""
    if given is not None and not isinstance(given, str):
        raise SetupError(f'{name}: {given!r} is not a string, such as "stop" or "length", and not None')
    return b"stop" if given is None else _library.as_bytes(given)


def json_with(setup: Setup, text: TextLike, finish_reason: str | None) -> dict[str, Any]:
    """The message as `toolcall parse` prints it (docs/message.md)."""
    whole, reason = _library.as_bytes(text), reason_as_bytes(finish_reason)
    read: dict[str, Any] = _library.json_of(
        "parse_json", whole, len(whole), *setup.handles, reason, len(reason), owned=True
    )
    return read


def parse_with(setup: Setup, text: TextLike, finish_reason: str | None) -> Message:
    return message_of(json_with(setup, text, finish_reason))


def parse(
    text: TextLike,
    *,
    dialect: DialectLike = None,
    tools: ToolsLike | None = None,
    options: Options | None = None,
    finish_reason: str | None = "stop",
) -> Message:
    """Reads a whole text.

    Without tools every name is a tool and arguments are not typed; an empty list is something else. Tools that are
    used again are made once, as ``Tools``. Raises SetupError where a dialect, tool or option does not exist, and
    nothing because of the text.
    """
    return parse_with(set_up(dialect, tools, options), text, finish_reason)


def checked_reason(given: FinishReason) -> None:
    """Raises SetupError where it is neither a finish reason nor a function that will say one."""
    if not callable(given):
        reason_as_bytes(given)


def _reason(given: FinishReason) -> str | None:
    said = given() if callable(given) else given
    reason_as_bytes(said)  # raises an error where it is not a reason
    return said


def stream(
    chunks: Iterable[TextLike],
    *,
    dialect: DialectLike = None,
    tools: ToolsLike | None = None,
    options: Options | None = None,
    finish_reason: FinishReason = "stop",
) -> Iterator[Event]:
    """The events of a text that comes in chunks, each as soon as it is certain.

    Where ``chunks`` raises, the error passes, and the text is not ended: nothing that is held becomes a call.
    """
    checked_reason(finish_reason)
    if isinstance(chunks, (str, bytes, bytearray, memoryview)) or not isinstance(chunks, Iterable):
        raise SetupError(
            f"chunks are an iterable of texts, such as a list, not {chunks!r:.80}; parse reads a whole text"
        )
    return _streamed(Parser(dialect=dialect, tools=tools, options=options), chunks, finish_reason)


def _streamed(parser: Parser, chunks: Iterable[TextLike], finish_reason: FinishReason) -> Iterator[Event]:
    with parser:
        for chunk in chunks:
            yield from parser.feed(chunk)
        yield from parser.finish(_reason(finish_reason))


def astream(
    chunks: AsyncIterable[TextLike],
    *,
    dialect: DialectLike = None,
    tools: ToolsLike | None = None,
    options: Options | None = None,
    finish_reason: FinishReason = "stop",
) -> AsyncIterator[Event]:
    """As ``stream``, for chunks that come asynchronously. The event loop reads them: a token takes microseconds, a chunk of
    100 KB that is full of markers up to a second."""
    checked_reason(finish_reason)
    if not isinstance(chunks, AsyncIterable):
        raise SetupError(f"chunks are an asynchronous iterable of texts, not {chunks!r:.80}; stream has others")
    return _astreamed(Parser(dialect=dialect, tools=tools, options=options), chunks, finish_reason)


async def _astreamed(
    parser: Parser, chunks: AsyncIterable[TextLike], finish_reason: FinishReason
) -> AsyncIterator[Event]:
    with parser:
        async for chunk in chunks:
            for event in parser.feed(chunk):
                yield event
        for event in parser.finish(_reason(finish_reason)):
            yield event


async def aparse(
    text: TextLike,
    *,
    dialect: DialectLike = None,
    tools: ToolsLike | None = None,
    options: Options | None = None,
    finish_reason: str | None = "stop",
) -> Message:
    """As ``parse``, in a thread, so that a long text does not hold up the event loop."""
    return await asyncio.to_thread(parse_with, set_up(dialect, tools, options), text, finish_reason)
