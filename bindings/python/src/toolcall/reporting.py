"""Failures in one piece, to be handed on."""

import json
from typing import Any

from . import _library
from .dialect import Dialect
from .errors import SetupError
from .settings import DialectLike, which_dialect
from .tools import Tools, ToolsLike


def report(
    text: str | bytes,
    *,
    tools: ToolsLike | None = None,
    dialect: DialectLike = None,
    finish_reason: str = "stop",
    redact: bool = False,
    redact_names: bool = False,
    seed: int = 0,
) -> dict[str, Any]:
    """A text, all that it is read with, and what was read of it, as a dictionary for JSON (docs/report.md).

    ``expected`` in it is None, for who reports it to fill in. With ``redact`` the words of values, text, reasoning and
    descriptions are other ones, with ``redact_names`` those of tools' names, too; ``seed`` chooses which. Raises
    SetupError where the text is read otherwise in other words.
    """
    settings = {"finish_reason": finish_reason, "redact": redact, "redact_names": redact_names, "seed": seed}
    if tools is not None:
        settings["tools"] = Tools.json_of(tools)
    names = which_dialect(dialect)
    if isinstance(names, Dialect):
        raise SetupError("a report names dialects of the library, so that whoever gets it can read it; it holds no page")
    if names is not None:
        settings["dialect"] = names
    written, given = _library.as_bytes(text), _library.as_bytes(json.dumps(settings))
    made: dict[str, Any] = _library.json_of("report_json", written, len(written), given, len(given), owned=True)
    return made
