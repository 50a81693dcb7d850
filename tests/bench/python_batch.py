"""How much faster toolcall.batch reads texts than a loop of toolcall.parse: by the clock, and in processor time, which
other programs disturb less. Medians of five rounds, in which one comes after the other.
usage: TOOLCALL_LIBRARY=LIBRARY PYTHONPATH=bindings/python/src python3 FILE"""

import statistics
import time

import toolcall

CALL = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Bern", "days": "3"}}\n</tool_call>'
TOOLS = toolcall.Tools([{"name": "get_weather", "input_schema": {"properties": {"days": {"type": "integer"}}}}])
TEXTS = {
    "130 bytes": ["Sure, I will look that up for you now.\n" + CALL] * 20_000,
    "24 KB of code": ["x = 1\n" * 4000 + CALL] * 500,
}
CLOCKS = {"clock": time.perf_counter, "processor": time.process_time}


def took(act):
    """What making the messages took, in seconds of each clock."""
    begin = [clock() for clock in CLOCKS.values()]
    assert all(message.tool_calls for message in act())
    return [clock() - before for clock, before in zip(CLOCKS.values(), begin)]


for name, texts in TEXTS.items():
    rounds = []
    for _ in range(5):
        loop = took(lambda: (toolcall.parse(text, tools=TOOLS) for text in texts))
        rounds.append((loop, took(lambda: toolcall.batch(texts, tools=TOOLS))))
    for place, clock in enumerate(CLOCKS):
        loop, batch = (statistics.median(each[place] for each in kind) * 1e6 / len(texts) for kind in zip(*rounds))
        ratio = statistics.median(each[place] / other[place] for each, other in rounds)
        print(f"{name:14} {clock:10} loop {loop:6.1f} us a text, batch {batch:6.1f} us: {ratio:.1f} times as fast")
