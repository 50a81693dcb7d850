"""Many texts at once, on all cores: the library reads blocks of them without the interpreter's lock."""

import json
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from os import cpu_count
from typing import TypeAlias

from . import _library
from ._blocks import Block, blocks, json_of_block
from .errors import SetupError
from .message import Message, message_of
from .parser import TextLike, checked, reason_as_bytes
from .settings import DialectLike, Options, Setup, set_up
from .tools import ToolsLike

Item: TypeAlias = TextLike | tuple[TextLike, str | None]
"""A text, or a text and its finish reason."""


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
    so it may be without end. With the option ``seed`` the text number i has the seed ``seed + i``, modulo 2**64, so the
    ids depend on nothing but the place. Raises SetupError at once, and what ``texts`` raises, or an item that is no
    text, where it does; the messages of all texts before it come first.
    """
    if jobs is not None and (not isinstance(jobs, int) or isinstance(jobs, bool) or jobs < 1):
        raise SetupError(f"jobs must be an integer from 1 on, or None, and is {jobs!r}")
    if isinstance(texts, (str, bytes, bytearray, memoryview)) or not isinstance(texts, Iterable):
        raise SetupError(f"texts are an iterable of texts, such as a list, not {texts!r:.80}")
    reason_as_bytes(finish_reason)
    setup = checked(set_up(dialect, tools, options))
    seed = None if options is None else options.seed
    numbers = count()

    def taken(item: Item) -> tuple[bytes, bytes, int | None]:
        number = next(numbers)
        return *_taken(item, finish_reason, number), None if seed is None else (seed + number) % 2**64

    return _in_order(blocks(texts, taken), setup, jobs or cpu_count() or 1)


def _taken(item: Item, reason: str | None, number: int) -> tuple[bytes, bytes]:
    """A text and its finish reason as the library takes them. What is wrong is said with the number of the text."""
    try:
        if isinstance(item, tuple):
            if len(item) != 2:
                raise SetupError(f"a tuple is a text and its finish reason, and {item!r:.80} is not")
            item, reason = item
        return _library.as_bytes(item), reason_as_bytes(reason)
    except (TypeError, SetupError) as why:
        raise type(why)(f"text {number}: {why}") from None


def _next_of(source: Iterator[Block]) -> tuple[Block | None, Exception | None]:
    """The next block, if there is one, or the error that ended them."""
    try:
        return next(source, None), None
    except Exception as why:
        return None, why


def _in_order(source: Iterator[Block], setup: Setup, jobs: int) -> Iterator[Message]:
    """The messages of blocks, each read by a thread, while at most two blocks for each thread wait. They are put
    together here: that needs the interpreter's lock, for which threads would only wait."""
    waiting: deque[Future[bytes]] = deque()

    def messages() -> Iterator[Message]:
        return map(message_of, json.loads(waiting.popleft().result().decode()))

    with ThreadPoolExecutor(jobs, thread_name_prefix="toolcall") as threads:
        try:
            block, error = _next_of(source)
            while block is not None:
                waiting.append(threads.submit(json_of_block, setup, block))
                if len(waiting) > 2 * jobs:
                    yield from messages()
                block, error = _next_of(source)
            while waiting:
                yield from messages()
        finally:
            for future in waiting:
                future.cancel()
    if error is not None:
        raise error
