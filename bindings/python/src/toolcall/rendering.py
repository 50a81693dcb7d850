"""The other way round: what a model of a dialect would write, of a message or of calls."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from . import _json, _library
from .dialect import Dialect
from .errors import SetupError
from .message import Message, ToolCall
from .settings import set_up
from .tools import ToolsLike

RenderLike: TypeAlias = Message | ToolCall | Mapping[str, Any] | Iterable[ToolCall | Mapping[str, Any]] | str
"""A message (also one of OpenAI's, as a dictionary), a call, several calls, or the JSON of one of these."""


def _plain(given: Any) -> Any:
    if isinstance(given, Message | ToolCall):
        return given.to_openai()
    if isinstance(given, Mapping):
        return given
    if isinstance(given, Iterable) and not isinstance(given, str | bytes):
        return [_plain(each) for each in given]
    raise SetupError(f"{given!r} is neither a message nor calls", "")


def render(message: RenderLike, *, dialect: str | Dialect, tools: ToolsLike | None = None) -> str:
    """What a model of this dialect would write.

    It is read back before it is returned: ``parse(render(m, dialect=d, tools=t), dialect=d, tools=t)`` has the text, the
    reasoning and the calls of ``m``. Raises SetupError where the dialect's notation cannot carry a value, with the value's
    place in ``pointer``; where there is no such dialect, or it cannot be written; and where this is not a message.
    """
    if not isinstance(message, str):
        plain = _plain(message)
        try:
            message = _json.written(plain)
        except (TypeError, ValueError, RecursionError):
            pointer, why = _json.without_json(plain)
            raise SetupError(f"the message has no JSON: {why}", pointer) from None
    text = _library.as_bytes(message)
    setup = set_up(dialect, tools, None)
    written = _library.text_of("render", text, len(text), *setup.handles[:2], owned=True)
    assert written is not None  # else SetupError was raised
    return written.decode()
