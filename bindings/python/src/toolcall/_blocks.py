"""Blocks of texts. The library reads one in a single call, during which the interpreter's lock is free: to hand it over
for each text would take longer than reading a short one.
"""

from collections.abc import Callable, Iterable, Iterator
from ctypes import c_char_p, c_size_t, c_uint64
from dataclasses import dataclass, field
from typing import TypeVar

from . import _library
from .settings import Setup

Given = TypeVar("Given")

MOST_TEXTS = 64
MOST_BYTES = 1 << 18  # so that a few long texts are read by several threads, and little is read ahead


@dataclass(slots=True)
class Block:
    """Texts and their finish reasons, as the library takes them, and their seeds, if they have any."""

    texts: list[bytes] = field(default_factory=list)
    reasons: list[bytes] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)
    size: int = 0

    def add(self, text: bytes, reason: bytes, seed: int | None) -> None:
        self.texts.append(text)
        self.reasons.append(reason)
        self.size += len(text)
        if seed is not None:
            self.seeds.append(seed)

    @property
    def is_full(self) -> bool:
        return len(self.texts) == MOST_TEXTS or self.size >= MOST_BYTES


def blocks(given: Iterable[Given], taken: Callable[[Given], tuple[bytes, bytes, int | None]]) -> Iterator[Block]:
    """The blocks of what is given, taken as ``taken`` says. An error of either comes after what was before it."""
    block, error = Block(), None
    try:
        for each in given:
            block.add(*taken(each))
            if block.is_full:
                yield block
                block = Block()
    except Exception as why:
        error = why
    if block.texts:
        yield block
    if error is not None:
        raise error


def json_of_block(setup: Setup, block: Block) -> bytes:
    """A JSON array of the messages, as `toolcall parse` prints them."""
    count = len(block.texts)
    strings, sizes = c_char_p * count, c_size_t * count
    made = _library.text_of(
        "parse_many_json",
        strings(*block.texts),
        sizes(*map(len, block.texts)),
        count,
        *setup.handles,
        strings(*block.reasons),
        sizes(*map(len, block.reasons)),
        (c_uint64 * count)(*block.seeds) if block.seeds else None,
        owned=True,
    )
    return made or b""
