"""toolcall: what a language model writes, as it streams in, becomes reasoning, visible text and tool calls.

``parse`` reads a whole text. ``Parser`` takes it in pieces and gives events; ``stream`` and ``astream`` do that for
chunks that come. ``batch`` reads many texts on all cores. ``render`` writes what ``parse`` reads, ``constrain`` makes a
grammar of it for guided decoding, ``mend`` makes transcripts such that providers accept them, ``report`` hands a
failure on. Modules with needs of their own are imported by name:
``toolcall.httpx``, ``toolcall.httpx2``, ``toolcall.frames``, ``toolcall.dask``, ``toolcall.learn``. vLLM loads ``vllm_plugin.py``.

Spans are bytes of the text in UTF-8. What a model writes is never an error; errors (``Error``) are mistakes of the
program.
"""

from ._library import version as _version
from .batching import Item, batch
from .constraining import Constraint, ConstraintLimit, constrain
from .dialect import Dialect
from .errors import Error, InternalError, LibraryNotFound, SetupError, StateError
from .events import (
    Arguments,
    CallBegin,
    CallEnd,
    CallIncomplete,
    CallRefused,
    Channel,
    Diagnostic,
    Event,
    Evidence,
    Level,
    Markup,
    Reasoning,
    Status,
    Text,
)
from .mending import Change, Mended, TranscriptFormat, TranscriptLike, mend
from .message import ExactReading, FailedCall, Message, Repair, RepairedCall, ToolCall
from .parser import FinishReason, Origin, Parser, TextLike, aparse, astream, parse, stream
from .rendering import RenderLike, render
from .reporting import report
from .rewriter import Rewriter
from .settings import DialectLike, Options, check, dialect_from_template, dialects, dialects_of_template
from .tools import ToolLike, Tools, ToolsLike, tool
from .verdict import Verdict, VerdictKind

__version__ = _version()

__all__ = [
    "Arguments",
    "CallBegin",
    "CallEnd",
    "CallIncomplete",
    "CallRefused",
    "Change",
    "Channel",
    "Diagnostic",
    "Constraint",
    "ConstraintLimit",
    "Dialect",
    "DialectLike",
    "Error",
    "Event",
    "Evidence",
    "ExactReading",
    "FailedCall",
    "FinishReason",
    "InternalError",
    "Item",
    "Level",
    "LibraryNotFound",
    "Markup",
    "Mended",
    "Message",
    "Options",
    "Origin",
    "Parser",
    "Reasoning",
    "RenderLike",
    "Repair",
    "RepairedCall",
    "Rewriter",
    "SetupError",
    "StateError",
    "Status",
    "Text",
    "TextLike",
    "ToolCall",
    "ToolLike",
    "Tools",
    "ToolsLike",
    "TranscriptFormat",
    "TranscriptLike",
    "Verdict",
    "VerdictKind",
    "aparse",
    "astream",
    "batch",
    "check",
    "constrain",
    "dialect_from_template",
    "dialects",
    "dialects_of_template",
    "mend",
    "parse",
    "render",
    "report",
    "stream",
    "tool",
]
