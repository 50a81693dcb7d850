"""What a parser is set up with: dialects, tools and options, each a value that any number of parsers may share."""

import typing
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from . import _json, _library
from ._handles import SharedHandle
from .dialect import Dialect
from .errors import SetupError
from .tools import Tools, ToolsLike

DialectLike: TypeAlias = str | Iterable[str] | Dialect | None
"""Names of dialects or models, or one string with commas between them; None and "auto" are all dialects. Or a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Settings. None leaves the default, and an object ignores the options that are not its own.

    Those of calls and of the policy are the flags of the command (docs/cli.md). ``seed`` makes ids reproducible;
    without it they are random. ``prefill`` is the tail of the prompt. ``tool_choice`` may be the dictionary that a
    request to OpenAI's interface has. ``held_bytes`` bounds a value that must be
    complete (67108864 by default). ``collect`` off keeps nothing for ``Parser.message``. ``arguments``, ``id``,
    ``model`` and ``created`` (seconds since 1970 began, UTC) are of the chunks that a Rewriter writes; ``input``,
    ``output``, ``events`` and what follows are of the rewriter itself.
    """

    tool_choice: str | Mapping[str, Any] | None = None  # auto, none, required, a tool's name, or what a request says
    ids: Literal["openai", "mistral", "kimi"] | None = None
    seed: int | None = None
    first_call: int | None = None
    prefill: str | None = None

    native_only: bool | None = None
    require_wrapper: bool | None = None
    without: str | Iterable[str] | None = None  # labels of recoveries
    confirm: str | Iterable[str] | None = None  # labels, "repaired", words of Evidence: such a call waits
    unknown_tools: Literal["surface", "text"] | None = None
    calls_in_reasoning: Literal["dialect", "if_nothing_else", "never", "always"] | None = None
    quotation_guard: str | Iterable[str] | None = None  # none, or what is not read for calls
    invalid_calls: Literal["surface", "refuse"] | None = None
    made_up: Literal["hide", "text"] | None = None  # of a result or a turn that the model made up
    evidence: Literal["off", "marks", "keys", "all"] | None = None  # of a call in marks of no dialect
    max_level: Literal["exact", "lossless", "assumed"] | None = None
    unknown_keys: Literal["keep", "drop", "refuse"] | None = None
    history_marks: str | Iterable[str] | None = None  # in the history: a call with or after one is an echo, and text
    hold_calls: bool | None = None

    collect: bool | None = None
    held_bytes: int | None = None
    raw: bool | None = None  # the text is kept as Message.raw
    repairs: bool | None = None  # of parse, aparse and batch: Message.repairs
    trace: bool | None = None

    arguments: Literal["auto", "stream", "complete"] | None = None
    id: str | None = None
    model: str | None = None
    created: int | None = None

    input: Literal["automatic", "server-events", "json", "other"] | None = None
    output: Literal["automatic", "server-events", "json", "other"] | None = None
    events: bool | None = None
    most_calls: int | None = None  # of a choice; 0: all
    refused: Literal["hidden", "text", "note", "correction"] | None = None  # in place of a call that is none
    json_alone: bool | None = None  # in JSON and server-sent events, what is not JSON becomes an error object

    def __post_init__(self) -> None:
        for name, kinds in _KINDS.items():
            given = getattr(self, name)
            if given is None:
                continue
            if Iterable in kinds and not isinstance(given, str):
                object.__setattr__(self, name, _words(name, given))
            elif not any(_is_of(kind, given) for kind in kinds):
                raise SetupError(f"{name}: {given!r:.80} is not {' or '.join(_SAID[kind] for kind in kinds)}")

    def to_json(self) -> str:
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        named = {name: value for name, value in given.items() if value is not None}
        if isinstance(self.tool_choice, Mapping):
            named["tool_choice"] = dict(self.tool_choice)
        try:
            return _json.written(named)
        except (TypeError, ValueError, RecursionError) as why:
            pointer, reason = _json.without_json(named)
            name = pointer.split("/")[1] if pointer else "options"
            raise SetupError(f"{name}: {reason or why}", pointer) from None


_SAID: dict[Any, str] = {bool: "True or False", int: "an integer", str: "a string", Mapping: "a dictionary"}


def _kinds(hint: Any) -> tuple[Any, ...]:
    """The classes that an annotation names. A word of several is a string, and which it is, the library says."""
    origins = {each: typing.get_origin(each) or each for each in typing.get_args(hint)}
    return tuple(str if origin is Literal else origin for origin in origins.values() if origin is not type(None))


_KINDS = {field.name: _kinds(field.type) for field in fields(Options)}


def _is_of(kind: Any, given: Any) -> bool:
    """Whether it is an object of this class. True is no number."""
    return isinstance(given, kind) and (kind is bool or not isinstance(given, bool))


