"""Many texts at once, on all cores: the library reads without the interpreter's lock."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from os import cpu_count
from typing import TypeAlias

from .errors import SetupError
from .message import Message
from .parser import TextLike, checked, parse_with, reason_as_bytes
from .settings import DialectLike, Options, set_up
from .tools import Tools, ToolsLike

Item: TypeAlias = TextLike | tuple[TextLike, str | None]
"""A text, or a text and its finish reason."""

BLOCK = 64
"""Texts that a thread takes at a time; taking one costs more than reading a short text."""


def batch(
    texts: Iterable[Item],
    *,
    dialect: DialectLike = None,
    tools: ToolsLike | None = None,
    options: Options | None = None,
    finish_reason: str | None = "stop",
    jobs: int | None = None,
) -> Iterator[Message]:
    """Reads many texts, and gives their messages in their order.

    ``jobs`` threads read; None is one for each core. ``texts`` is consumed as messages are taken, some blocks ahead,
    so it may be without end. With the option ``seed`` the text number i has the seed ``seed + i``, so the ids depend
    on nothing but the place. Raises SetupError at once, and what ``texts`` raises where it does; the messages of all
    texts before it come first.
    """
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs must be at least 1, and is {jobs}")
    if isinstance(texts, (str, bytes, bytearray, memoryview)) or not isinstance(texts, Iterable):
        raise SetupError(f"texts are an iterable of texts, such as a list, and {texts!r:.80} is none")
    reason_as_bytes(finish_reason)
    compiled = None if tools is None else Tools.of(tools)
    setup = checked(set_up(dialect, compiled, options))
    seed = None if options is None else options.seed

    def read(first: int, items: list[Item]) -> list[Message]:
        read_so_far = []
        for i, item in enumerate(items, first):
            text, reason = item if isinstance(item, tuple) else (item, finish_reason)
            own = setup
            if options is not None and seed is not None:
                own = set_up(dialect, compiled, replace(options, seed=seed + i))
            read_so_far.append(parse_with(own, text, reason))
        return read_so_far

    return _in_order(iter(texts), read, jobs or cpu_count() or 1)


def _block(texts: Iterator[Item]) -> tuple[list[Item], Exception | None]:
    """The next texts, and the error that ended them, so that those before it are not lost."""
    block: list[Item] = []
    try:
        for text in islice(texts, BLOCK):
            block.append(text)
    except Exception as why:
        return block, why
    return block, None


def _in_order(texts: Iterator[Item], read: Callable[[int, list[Item]], list[Message]], jobs: int) -> Iterator[Message]:
    """The messages of blocks, each read by a thread, while at most two blocks for each thread wait."""
    waiting: deque[Future[list[Message]]] = deque()
    first, error = 0, None
    with ThreadPoolExecutor(jobs, thread_name_prefix="toolcall") as threads:
        try:
            while error is None:
                block, error = _block(texts)
                if block:
                    waiting.append(threads.submit(read, first, block))
                    first += len(block)
                elif error is None:
                    break
                if len(waiting) > 2 * jobs:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
    if error is not None:
        raise error
