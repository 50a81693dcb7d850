"""litellm: answers of completion, the callback for acompletion, and what the proxy asks a callback for."""

import asyncio
import json

import litellm
import pytest
from litellm.proxy._types import UserAPIKeyAuth
from litellm.proxy.types_utils.utils import get_instance_fn
from upstream import CITY

import toolcall.litellm

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}},
        },
    }
]
WANTED = {"city": CITY, "days": 3}


@pytest.fixture
def asked(upstream):
    def of(name="whole", **more):
        messages = [{"role": "user", "content": "Weather?"}]
        model = {"model": f"openai/{name}", "api_base": upstream.url, "api_key": "none", "num_retries": 0}
        return {**model, "messages": messages, "tools": TOOLS, **more}

    return of


@pytest.fixture
def callback():
    made = toolcall.litellm.Callback()
    litellm.callbacks = [made]
    yield made
    litellm.callbacks = []


def calls(message):
    return [(call.function.name, json.loads(call.function.arguments)) for call in message.tool_calls or ()]


def whole(chunks):
    return litellm.stream_chunk_builder(list(chunks)).choices[0]


def test_a_leaked_call_is_a_call(asked):
    choice = toolcall.litellm.read(litellm.completion(**asked()), tools=TOOLS).choices[0]
    assert calls(choice.message) == [("get_weather", WANTED)] and choice.finish_reason == "tool_calls"
    assert "tool_call>" not in choice.message.content
    choice = whole(toolcall.litellm.read_stream(litellm.completion(**asked(stream=True)), tools=TOOLS))
    assert calls(choice.message) == [("get_weather", WANTED)] and choice.finish_reason == "tool_calls"
    assert "tool_call>" not in choice.message.content


def test_the_servers_own_call_is_there_once(asked):
    for choice in (
        toolcall.litellm.read(litellm.completion(**asked("own")), tools=TOOLS).choices[0],
        whole(toolcall.litellm.read_stream(litellm.completion(**asked("own", stream=True)), tools=TOOLS)),
    ):
        assert [name for name, _ in calls(choice.message)] == ["get_weather"]


def test_a_call_that_was_cut_off_is_text(asked):
    for choice in (
        toolcall.litellm.read(litellm.completion(**asked("cut")), tools=TOOLS).choices[0],
        whole(toolcall.litellm.read_stream(litellm.completion(**asked("cut", stream=True)), tools=TOOLS)),
    ):
        assert calls(choice.message) == [] and '"get_weather"' in choice.message.content
        assert choice.finish_reason == "length"


def test_an_answer_is_read_once(asked):
    said = toolcall.litellm.read(litellm.completion(**asked("cut")), tools=TOOLS)
    text = said.choices[0].message.content
    assert toolcall.litellm.read(said, tools=TOOLS).choices[0].message.content == text


def test_acompletion_asks_the_callback(asked, callback):
    said = asyncio.run(litellm.acompletion(**asked()))
    assert calls(said.choices[0].message) == [("get_weather", WANTED)]


def test_without_tools_no_call_is_looked_for(asked, callback):
    said = asyncio.run(litellm.acompletion(**{**asked(), "tools": None}))
    assert said.choices[0].message.content.startswith("It says:")


def test_what_the_proxy_asks(asked, callback):
    key = UserAPIKeyAuth()
    said = litellm.completion(**asked())
    read = asyncio.run(callback.async_post_call_success_hook(asked(), key, said))
    assert calls(read.choices[0].message) == [("get_weather", WANTED)]

    async def streamed():
        chunks = await litellm.acompletion(**asked(stream=True))
        return [chunk async for chunk in callback.async_post_call_streaming_iterator_hook(key, chunks, asked())]

    choice = whole(asyncio.run(streamed()))
    assert calls(choice.message) == [("get_weather", WANTED)] and choice.finish_reason == "tool_calls"


def test_the_proxy_finds_the_callback(tmp_path):
    assert get_instance_fn("toolcall.litellm.callback", str(tmp_path / "config.yaml")) is toolcall.litellm.callback


def test_the_docs(run_the_docs):
    run_the_docs("litellm")
