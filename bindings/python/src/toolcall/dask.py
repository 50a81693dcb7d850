"""Bags and data frames of Dask, on as many machines as it has. Needs Dask, and pandas for data frames.

Nothing is read before Dask computes. A partition that is computed again, because a worker was lost, gives the same,
ids of calls included. Workers need this package; tools travel as JSON.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, TypeAlias

from .records import Reader
from .settings import DialectLike, Options, which_dialect
from .tools import Tools, ToolsLike

Bag: TypeAlias = Any  # dask.bag.Bag; Dask has no types
Frame: TypeAlias = Any  # dask.dataframe.DataFrame


# Lists, because a partition that is a result travels as it is, and iterators cannot.


def _read_texts(texts: Iterable[str | bytes], reader: Reader) -> list[dict[str, Any]]:
    return list(reader.read_all(texts))


def _read_records(records: Iterable[Mapping[str, Any]], reader: Reader, text: str, into: str) -> list[dict[str, Any]]:
    return list(reader.read_records(records, text, into))


def parse_bag(
    bag: Bag,
    *,
    text: str | None = None,
    into: str = "toolcall",
    dialect: DialectLike = None,
    tools: ToolsLike | None = None,
    options: Options | None = None,
    finish_reason: str = "stop",
) -> Bag:
    """A bag of messages, as `toolcall parse` prints them (docs/message.md), for a bag of texts.

    With ``text`` the bag is one of records, dictionaries that have the text under this name; the result has the
    records with the message under the name ``into``. Raises SetupError at once.
    """
    compiled = None if tools is None else Tools.of(tools)
    reader = Reader(dialect=which_dialect(dialect), tools=compiled, options=options or Options(), finish_reason=finish_reason)
    reader.check()
    if text is None:
        return bag.map_partitions(partial(_read_texts, reader=reader))
    return bag.map_partitions(partial(_read_records, reader=reader, text=text, into=into))


def parse_frame(
    frame: Frame,
    *,
    text: str = "text",
    finish_reason: str | None = None,
    dialect: DialectLike = None,
    tools: ToolsLike | None = None,
    options: Options | None = None,
    prefix: str = "toolcall_",
) -> Frame:
    """A data frame with the columns that ``toolcall.frames.FrameReader`` adds, whose parameters these are."""
    from .frames import FrameReader

    read = FrameReader(
        text=text, finish_reason=finish_reason, dialect=dialect, tools=tools, options=options, prefix=prefix
    )
    meta = read(frame._meta)
    return frame.map_partitions(read, meta=meta)
