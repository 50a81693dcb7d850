"""pydantic-ai: the model around OpenAI's and around one in the same process."""

import asyncio

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart, ThinkingPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from upstream import CITY

import toolcall
from toolcall.pydantic_ai import ReadingModel

TEXT = '<think>Hm.</think>I look. <tool_call>{"name": "get_weather", "arguments": {"city": "Bern", "days": "3",}</tool_call>'


def get_weather(city: str, days: int = 1) -> str:
    """Says what the weather will be."""
    return f"{days} days of sun in {city}"


@pytest.fixture
def agent(upstream):
    def of(name="whole", **options):
        inner = OpenAIChatModel(name, provider=OpenAIProvider(base_url=upstream.url, api_key="none"))
        return Agent(ReadingModel(inner, options=toolcall.Options(**options)), tools=[get_weather])

    return of


async def streamed(agent):
    async with agent.run_stream("Weather?") as result:
        pieces = [piece async for piece in result.stream_text(delta=True, debounce_by=None)]
        return "".join(pieces), result.all_messages()


async def run_as_stream(agent):
    async with agent.run_stream_events("Weather?") as events:
        return [event async for event in events][-1].result


def calls(messages):
    parts = (part for message in messages for part in message.parts)
    return [(part.tool_name, part.args_as_dict()) for part in parts if isinstance(part, ToolCallPart)]


@pytest.mark.parametrize("name", ["whole", "own"])
def test_a_leaked_call_is_run(agent, name):
    result = agent(name).run_sync("Weather?")
    assert result.output == f"It says: 3 days of sun in {CITY}"
    assert [name for name, _ in calls(result.all_messages())] == ["get_weather"]


@pytest.mark.parametrize("name", ["whole", "own"])
def test_a_leaked_call_of_a_stream_is_run(agent, name):
    result = asyncio.run(run_as_stream(agent(name)))
    assert result.output == f"It says: 3 days of sun in {CITY}"
    assert [name for name, _ in calls(result.all_messages())] == ["get_weather"]
    assert "tool_call>" not in str(result.all_messages())


def test_a_call_that_was_cut_off_is_text(agent):
    result = agent("cut").run_sync("Weather?")
    assert calls(result.all_messages()) == [] and '"get_weather"' in result.output


def test_a_call_of_a_stream_that_was_cut_off_is_text(agent):
    text, messages = asyncio.run(streamed(agent("cut")))
    assert calls(messages) == [] and '"get_weather"' in text


def test_a_model_in_the_same_process():
    asked = []

    def function(messages, info):
        asked.append(messages)
        return ModelResponse([TextPart(TEXT if len(asked) == 1 else "Done.")])

    async def stream(messages, info):
        asked.append(messages)
        for piece in TEXT.split(" ") if len(asked) == 3 else ["Do", "ne."]:
            yield piece + " "

    agent = Agent(ReadingModel(FunctionModel(function, stream_function=stream)), tools=[get_weather])
    result = agent.run_sync("Weather?")
    assert result.output == "Done." and calls(result.all_messages()) == [("get_weather", {"city": "Bern", "days": 3})]
    first = result.all_messages()[1]
    assert [type(part) for part in first.parts] == [ThinkingPart, TextPart, ToolCallPart]
    result = asyncio.run(run_as_stream(agent))
    assert "Do" in result.output and calls(result.all_messages()) == [("get_weather", {"city": "Bern", "days": 3})]


def test_an_output_that_is_a_tool():
    call = '<tool_call>{"name": "final_result", "arguments": {"response": "7"}}</tool_call>'
    model = FunctionModel(lambda messages, info: ModelResponse([TextPart(call)]))
    assert Agent(ReadingModel(model), output_type=int).run_sync("How many?").output == 7


def test_an_answer_in_which_nothing_leaked_is_as_it_was():
    said = ModelResponse([TextPart("Hello")])
    model = ReadingModel(FunctionModel(lambda messages, info: said))
    assert Agent(model, tools=[get_weather]).run_sync("Hi").output == "Hello"


def test_the_docs(run_the_docs):
    run_the_docs("pydantic-ai")
