"""What the transports of httpx and of httpx2 have in common, which have the same interface under two names.

The classes here are mixed with those of one of the two. ``http`` is its module, ``body`` its class of bodies.
"""

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from types import TracebackType
from typing import Any, ClassVar

from .errors import SetupError
from .rewriter import Rewriter
from .settings import DialectLike, Options, which_dialect

_BODY_HEADERS = ("content-encoding", "content-length", "transfer-encoding")


def _is_chat(request: Any) -> bool:
    path: str = request.url.path
    return request.method == "POST" and path.rstrip("/").endswith("/chat/completions")


def _is_read(response: Any) -> bool:
    kind: str = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    return response.status_code == 200 and kind in ("text/event-stream", "application/json", "application/x-ndjson")


def known_choice(given: Any) -> str | dict[str, Any] | None:
    """The tool choice of a request, where it is one that the library reads; of others, such as that of a tool of the
    server's own, the server says whether they are right."""
    if given == "any":  # Mistral's word
        return "required"
    if isinstance(given, str):
        return given or None
    if not isinstance(given, dict):
        return None
    function, allowed = given.get("function"), given.get("allowed_tools")
    named = isinstance(function, dict) and isinstance(function.get("name"), str)
    return given if named or (isinstance(allowed, dict) and allowed.get("mode") in ("auto", "required")) else None


def is_function(tool: Any) -> bool:
    """Whether it is a tool that the client runs, or none at all, which is said."""
    return not isinstance(tool, dict) or (tool.get("type") or "function") == "function"


class Settings:
    """What the responses to a request are read with."""

    def __init__(self, dialect: DialectLike, options: Options | None) -> None:
        self._dialect = which_dialect(dialect)
        self._options = options or Options()
        Rewriter(dialect=self._dialect, options=self._options).close()  # what is wrong is said at once

    def rewriter(self, body: bytes) -> Rewriter | None:
        """Of the body of a request; None where it is not one that a server would read."""
        try:
            asked = json.loads(body)
        except (ValueError, RecursionError):
            return None
        if not isinstance(asked, dict):
            return None
        listed = asked.get("tools")
        if listed is None:
            listed = []
        if not isinstance(listed, list):
            raise SetupError(f'"tools" of the request must be a list, and {json.dumps(listed)[:80]} is not one')
        tools = json.dumps([each for each in listed if is_function(each)])
        choice = (known_choice(asked.get("tool_choice")) or self._options.tool_choice) if tools != "[]" else "none"
        most = self._options.most_calls
        if most is None and asked.get("parallel_tool_calls") is False:
            most = 1
        # Who reads the response alone learns of a call that cannot be read by its text, and in no other way.
        refused = self._options.refused or "text"
        options = replace(self._options, tool_choice=choice, most_calls=most, refused=refused)
        return Rewriter(dialect=self._dialect, tools=tools, options=options)


class Body:
    """The body of a response, rewritten as it is read. Where it breaks off, the error passes and it is not ended."""

    def __init__(self, response: Any, rewriter: Rewriter) -> None:
        self._response = response
        self._rewriter = rewriter

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._response.iter_bytes():
            if certain := self._rewriter.feed(piece):
                yield certain
        yield self._rewriter.finish()

    def close(self) -> None:
        self._rewriter.close()
        self._response.close()


class AsyncBody:
    """As Body."""

    def __init__(self, response: Any, rewriter: Rewriter) -> None:
        self._response = response
        self._rewriter = rewriter

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._response.aiter_bytes():
            if certain := self._rewriter.feed(piece):
                yield certain
        yield self._rewriter.finish()

    async def aclose(self) -> None:
        self._rewriter.close()
        await self._response.aclose()


def _rewritten(http: Any, response: Any, body: Body | AsyncBody) -> Any:
    headers = [(name, value) for name, value in response.headers.raw if name.decode().lower() not in _BODY_HEADERS]
    return http.Response(response.status_code, headers=headers, stream=body, extensions=response.extensions)


class Transport:
    """Rewrites the responses of another transport, ``HTTPTransport()`` where none is given.

    ``dialect`` and ``options`` are as those of ``parse``; tools and tool choice are the request's. A request without
    tools has none to call, so no call is looked for. Raises SetupError here where a dialect or option does not exist,
    and from a request whose tools are wrong, or which chooses a tool that is not among them.
    """

    http: ClassVar[Any]
    body: ClassVar[type[Body]]

    def __init__(self, inner: Any = None, *, dialect: DialectLike = None, options: Options | None = None) -> None:
        self._settings = Settings(dialect, options)
        self._inner = self.http.HTTPTransport() if inner is None else inner

    def handle_request(self, request: Any) -> Any:
        rewriter = self._settings.rewriter(request.read()) if _is_chat(request) else None
        if rewriter is None:
            return self._inner.handle_request(request)
        request.headers["accept-encoding"] = "identity"
        response = self._inner.handle_request(request)
        return _rewritten(self.http, response, self.body(response, rewriter)) if _is_read(response) else response

    def close(self) -> None:
        self._inner.close()

    def __enter__(self) -> Any:
        self._inner.__enter__()
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        self._inner.__exit__(exc_type, exc_value, traceback)


class AsyncTransport:
    """As Transport, for asynchronous clients."""

    http: ClassVar[Any]
    body: ClassVar[type[AsyncBody]]

    def __init__(self, inner: Any = None, *, dialect: DialectLike = None, options: Options | None = None) -> None:
        self._settings = Settings(dialect, options)
        self._inner = self.http.AsyncHTTPTransport() if inner is None else inner

    async def handle_async_request(self, request: Any) -> Any:
        rewriter = self._settings.rewriter(await request.aread()) if _is_chat(request) else None
        if rewriter is None:
            return await self._inner.handle_async_request(request)
        request.headers["accept-encoding"] = "identity"
        response = await self._inner.handle_async_request(request)
        return _rewritten(self.http, response, self.body(response, rewriter)) if _is_read(response) else response

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def __aenter__(self) -> Any:
        await self._inner.__aenter__()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        await self._inner.__aexit__(exc_type, exc_value, traceback)
