"""Writing calls: what is written is read back as it was meant, or an error names what cannot be written."""

import pytest

import toolcall

TOOLS = [{"name": "shell", "parameters": {"properties": {"command": {"type": "string"}, "timeout": {"type": "integer"}}}}]
CALL = {"name": "shell", "arguments": {"command": "ls", "timeout": 5}}
WRITTEN = "<tool_call>shell<arg_key>command</arg_key><arg_value>ls</arg_value><arg_key>timeout</arg_key><arg_value>5</arg_value></tool_call>"


def test_calls_are_written_as_a_dialect_has_them():
    assert toolcall.render([CALL], dialect="glm47", tools=TOOLS) == WRITTEN
    assert toolcall.render(CALL, dialect="glm47", tools=toolcall.Tools(TOOLS)) == WRITTEN


def test_a_message_is_written_as_it_was_read():
    text = "<think>\nFirst.\n</think>\n\nI look." + WRITTEN
    message = toolcall.parse(text, dialect="glm47", tools=TOOLS)
    assert toolcall.render(message, dialect="glm47", tools=TOOLS) == text
    assert toolcall.render(message.to_openai(), dialect="glm47", tools=TOOLS) == text
    assert toolcall.render(message.tool_calls, dialect="glm47", tools=TOOLS) == WRITTEN


def test_a_value_that_the_notation_cannot_carry_is_named():
    call = {"name": "shell", "arguments": {"command": "x</arg_value><arg_key>timeout</arg_key><arg_value>1"}}
    with pytest.raises(toolcall.SetupError) as why:
        toolcall.render([call], dialect="glm47", tools=TOOLS)
    assert why.value.pointer == "/tool_calls/0/function/arguments/command"


def test_what_is_no_message_is_refused():
    for given in (5, [5], [{"name": "shell"}], {"tool_calls": 1}, "nonsense", [{"name": "f", "arguments": {"x": {1}}}]):
        with pytest.raises(toolcall.SetupError):
            toolcall.render(given, dialect="hermes")  # type: ignore[arg-type]
    with pytest.raises(toolcall.SetupError, match="name one of"):
        toolcall.render([CALL], dialect="auto")
