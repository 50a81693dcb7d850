"""How much longer a loop of toolcall.parse takes than toolcall.batch for the same texts, by the clock: the median of five
rounds, in which one comes after the other. usage: TOOLCALL_LIBRARY=LIBRARY PYTHONPATH=bindings/python/src python3 FILE"""

import statistics
import time

import toolcall

CALL = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Bern", "days": "3"}}\n</tool_call>'
TOOLS = toolcall.Tools([{"name": "get_weather", "input_schema": {"properties": {"days": {"type": "integer"}}}}])
TEXTS = {
    "130 bytes": ["Sure, I will look that up for you now.\n" + CALL] * 20_000,
    "24 KB of code": ["x = 1\n" * 4000 + CALL] * 500,
}


def seconds(act):
    begin = time.perf_counter()
    assert all(message.tool_calls for message in act())
    return time.perf_counter() - begin


for name, texts in TEXTS.items():
    rounds = []
    for _ in range(5):
        alone = seconds(lambda: (toolcall.parse(text, tools=TOOLS) for text in texts))
        rounds.append((alone, seconds(lambda: toolcall.batch(texts, tools=TOOLS))))
    ratio = statistics.median(alone / together for alone, together in rounds)
    alone, together = (statistics.median(each) * 1e6 / len(texts) for each in zip(*rounds))
    print(f"{name:14} loop {alone:6.1f} us a text, batch {together:6.1f} us, {ratio:.1f} times as fast")
