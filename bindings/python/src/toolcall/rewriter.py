"""Rewrites the body of a server's response as it comes (docs/serving.md)."""

from types import TracebackType
from typing import Any

from . import _library
from ._handles import Handle
from .settings import DialectLike, Options, set_up
from .tools import ToolsLike


class Rewriter:
    """Bytes of a response's body in, the bytes to send in their place out.

    Server-sent events and JSON of OpenAI's chat interface, and Ollama's lines: calls that leaked into the text become
    calls, and the server's own get the index, id, type and name that clients need. A body that is none of these passes
    as it is. One thread may use a rewriter at a time.
    """

    def __init__(
        self, *, dialect: DialectLike = None, tools: ToolsLike | None = None, options: Options | None = None
    ) -> None:
        self._handle = Handle("rewriter", _library.call("rewriter_new", *set_up(dialect, tools, options).handles))

    def feed(self, body: bytes | bytearray | memoryview) -> bytes:
        """Reads the next bytes, cut anywhere, and returns those that are certain, often none."""
        piece = _library.copied(body)
        with self._handle as rewriter:
            return _library.text_of("rewriter_feed", rewriter, piece, len(piece)) or b""

    def finish(self) -> bytes:
        """The body has ended: the last bytes. What is fed after it begins a new response with an id of its own."""
        with self._handle as rewriter:
            return _library.text_of("rewriter_finish", rewriter) or b""

    def events(self) -> list[dict[str, Any]]:
        """With the option ``events``: what was found since the last call, objects as `toolcall stream --input openai`
        prints them."""
        found = []
        with self._handle as rewriter:
            while (event := _library.json_of("rewriter_next_json", rewriter)) is not None:
                found.append(event)
        return found

    def copy(self) -> "Rewriter":
        """A rewriter that goes on as this one would, with the same ids where its response has begun. It has none of the
        events that this one keeps."""
        made = Rewriter.__new__(Rewriter)
        with self._handle as rewriter:
            made._handle = Handle("rewriter", _library.call("rewriter_copy", rewriter))
        return made

    __copy__ = copy

    @property
    def closed(self) -> bool:
        return self._handle.closed

    def close(self) -> None:
        """Frees what the rewriter keeps; a second call does nothing."""
        self._handle.close()

    def __enter__(self) -> "Rewriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
