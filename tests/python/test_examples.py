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


def notes(diagnostics, example):
    """Diagnostics as the exported file says notes: with a pointer where it has one."""
    text, made = example["text"].encode(), []
    for each in diagnostics:
        if each.label in ("other_dialect", "resembles_call"):
            continue
        note = {"label": each.label, "bytes": text[each.begin : each.end].decode(errors="replace")}
        if len(made) < len(example["notes"]) and "pointer" in example["notes"][len(made)]:
            note["pointer"] = each.pointer
        made.append(note)
    return made


def parts(events):
    """Events as the exported file says parts."""
    made, begun, last = [], {}, (None, 0)
    for event in events:
        match event:
            case toolcall.Text(text=piece) | toolcall.Reasoning(text=piece):
                if last != (event.type, event.begin):
                    made.append({"kind": event.type, "text": ""})
                made[-1]["text"] += piece
            case toolcall.CallBegin(call=call, name=name):
                begun[call] = {"kind": "call", "name": name, "arguments": ""}
                made.append(begun[call])
            case toolcall.Arguments(call=call, text=piece):
                begun[call]["arguments"] += piece
            case toolcall.CallEnd(call=call, status=toolcall.Status.INVALID):
                begun[call]["kind"] = "invalid"
            case toolcall.CallIncomplete(call=call, name=name) if call in begun:
                begun[call].clear()
                begun[call].update(kind=str(event.status), name=name)
            case toolcall.CallIncomplete(name=name) | toolcall.CallRefused(name=name):
                made.append({"kind": str(event.status), "name": name})
        if not isinstance(event, toolcall.Diagnostic):
            last = (event.type, event.end)
    return made


def streamed(example, setup):
    """The message of the text, fed byte by byte; and the events."""
    parser = toolcall.Parser(**setup)
    text = example["text"].encode()
    events = []
    for i in range(len(text)):
        events += parser.feed(text[i : i + 1])
    events += parser.finish(example["finish_reason"])
    return parser.message(), events


def differences(example, automatic):
    dialect = "auto" if automatic else example["dialect"]
    tools = None if example["tools"] is None else toolcall.Tools(example["tools"])
    setup = {"dialect": dialect, "tools": tools, "options": options_of(example)}
    whole = toolcall.parse(example["text"], finish_reason=example["finish_reason"], **setup)
    message, events = streamed(example, setup)
    diagnostics = [event for event in events if isinstance(event, toolcall.Diagnostic)]
    compared = {
        "whole": (gathered(whole), example["message"]),
        "notes": (notes(whole.diagnostics, example), example["notes"]),
        "byte by byte": (message, whole),
        "parts of events": (parts(events), example["parts"]),
        "notes of events": (notes(diagnostics, example), example["notes"]),
    }
    return [(what, found) for what, (found, expected) in compared.items() if found != expected]


def test_every_example(examples):
    assert len(examples) > 1000
    wrong = []
    for example in examples:
        for automatic in {example["dialect"] is None, example["automatic"]}:
            for what, found in differences(example, automatic):
                how = "all dialects" if automatic else example["dialect"]
                wrong.append(f"{example['page']}:{example['line']} {example['title']} ({how}, {what}): {found}")
    assert wrong == []
