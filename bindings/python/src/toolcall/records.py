"""Reading texts in pieces of work that may be done again: on another machine, or after one has failed.

What is read of a text depends on the text and the settings alone, ids of calls included, so a piece of work that is
done twice gives the same both times. Readers can be pickled.
"""

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import _library
from ._blocks import blocks, json_of_block
from .dialect import Dialect
from .parser import TextLike, checked, reason_as_bytes
from .settings import Options, set_up
from .tools import Tools


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """What texts are read with.

    A text's seed for ids is made of the text and the option ``seed``; so texts that are the same have the same ids.
    """

    dialect: str | Dialect | None = None
    tools: Tools | None = None
    options: Options = Options()
    finish_reason: str = "stop"

    def check(self) -> None:
        """Raises SetupError where something is not right, before the work is given away."""
        reason_as_bytes(self.finish_reason)
        checked(set_up(self.dialect, self.tools, self.options))

    def _seed(self, text: bytes) -> int:
        made = hashlib.blake2b(text, digest_size=8, salt=(self.options.seed or 0).to_bytes(8, "big"))
        return int.from_bytes(made.digest(), "big")

    def _taken(self, item: tuple[TextLike, str | None]) -> tuple[bytes, bytes, int]:
        text = _library.as_bytes(item[0])
        return text, reason_as_bytes(item[1] or self.finish_reason), self._seed(text)

    def read_pairs(self, pairs: Iterable[tuple[TextLike, str | None]]) -> Iterator[dict[str, Any]]:
        """The messages of texts and their finish reasons, as `toolcall parse` prints them (docs/message.md). Texts are
        taken a block ahead; an error comes after the messages of the texts before it."""
        setup = set_up(self.dialect, self.tools, self.options)
        for block in blocks(pairs, self._taken):
            yield from json.loads(json_of_block(setup, block).decode())

    def read_all(self, texts: Iterable[TextLike]) -> Iterator[dict[str, Any]]:
        """Likewise, of texts that end for the reader's reason."""
        return self.read_pairs((text, None) for text in texts)

    def read(self, text: TextLike, finish_reason: str | None = None) -> dict[str, Any]:
        """Likewise, of one text."""
        return next(self.read_pairs([(text, finish_reason)]))

    def read_records(self, records: Iterable[Mapping[str, Any]], text: str, into: str) -> Iterator[dict[str, Any]]:
        """Records with one more member, ``into``, which is what was read of the member ``text``."""
        ahead: deque[Mapping[str, Any]] = deque()

        def texts() -> Iterator[TextLike]:
            for record in records:
                found = record[text]
                ahead.append(record)
                yield found

        for message in self.read_all(texts()):
            yield {**ahead.popleft(), into: message}