def _words(name: str, given: Any) -> tuple[str, ...]:
    """Several words of an option, in an order that is the same each time, as they would not be in what can be iterated
    once, or has no order."""
    if isinstance(given, (bytes, Mapping)) or not isinstance(given, Iterable):
        raise SetupError(f"{name}: {given!r:.80} is not a string or a list of strings")
    words = tuple(sorted(given, key=str) if isinstance(given, Set) else given)
    wrong = next((each for each in words if not isinstance(each, str)), None)
    if wrong is not None:
        raise SetupError(f"{name}: {wrong!r:.80} is not a string, as each of the list must be")
    return words


@lru_cache(maxsize=256)
def _dialect(names: str) -> SharedHandle:
    text = _library.as_bytes(names)
    return SharedHandle("dialect", _library.call("dialect_named", text, len(text)))


@lru_cache(maxsize=256)
def _options(given: str) -> SharedHandle:
    text = given.encode()
    return SharedHandle("options", _library.call("options_from_json_new", text, len(text)))


@dataclass(frozen=True, slots=True)
class Setup:
    """The three, as the library takes them; None is a default."""

    dialect: SharedHandle | None
    tools: Tools | None
    options: SharedHandle | None

    @property
    def handles(self) -> tuple[SharedHandle | None, SharedHandle | None, SharedHandle | None]:
        return self.dialect, None if self.tools is None else self.tools.handle, self.options


def which_dialect(dialect: DialectLike) -> str | Dialect | None:
    """The names with commas between them, or the page; None are all dialects. Raises SetupError where a name is no
    string."""
    if dialect is None or isinstance(dialect, str | Dialect):
        return dialect
    several = isinstance(dialect, Iterable) and not isinstance(dialect, bytes)
    listed: list[Any] = list(dialect) if several else [dialect]
    if not listed:
        raise SetupError('dialect: the list is empty; "auto" and None are all dialects')
    wrong = next((each for each in listed if not isinstance(each, str)), None)
    if isinstance(wrong, Dialect):
        raise SetupError(f"{wrong!r} is used alone, and not among names of dialects")
    if wrong is not None:
        raise SetupError(f"a dialect is named by a string, or several by a list of them, not {wrong!r}")
    return ",".join(listed)


def set_up(dialect: DialectLike, tools: ToolsLike | None, options: Options | None) -> Setup:
    """Raises SetupError where a name, a tool or an option is not right."""
    if options is not None and not isinstance(options, Options):
        raise SetupError(f"options are an object of toolcall.Options, and {options!r} is not")
    which = which_dialect(dialect)
    return Setup(
        which.handle if isinstance(which, Dialect) else None if which is None else _dialect(which),
        None if tools is None else Tools.of(tools),
        None if options is None else _options(options.to_json()),
    )


def dialects() -> list[dict[str, Any]]:
    """All dialects in the order in which they are tried.

    Each has "name"; "models", the names of the models that write it; "starts", what the prompt's last bytes may be
    (the option ``prefill``); "tokens", the markers that are single special tokens of the model; and "server_parsers",
    what servers call their own parser of it, as "vllm=hermes".
    """
    found: list[dict[str, Any]] = _library.json_of("dialects_json", owned=True)
    return found


def dialects_of_template(text: str) -> list[dict[str, Any]]:
    """Which dialects the model of a chat template writes, the likely ones first; empty if none is known.

    Each has "dialect"; "likely", whether no other one has the same marks and more; and "marks", those of its calls that
    stand in the template. Where it does not show for certain which, "auto" is the first and only likely one. The text
    is a template (Jinja's, or Go's as Ollama has them) or a tokenizer_config.json; SetupError is raised where that has no
    chat_template.
    """
    given = _library.as_bytes(text)
    found: list[dict[str, Any]] = _library.json_of("dialects_of_template_json", given, len(given), owned=True)
    return found


def dialect_from_template(text: str) -> str:
    """The names of the likely dialects of a chat template (``dialects_of_template``), with commas between them, as
    ``dialect`` takes them; "auto" where the template does not show for certain which. Raises SetupError where no
    dialect is known."""
    given = _library.as_bytes(text)
    names = _library.text_of("likely_dialects_of_template", given, len(given), owned=True)
    assert names is not None  # where none is known, SetupError was raised
    return names.decode()


def check(tools: ToolsLike, dialect: DialectLike = None) -> dict[str, Any]:
    """What the author of these tools should know: the names of the "usable" tools, and "issues", each with "grade",
    "tool", "pointer", "code" and "message" (docs/cli.md, "check"). Mistakes in the tools are entries, and no error."""
    text = _library.as_bytes(Tools.json_of(tools))
    chosen = set_up(dialect, None, None).dialect
    found: dict[str, Any] = _library.json_of("schema_report_json", text, len(text), chosen, owned=True)
    return found
