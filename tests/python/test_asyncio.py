"""asyncio: chunks that come, and long texts beside the event loop."""

import asyncio

import pytest

import toolcall

CALL = '<tool_call>{"name": "f", "arguments": {"n": 1}}</tool_call>'


async def chunks(text, size=7):
    for at in range(0, len(text), size):
        await asyncio.sleep(0)
        yield text[at : at + size]


async def taken(events):
    return [event async for event in events]


def test_events_of_chunks_that_come():
    text = "Hi " + CALL
    options = toolcall.Options(seed=1)
    events = asyncio.run(taken(toolcall.astream(chunks(text), options=options)))
    assert events == list(toolcall.stream([text[at : at + 7] for at in range(0, len(text), 7)], options=options))


def test_streams_at_once_do_not_mix():
    async def all_of_them():
        return await asyncio.gather(*(taken(toolcall.astream(chunks(f"{n} {CALL}"))) for n in range(50)))

    for n, events in enumerate(asyncio.run(all_of_them())):
        text = "".join(event.text for event in events if isinstance(event, toolcall.Text))
        assert text == f"{n} " and any(isinstance(event, toolcall.CallEnd) for event in events)


def test_a_source_that_breaks_makes_no_call():
    async def broken():
        yield CALL[:-12]
        raise ConnectionError("gone")

    async def read():
        seen = []
        with pytest.raises(ConnectionError):
            async for event in toolcall.astream(broken()):
                seen.append(event)
        return seen

    assert not any(isinstance(event, toolcall.CallEnd) for event in asyncio.run(read()))


def test_a_whole_text_beside_the_loop():
    assert asyncio.run(toolcall.aparse(CALL)).tool_calls[0].name == "f"
