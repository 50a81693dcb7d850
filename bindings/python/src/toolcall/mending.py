"""Transcripts that providers refuse, made ones that they accept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from . import _json, _library
from .errors import SetupError
from .settings import DialectLike, set_up
from .tools import ToolsLike

TranscriptLike: TypeAlias = Iterable[Mapping[str, Any]] | Mapping[str, Any] | str
"""A list of messages, a request with ``messages`` or ``input``, or the JSON of one of these."""

TranscriptFormat: TypeAlias = Literal["auto", "openai", "responses", "anthropic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What was changed, or, where ``made`` is false, found and left as it was (docs/mend.md).

    ``pointer`` is a JSON Pointer into what was given, ``message`` one sentence.
    """

    code: str
    pointer: str
    message: str
    made: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """A transcript as providers accept it: ``transcript`` is a list or a request, as what was given is."""

    transcript: Any
    format: TranscriptFormat
    changed: bool
    changes: tuple[Change, ...]


def mend(
    transcript: TranscriptLike,
    *,
    dialect: DialectLike = None,
    tools: ToolsLike | None = None,
    format: TranscriptFormat = "auto",
) -> Mended:
    """Makes calls of those that stand in the text, gives each call one result, and each id to one call.

    ``format`` says whose messages they are; "auto" is what they show. Without ``tools``, those that the request has are
    taken. Raises SetupError for what is no transcript.
    """
    if not isinstance(transcript, str):
        plain = transcript if isinstance(transcript, Mapping) else _listed(transcript)
        try:
            transcript = _json.written(plain)
        except (TypeError, ValueError, RecursionError):
            pointer, why = _json.without_json(plain)
            raise SetupError(f"the transcript has no JSON: {why}", pointer) from None
    text, word = _library.as_bytes(transcript), _library.as_bytes(format)
    setup = set_up(dialect, tools, None)
    found = _library.json_of("mend_json", text, len(text), *setup.handles[:2], word, len(word), owned=True)
    changes = tuple(Change(**each) for each in found["changes"])
    return Mended(transcript=found["transcript"], format=found["format"], changed=found["changed"], changes=changes)


def _listed(given: Any) -> list[Any]:
    if isinstance(given, Iterable) and not isinstance(given, bytes):
        return list(given)
    raise SetupError(f"{given!r} is neither a list of messages nor a request", "")
