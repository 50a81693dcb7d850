"""A transport for httpx2, and so for the ``openai`` package from version 3: calls that leaked into text become calls.

    client = openai.OpenAI(http_client=httpx2.Client(transport=toolcall.httpx2.Transport()))
    client = openai.AsyncOpenAI(http_client=httpx2.AsyncClient(transport=toolcall.httpx2.AsyncTransport()))

It stands around another transport and rewrites the responses to chat completions, streamed and whole, with the tools
and the tool choice of the request. Every other request and response passes as it is, and so do responses that are an
error. Needs httpx2.
"""

from typing import Any, ClassVar

import httpx2  # type: ignore[import]

from . import _transport


class _Body(_transport.Body, httpx2.SyncByteStream):  # type: ignore[misc]
    pass


class _AsyncBody(_transport.AsyncBody, httpx2.AsyncByteStream):  # type: ignore[misc]
    pass


class Transport(_transport.Transport, httpx2.BaseTransport):  # type: ignore[misc]
    __doc__ = _transport.Transport.__doc__
    http: ClassVar[Any] = httpx2
    body: ClassVar[type[_transport.Body]] = _Body


class AsyncTransport(_transport.AsyncTransport, httpx2.AsyncBaseTransport):  # type: ignore[misc]
    __doc__ = _transport.AsyncTransport.__doc__
    http: ClassVar[Any] = httpx2
    body: ClassVar[type[_transport.AsyncBody]] = _AsyncBody
