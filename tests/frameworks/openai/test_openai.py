"""The openai package with the transports of httpx2, which it uses from version 3 on."""

import asyncio
import json
from functools import reduce

import httpx2
import openai
import pytest
from upstream import CITY

import toolcall
import toolcall.httpx2

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}}
TOOLS = [{"type": "function", "function": {"name": "get_weather", "parameters": SCHEMA}}]


@pytest.fixture
def asked():
    def of(name="whole", **more):
        return {"model": name, "messages": [{"role": "user", "content": "Weather?"}], "tools": TOOLS, **more}

    return of


def client(upstream, **options):
    transport = toolcall.httpx2.Transport(options=toolcall.Options(**options))
    return openai.OpenAI(base_url=upstream.url, api_key="none", http_client=httpx2.Client(transport=transport))


def joined(deltas):
    text = "".join(delta.content or "" for delta in deltas)
    pieces = [call for delta in deltas for call in delta.tool_calls or ()]
    names = [call.function.name for call in pieces if call.function.name]
    return text, names, reduce(str.__add__, (call.function.arguments or "" for call in pieces), "")


def test_whole(upstream, asked):
    (choice,) = client(upstream).chat.completions.create(**asked()).choices
    (call,) = choice.message.tool_calls
    assert json.loads(call.function.arguments) == {"city": CITY, "days": 3} and choice.finish_reason == "tool_calls"
    assert choice.message.content.strip() == "I look."


@pytest.mark.parametrize("name", ["whole", "own"])
def test_streamed(upstream, asked, name):
    chunks = list(client(upstream).chat.completions.create(**asked(name), stream=True))
    text, names, arguments = joined([chunk.choices[0].delta for chunk in chunks])
    assert text.strip() == "I look." and names == ["get_weather"] and json.loads(arguments)["city"] == CITY
    with client(upstream).chat.completions.stream(**asked(name)) as stream:
        assert stream.get_final_completion().choices[0].message.tool_calls[0].function.name == "get_weather"


def test_cut_off(upstream, asked):
    for options, shown in (({}, True), ({"refused": "hidden"}, False)):
        (choice,) = client(upstream, **options).chat.completions.create(**asked("cut")).choices
        assert not choice.message.tool_calls and choice.finish_reason == "length"
        assert ('"get_weather"' in choice.message.content) is shown


def test_asynchronously(upstream, asked):
    async def both():
        http = httpx2.AsyncClient(transport=toolcall.httpx2.AsyncTransport(dialect="hermes"))
        async with openai.AsyncOpenAI(base_url=upstream.url, api_key="none", http_client=http) as client:
            whole = await client.chat.completions.create(**asked())
            stream = await client.chat.completions.create(**asked(), stream=True)
            return whole, [chunk async for chunk in stream]

    whole, chunks = asyncio.run(both())
    assert whole.choices[0].message.tool_calls[0].function.name == "get_weather"
    assert joined([chunk.choices[0].delta for chunk in chunks])[1] == ["get_weather"]


def test_a_tool_that_is_wrong_is_said_before_the_server_is_asked(upstream, asked):
    with pytest.raises((toolcall.SetupError, openai.APIConnectionError)):
        client(upstream).with_options(max_retries=0).chat.completions.create(**{**asked(), "tools": [{"type": "function"}]})
    assert upstream.seen == []
