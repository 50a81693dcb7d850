"""LangChain and LangGraph: the output parser, and the chat model around ChatOpenAI, in loops that run tools."""

import asyncio
import json
from functools import reduce
from operator import add

import pytest
from langchain.agents import create_agent
from langchain_core.language_models import FakeListChatModel, FakeListLLM
from langchain_core.messages import AIMessage
from langchain_core.output_parsers.openai_tools import JsonOutputToolsParser
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from upstream import CITY

import toolcall
import toolcall.langchain

TEXT = 'I look. <tool_call>{"name": "get_weather", "arguments": {"city": "Bern", "days": "3",}</tool_call>'
CUT = TEXT[: TEXT.index("ern")]
WANTED = {"name": "get_weather", "args": {"city": CITY, "days": 3}}


@tool
def get_weather(city: str, days: int = 1) -> str:
    """Says what the weather will be."""
    return f"{days} days of sun in {city}"


@pytest.fixture
def model(upstream):
    def around(name="whole", **options):
        inner = ChatOpenAI(model=name, base_url=upstream.url, api_key="none", max_retries=0)
        return toolcall.langchain.ChatModel(inner=inner, options=toolcall.Options(**options))

    return around


def calls(message):
    return [{key: call[key] for key in ("name", "args")} for call in message.tool_calls]


def streamed(chunks):
    return reduce(add, chunks)


def answers(bound):
    """The same question, asked in each of the four ways."""

    async def asked():
        return await bound.ainvoke("Weather?"), streamed([chunk async for chunk in bound.astream("Weather?")])

    return [bound.invoke("Weather?"), streamed(bound.stream("Weather?")), *asyncio.run(asked())]


def test_a_leaked_call_is_a_call(model, upstream):
    for message in answers(model().bind_tools([get_weather])):
        assert calls(message) == [WANTED] and message.invalid_tool_calls == []
        assert message.content.strip() == "I look." and message.tool_calls[0]["id"]
        assert "tool_call>" not in str(message.content)
    assert all("toolcall_request" not in asked for asked in upstream.seen)


def test_the_servers_own_call_is_there_once(model):
    for message in answers(model("own").bind_tools([get_weather])):
        assert [call["name"] for call in message.tool_calls] == ["get_weather"]


def test_a_call_that_was_cut_off_is_text(model):
    for message in answers(model("cut").bind_tools([get_weather])):
        assert message.tool_calls == [] and message.invalid_tool_calls == []
        assert '"get_weather"' in message.content


def test_a_line_in_place_of_a_call_that_was_cut_off(model):
    for message in answers(model("cut", refused="note").bind_tools([get_weather])):
        assert message.tool_calls == [] and '{"name"' not in message.content


def test_without_tools_no_call_is_looked_for(model):
    inner = FakeListChatModel(responses=[TEXT])
    assert toolcall.langchain.ChatModel(inner=inner).invoke("Weather?").content == TEXT


def test_a_model_that_takes_no_tools(model):
    inner = FakeListChatModel(responses=[TEXT])
    for message in answers(toolcall.langchain.ChatModel(inner=inner).bind_tools([get_weather])):
        assert [call["args"] for call in message.tool_calls] == [{"city": "Bern", "days": 3}]


def test_a_stream_comes_as_it_is_written(model):
    texts = [str(chunk.content) for chunk in model().bind_tools([get_weather]).stream("Weather?")]
    assert len([text for text in texts if text]) > 1


def test_the_output_parser():
    parser = toolcall.langchain.OutputParser(tools=[get_weather])
    message = (FakeListLLM(responses=[TEXT]) | parser).invoke("Weather?")
    assert isinstance(message, AIMessage) and message.content.strip() == "I look."
    assert message.tool_calls[0]["args"] == {"city": "Bern", "days": 3}
    of_message = (FakeListChatModel(responses=[TEXT]) | parser | JsonOutputToolsParser()).invoke("Weather?")
    assert of_message == [{"type": "get_weather", "args": {"city": "Bern", "days": 3}}]
    assert parser.invoke(CUT).tool_calls == []
    assert toolcall.langchain.OutputParser().invoke('<tool_call>{"name": "f", "arguments": {}}</tool_call>').tool_calls


def test_an_answer_in_which_nothing_leaked_is_as_it_was():
    parser = toolcall.langchain.OutputParser(tools=[get_weather])
    message = AIMessage("Hello", tool_calls=[{"name": "get_weather", "args": {"days": "soon"}, "id": "a"}])
    assert parser.invoke(message) is message
    blocks = AIMessage([{"type": "image", "url": "x"}, {"type": "text", "text": TEXT}])
    read = parser.invoke(blocks)
    assert read.content[0] == {"type": "image", "url": "x"} and "tool_call>" not in json.dumps(read.content)
    assert len(read.tool_calls) == 1


def test_an_agent_of_langgraph_runs_the_tool(model):
    agent = create_agent(model(), [get_weather])
    messages = agent.invoke({"messages": [("user", "Weather?")]})["messages"]
    assert [message.type for message in messages] == ["human", "ai", "tool", "ai"]
    assert messages[-1].content == f"It says: 3 days of sun in {CITY}"
    shown = "".join(
        str(chunk.content) for chunk, _ in agent.stream({"messages": [("user", "Weather?")]}, stream_mode="messages")
    )
    assert "tool_call>" not in shown


def test_an_option_that_does_not_exist():
    with pytest.raises(ValueError, match="hermes"):
        toolcall.langchain.ChatModel(inner=FakeListChatModel(responses=[""]), dialect="hermse")


def test_the_docs(run_the_docs):
    run_the_docs("LangChain and LangGraph")
