"""Constraints: a grammar as the command prints it, and what it does not say."""

import json

import pytest

import toolcall

TOOLS = [{"name": "f", "parameters": {"properties": {"x": {"type": "integer", "minimum": 1}}}}, {"name": "ping"}]


def test_a_grammar_and_its_limits():
    made = toolcall.constrain(dialect="hermes", tools=TOOLS, format="gbnf", choice="f", parallel=False)
    assert made.text.splitlines()[:2] == [
        'root ::= "<tool_call>\\n" call-f',
        'call-f ::= "{\\"name\\": \\"f\\", \\"arguments\\": " f-value "}\\n</tool_call>"',
    ]
    (limit,) = made.limits
    assert limit.pointer == "/0/parameters/properties/x/minimum"
    assert '"minimum"' in limit.reason


def test_the_engine_s_own_schema_says_more():
    made = toolcall.constrain(dialect="hermes", tools=toolcall.Tools(TOOLS), format="structural-tag", choice="required")
    assert made.limits == ()
    assert json.loads(made.text)["type"] == "structural_tag"
    assert '"minimum":1' in made.text


def test_a_choice_may_be_that_of_a_request():
    chosen = {"type": "function", "function": {"name": "f"}}
    by_name = toolcall.constrain(dialect="glm47", tools=TOOLS, format="lark", choice="f")
    assert toolcall.constrain(dialect="glm47", tools=TOOLS, format="lark", choice=chosen) == by_name


def test_what_there_is_no_constraint_for_is_named():
    with pytest.raises(toolcall.SetupError, match="declares no marks of a call"):
        toolcall.constrain(dialect="general", tools=TOOLS, format="gbnf")
    with pytest.raises(toolcall.SetupError, match="format must be one of structural-tag, ebnf, lark, gbnf"):
        toolcall.constrain(dialect="hermes", tools=TOOLS, format="yaml")  # type: ignore[arg-type]
    with pytest.raises(toolcall.SetupError, match='names "g", and the tools are f, ping'):
        toolcall.constrain(dialect="hermes", tools=TOOLS, format="gbnf", choice="g")
