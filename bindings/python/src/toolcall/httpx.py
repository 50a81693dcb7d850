"""A transport for httpx, and so for the ``openai`` package before version 3: calls that leaked into text become calls.

    client = openai.OpenAI(http_client=httpx.Client(transport=toolcall.httpx.Transport()))
    client = openai.AsyncOpenAI(http_client=httpx.AsyncClient(transport=toolcall.httpx.AsyncTransport()))

It stands around another transport and rewrites the responses to chat completions, streamed and whole, with the tools
and the tool choice of the request. Every other request and response passes as it is, and so do responses that are an
error. Needs httpx.
"""

from typing import Any, ClassVar

import httpx

from . import _transport


class _Body(_transport.Body, httpx.SyncByteStream):
    pass


class _AsyncBody(_transport.AsyncBody, httpx.AsyncByteStream):
    pass


class Transport(_transport.Transport, httpx.BaseTransport):
    __doc__ = _transport.Transport.__doc__
    http: ClassVar[Any] = httpx
    body: ClassVar[type[_transport.Body]] = _Body


class AsyncTransport(_transport.AsyncTransport, httpx.AsyncBaseTransport):
    __doc__ = _transport.AsyncTransport.__doc__
    http: ClassVar[Any] = httpx
    body: ClassVar[type[_transport.AsyncBody]] = _AsyncBody
