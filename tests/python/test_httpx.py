"""The transport of httpx: completions are rewritten, streamed and whole, and everything else passes."""

import asyncio
import importlib
import sys

import httpx
import pytest
import serving

import toolcall
import toolcall.httpx
from serving import TEXT, TOOLS, WANTED

ASKED = {"model": "m", "messages": [{"role": "user", "content": "Weather?"}], "tools": TOOLS}


@pytest.fixture(scope="module")
def server():
    with serving.server() as running:
        yield running


@pytest.fixture
def client(server):
    with httpx.Client(transport=toolcall.httpx.Transport()) as http:
        yield serving.Client(http, server.url)


def function(call):
    return {key: call["function"][key] for key in ("name", "arguments")}


def test_a_whole_completion(client):
    (choice,) = client.create(**ASKED)["choices"]
    assert [function(call) for call in choice["message"]["tool_calls"]] == [WANTED]
    assert (choice["message"]["content"], choice["finish_reason"]) == ("Sure. ", "tool_calls")


def test_a_stream(client):
    chunks = list(client.stream(**ASKED))
    assert serving.joined(chunks) == {"content": "Sure. ", "tool_calls": [WANTED], "finish_reason": "tool_calls"}
    assert all(chunk["id"] == "c1" and chunk["model"] == "m" for chunk in chunks)


def test_a_stream_comes_as_it_is_written(client):
    chunks = client.stream(**ASKED)
    deltas = (each["choices"][0]["delta"] for each in chunks)
    first = next(delta["content"] for delta in deltas if delta.get("content"))
    assert "Sure. ".startswith(first) and len(first) < len("Sure. ")
    chunks.close()


def test_asynchronously(server):
    async def both():
        async with httpx.AsyncClient(transport=toolcall.httpx.AsyncTransport()) as http:
            client = serving.AsyncClient(http, server.url)
            whole = await client.create(**ASKED)
            return whole, [chunk async for chunk in client.stream(**ASKED)]

    whole, chunks = asyncio.run(both())
    assert [function(call) for call in whole["choices"][0]["message"]["tool_calls"]] == [WANTED]
    assert serving.joined(chunks)["tool_calls"] == [WANTED]


def test_a_connection_that_breaks_ends_nothing(client, server):
    chunks = []
    with pytest.raises(httpx.RemoteProtocolError):
        for chunk in client.stream(**ASKED, user="cut"):
            chunks.append(chunk)
    made = serving.joined(chunks)
    assert made["finish_reason"] is None and made["content"] == "Sure. "

    async def broken():
        async with httpx.AsyncClient(transport=toolcall.httpx.AsyncTransport()) as http:
            async for _ in serving.AsyncClient(http, server.url).stream(**ASKED, user="cut"):
                pass

    with pytest.raises(httpx.RemoteProtocolError):
        asyncio.run(broken())


def test_what_is_not_a_completion_passes(client):
    assert client.http.get(client.url + "/models").json() == {"data": []}
    embedding = client.http.post(client.url + "/embeddings", json={"input": "x"})
    assert embedding.json()["choices"][0]["message"]["content"] == TEXT
    assert client.http.send(client.request(**ASKED, user="page")).text == TEXT
    error = client.http.send(client.request(**ASKED, user="error"))
    assert error.status_code == 429 and error.json() == {"error": {"message": "Sure."}}


def test_a_request_without_tools_has_no_calls(client):
    plain = {key: value for key, value in ASKED.items() if key != "tools"}
    for asked in (plain, {**plain, "tools": None}, {**plain, "tools": []}, {**ASKED, "tool_choice": "none"}):
        assert client.create(**asked)["choices"][0]["message"]["content"] == TEXT


def test_the_choice_of_a_tool_is_read(client):
    named = {"type": "function", "function": {"name": "get_weather"}}
    for choice in ("auto", "required", named):
        message = client.create(**ASKED, tool_choice=choice)["choices"][0]["message"]
        assert len(message["tool_calls"]) == 1
    # Others are the server's to judge; a tool that there is not would be waited for in vain.
    for choice in ("", None, 5, [], [None, TOOLS[0]], {}, {"type": "web_search"}, {"function": {"name": 5}}):
        assert len(client.create(**ASKED, tool_choice=choice)["choices"][0]["message"]["tool_calls"]) == 1
    with pytest.raises(toolcall.SetupError, match='there is no tool "pong"'):
        client.create(**ASKED, tool_choice="pong")
    with pytest.raises(toolcall.SetupError, match="^/0: a tool must be an object"):
        client.create(**{**ASKED, "tools": [None, *TOOLS]})
    with pytest.raises(toolcall.SetupError, match='"tools" of the request must be a list, and 5 is not one'):
        client.create(**{**ASKED, "tools": 5})
    mixed = [*TOOLS, {"type": "web_search"}]
    assert client.create(**{**ASKED, "tools": mixed})["choices"][0]["message"]["tool_calls"]


def test_headers_say_what_is_sent(client, server):
    asked = client.request(**ASKED, user="gzip")
    response = client.http.send(asked)
    assert response.json()["choices"][0]["message"]["tool_calls"]
    assert response.headers["x-request-id"] == "r1"
    assert "content-length" not in response.headers and "content-encoding" not in response.headers
    headers, body = server.seen[-1]
    assert headers["accept-encoding"] == "identity" and body["tools"] == TOOLS


def test_options_and_dialects(server):
    options = toolcall.Options(arguments="complete", seed=1)
    with httpx.Client(transport=toolcall.httpx.Transport(dialect=["hermes"], options=options)) as http:
        pieces = [
            call["function"]["arguments"]
            for chunk in serving.Client(http, server.url).stream(**ASKED)
            for call in chunk["choices"][0]["delta"].get("tool_calls", [])
        ]
    assert pieces == [WANTED["arguments"]]
    for wrong in ({"dialect": "hermess"}, {"options": toolcall.Options(without=("nonsense",))}):
        for transport in (toolcall.httpx.Transport, toolcall.httpx.AsyncTransport):
            with pytest.raises(toolcall.SetupError):
                transport(**wrong)


def test_another_transport_inside():
    def answer(request):
        return httpx.Response(200, headers={"content-type": "application/json"}, content=serving.completion(TEXT))

    inner = httpx.MockTransport(answer)
    with httpx.Client(transport=toolcall.httpx.Transport(inner)) as http:
        client = serving.Client(http, "http://model.example/v1")
        assert client.create(**ASKED)["choices"][0]["message"]["tool_calls"]
        wrong = {**ASKED, "tools": [{"type": "function", "function": {"name": 3}}]}
        with pytest.raises(toolcall.SetupError):
            client.create(**wrong)


def test_httpx2_has_the_same(server, monkeypatch):
    """httpx2 is not among Debian's packages; its interface is that of httpx, which stands in for it here."""
    monkeypatch.setitem(sys.modules, "httpx2", httpx)
    monkeypatch.delitem(sys.modules, "toolcall.httpx2", raising=False)
    module = importlib.import_module("toolcall.httpx2")
    with httpx.Client(transport=module.Transport()) as http:
        chunks = serving.Client(http, server.url).stream(**ASKED)
        assert serving.joined(chunks)["tool_calls"] == [WANTED]

    async def whole():
        async with httpx.AsyncClient(transport=module.AsyncTransport()) as http:
            return await serving.AsyncClient(http, server.url).create(**ASKED)

    assert function(asyncio.run(whole())["choices"][0]["message"]["tool_calls"][0]) == WANTED
    monkeypatch.delitem(sys.modules, "toolcall.httpx2")
