"""Reading texts in pieces of work that may be done again: on another machine, or after one has failed.

What is read of a text depends on the text and the settings alone, ids of calls included, so a piece of work that is
done twice gives the same both times. Readers can be pickled.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from . import _library
from .parser import TextLike, checked, json_with, reason_as_bytes
from .settings import Options, set_up
from .tools import Tools


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """What texts are read with.

    A text's seed for ids is made of the text and the option ``seed``; so texts that are the same have the same ids.
    """

    dialect: str | None = None
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

    def read(self, text: TextLike, finish_reason: str | None = None) -> dict[str, Any]:
        """The message as `toolcall parse` prints it (docs/message.md)."""
        whole = _library.as_bytes(text)
        setup = set_up(self.dialect, self.tools, replace(self.options, seed=self._seed(whole)))
        return json_with(setup, whole, finish_reason or self.finish_reason)

    def read_all(self, texts: Iterable[TextLike]) -> Iterator[dict[str, Any]]:
        return map(self.read, texts)

    def read_records(self, records: Iterable[Mapping[str, Any]], text: str, into: str) -> Iterator[dict[str, Any]]:
        """Records with one more member, ``into``, which is what was read of the member ``text``."""
        for record in records:
            yield {**record, into: self.read(record[text])}
