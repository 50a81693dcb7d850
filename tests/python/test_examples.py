"""Every example of every page of spec/, whole and byte by byte, with its dialect and with all of them."""

import toolcall


def gathered(message):
    """A message as the exported file says it."""
    return {
        "content": message.content or None,
        "reasoning_content": message.reasoning or None,
        "tool_calls": [
            {"name": call.name, "arguments": call.arguments, "status": str(call.status)} for call in message.tool_calls
        ],
        "incomplete": [call.name for call in message.incomplete],
        "refused": [call.name for call in message.refused],
    }


def options_of(example):
    given = example["options"]
    return toolcall.Options(seed=1, prefill=given.get("prefill"), tool_choice=given.get("tool-choice"))


def streamed(example, setup):
    """The message of the text, fed byte by byte; and that which its events join to."""
    parser = toolcall.Parser(**setup)
    text = example["text"].encode()
    events = []
    for i in range(len(text)):
        events += parser.feed(text[i : i + 1])
    events += parser.finish(example["finish_reason"])
    joined = {"content": "", "reasoning_content": "", "calls": {}, "failed": []}
    for event in events:
        match event:
            case toolcall.Text(text=piece):
                joined["content"] += piece
            case toolcall.Reasoning(text=piece):
                joined["reasoning_content"] += piece
            case toolcall.CallBegin(call=call, name=name):
                joined["calls"][call] = {"name": name, "arguments": "", "status": "open"}
            case toolcall.Arguments(call=call, text=piece):
                joined["calls"][call]["arguments"] += piece
            case toolcall.CallEnd(call=call, status=status):
                joined["calls"][call]["status"] = str(status)
            case toolcall.CallIncomplete(call=call) | toolcall.CallRefused(call=call):
                joined["calls"].pop(call, None)
                joined["failed"].append(event.name)
    return parser.message(), joined


def differences(example, automatic):
    dialect = "auto" if automatic else example["dialect"]
    tools = None if example["tools"] is None else toolcall.Tools(example["tools"])
    setup = {"dialect": dialect, "tools": tools, "options": options_of(example)}
    whole = toolcall.parse(example["text"], finish_reason=example["finish_reason"], **setup)
    message, joined = streamed(example, setup)
    expected = example["message"]
    if gathered(whole) != expected:
        yield "whole", gathered(whole)
    if message != whole:
        yield "byte by byte", message
    events = {
        "content": joined["content"] or None,
        "reasoning_content": joined["reasoning_content"] or None,
        "tool_calls": list(joined["calls"].values()),
    }
    if events != {key: expected[key] for key in events}:
        yield "events", events
    if sorted(joined["failed"]) != sorted(expected["incomplete"] + expected["refused"]):
        yield "failed calls", joined["failed"]


def test_every_example(examples):
    assert len(examples) > 1000
    wrong = []
    for example in examples:
        for automatic in {example["dialect"] is None, example["automatic"]}:
            for what, found in differences(example, automatic):
                how = "all dialects" if automatic else example["dialect"]
                wrong.append(f"{example['page']}:{example['line']} {example['title']} ({how}, {what}): {found}")
    assert wrong == []
