"""A dialect of a page of your own, which needs no compiler."""

import os
from pathlib import Path

from . import _library
from ._handles import SharedHandle
from .errors import SetupError


class Dialect:
    """What a page describes (docs/adding_a_dialect.md), to be given wherever a ``dialect`` is asked for. It never changes,
    so any number of threads may use it. It can be pickled, and is then read again."""

    def __init__(self, page: str, file: str = "") -> None:
        """Of the text of a page; ``file`` is its name in errors, by default that of the dialect. Raises SetupError with a line for each mistake: file, line,
        rule, and what is wrong."""
        text, name = _library.as_bytes(page), _library.as_bytes(file)
        self._page, self._file = page, file
        self.handle = SharedHandle("dialect", _library.call("dialect_of_page", text, len(text), name, len(name)))

    @classmethod
    def of_page(cls, page: str | os.PathLike[str]) -> "Dialect":
        """Of a page's text, or of its file: a path, or a string without a line break. Raises SetupError where the page is
        wrong, and OSError where the file cannot be read."""
        if page == "":
            raise SetupError("the page is empty: it is the text of a page, or its file")
        if isinstance(page, str) and "\n" in page:
            return cls(page)
        return cls(Path(page).read_text(encoding="utf-8"), os.fspath(page))

    def __reduce__(self) -> tuple[type["Dialect"], tuple[str, str]]:
        return Dialect, (self._page, self._file)

    def __repr__(self) -> str:
        return f"Dialect({self._file or self._page[:60]!r})"
