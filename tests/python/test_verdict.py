"""The verdict on a message is what the library says of it."""

import pytest

import toolcall

TOOLS = [
    {"name": "ping", "parameters": {"type": "object", "properties": {}}},
    {"name": "look", "parameters": {"type": "object", "properties": {"at": {"type": "string"}}}},
]
PING = '<tool_call>{"name": "ping", "arguments": {}}</tool_call>'


@pytest.mark.parametrize(
    ("text", "kind", "says"),
    [
        ("Hello.", "no_call", "There is no call in the text."),
        (PING, "call", "There is a call of ping."),
        (PING.replace("ping", "pong"), "call", "not declared: pong"),
        (PING.replace("{}", "{},"), "call_with_repairs", "loose_json"),
        (f"So:\n```\n{PING}\n```\nIs that right?", "mentioned", "in a code fence"),
        (PING.replace("{}", "5"), "leaked_call", "unreadable_arguments"),
        ('<tool_call>{"name": "look", "arguments": {"at": "the', "truncated", "inside the call of look"),
        (PING + "\n<tool_response>\n{}\n</tool_response>", "made_up_result", "made up"),
        ('<tool_call>{"name": "look", "arguments": {"at": [1]}}</tool_call>', "call", "not what its schema asks for"),
    ],
)
def test_each_word(text, kind, says):
    verdict = toolcall.parse(text, tools=TOOLS).verdict
    assert verdict.kind == kind
    assert says in verdict.message


def test_a_finish_reason_counts():
    assert toolcall.parse("I thi", finish_reason="length").verdict.kind == "truncated"


def test_a_message_that_has_not_ended():
    parser = toolcall.Parser(tools=TOOLS)
    parser.feed(PING)
    assert parser.message().verdict == toolcall.Verdict(kind="call", message="There is a call of ping.")
