"""smolagents: the model around OpenAI's, in a loop that runs tools, and around one in the same process."""

import pytest
from smolagents import ToolCallingAgent, tool
from smolagents.models import ChatMessage, MessageRole, Model, OpenAIModel, agglomerate_stream_deltas
from upstream import CITY

import toolcall
from toolcall.smolagents import ReadingModel

TEXT = 'I look. <tool_call>{"name": "get_weather", "arguments": {"city": "Bern", "days": "3",}</tool_call>'


@tool
def get_weather(city: str, days: int = 1) -> str:
    """Says what the weather will be.

    Args:
        city: Where.
        days: How many.
    """
    return f"{days} days of sun in {city}"


class Local(Model):
    """A model in the same process; its second answer ends the agent's task."""

    def __init__(self, text=TEXT):
        super().__init__(model_id="local")
        self.texts = [text, '<tool_call>{"name": "final_answer", "arguments": {"answer": "Sunny."}}</tool_call>']

    def generate(self, messages, stop_sequences=None, response_format=None, tools_to_call_from=None, **kwargs):
        return ChatMessage(role=MessageRole.ASSISTANT, content=self.texts.pop(0))


@pytest.fixture
def model(upstream):
    def around(name="whole", **options):
        inner = OpenAIModel(model_id=name, api_base=upstream.url, api_key="none")
        return ReadingModel(inner, options=toolcall.Options(**options))

    return around


ASKED = [{"role": "user", "content": [{"type": "text", "text": "Weather?"}]}]


def both(model):
    """The same question, asked in both ways."""
    whole = model.generate(ASKED, tools_to_call_from=[get_weather])
    return whole, agglomerate_stream_deltas(list(model.generate_stream(ASKED, tools_to_call_from=[get_weather])))


@pytest.mark.parametrize("name", ["whole", "own"])
def test_a_leaked_call_is_a_call(model, name):
    for message in both(model(name)):
        (call,) = message.tool_calls
        assert call.function.name == "get_weather" and call.id
        assert CITY in call.function.arguments and "tool_call>" not in (message.content or "")


def test_a_call_that_was_cut_off_is_text(model):
    for message in both(model("cut")):
        assert not message.tool_calls and '"get_weather"' in message.content
    assert '"get_weather"' not in model("cut", refused="hidden").generate(ASKED, tools_to_call_from=[get_weather]).content


def test_without_tools_no_call_is_looked_for():
    assert ReadingModel(Local()).generate(ASKED).content == TEXT


def test_an_agent_runs_the_tool():
    agent = ToolCallingAgent(tools=[get_weather], model=ReadingModel(Local()), verbosity_level=0)
    assert agent.run("Weather?") == "Sunny."
    assert "3 days of sun in Bern" in str(agent.memory.steps)


def test_it_streams_if_the_model_inside_does(model):
    assert not hasattr(ReadingModel(Local()), "generate_stream")
    agent = ToolCallingAgent(tools=[get_weather], model=model(), verbosity_level=0, stream_outputs=True, max_steps=1)
    agent.run("Weather?")
    assert f"3 days of sun in {CITY}" in str(agent.memory.steps)


def test_the_docs(run_the_docs):
    run_the_docs("smolagents")
