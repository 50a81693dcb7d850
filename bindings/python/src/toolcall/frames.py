"""Data frames of pandas: columns for what was read of a column of text. Needs pandas.

    read = toolcall.frames.FrameReader(text="output", tools=tools)
    frame = read(frame)                                   # pandas
    frame.mapInPandas(read.map_in_pandas, schema)         # Spark
    dataset.map_batches(read, batch_format="pandas")      # Ray Data

``toolcall.dask`` has it for Dask.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import pandas  # type: ignore[import]

from .records import Reader
from .settings import DialectLike, Options, which_dialect
from .tools import Tools, ToolsLike

Frame: TypeAlias = Any  # pandas.DataFrame; pandas 1 has no types

_NAMES = ("content", "reasoning", "tool_calls", "finish_reason", "report")
_MISSING: tuple[str | None, ...] = (None,) * len(_NAMES)


class FrameReader:
    """A function of data frames, which can be pickled.

    It adds columns of strings, named with ``prefix`` in front: ``content`` and ``reasoning``, empty where there is
    none; ``tool_calls``, a JSON array as OpenAI's interface has it; ``finish_reason``; and ``report``, a JSON object
    with the status of each call, calls that failed, and diagnostics (docs/message.md, ``toolcall``). Where the text
    is missing they are missing. ``finish_reason`` is a column that says why each text ended; without it all are
    taken as whole.

    The frame that is given stays as it is. What is added depends on the text and the settings alone, ids included.
    Raises SetupError here where a dialect, tool or option is not right; when called, KeyError for a column that is not
    there, ValueError for one that is there already, and TypeError for a value that is not text.
    """

    def __init__(
        self,
        *,
        text: str = "text",
        finish_reason: str | None = None,
        dialect: DialectLike = None,
        tools: ToolsLike | None = None,
        options: Options | None = None,
        prefix: str = "toolcall_",
    ) -> None:
        compiled = None if tools is None else Tools.of(tools)
        self._reader = Reader(dialect=which_dialect(dialect), tools=compiled, options=options or Options())
        self._reader.check()
        self._text = text
        self._finish_reason = finish_reason
        self.columns = tuple(prefix + name for name in _NAMES)

    def __call__(self, frame: Frame) -> Frame:
        taken = [name for name in self.columns if name in frame.columns]
        if taken:
            raise ValueError(f"the frame has a column {taken[0]} already; choose another prefix")
        reasons = [None] * len(frame) if self._finish_reason is None else frame[self._finish_reason]
        given = [
            (_text_or_none(text), reason if isinstance(reason, str) else None)
            for text, reason in zip(frame[self._text], reasons, strict=True)
        ]
        messages = self._reader.read_pairs((text, reason) for text, reason in given if text is not None)
        rows = [_MISSING if text is None else _row(next(messages)) for text, _ in given]
        added = pandas.DataFrame(rows, columns=list(self.columns), index=frame.index, dtype=object)
        return frame.assign(**{name: added[name] for name in self.columns})

    def map_in_pandas(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """As Spark's ``mapInPandas`` wants it: frames in, frames out."""
        return map(self, frames)


def _text_or_none(given: Any) -> str | bytes | None:
    """A text; None where it is missing."""
    if isinstance(given, str | bytes):
        return given
    if pandas.api.types.is_scalar(given) and pandas.isna(given):
        return None
    raise TypeError(f"a text is a string, not {given!r}")


def _row(message: dict[str, Any]) -> tuple[str | None, ...]:
    return (
        message["content"] or "",
        message["reasoning_content"] or "",
        _compact(message["tool_calls"]),
        message["finish_reason"],
        _compact(message["toolcall"]),
    )


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
