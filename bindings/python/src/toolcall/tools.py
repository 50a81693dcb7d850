"""The tools that a model was offered: from JSON, from functions, and from Pydantic models."""

import dataclasses
import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, Union

from . import _json, _library
from ._handles import SharedHandle
from .errors import SetupError
from .schema import function_schema, is_pydantic, plain_name, pydantic_schema

ToolLike: TypeAlias = Mapping[str, Any] | Callable[..., Any] | type
"""One tool: a dictionary as OpenAI, Anthropic or MCP write it, a function, or a Pydantic model."""

ToolsLike: TypeAlias = Union["Tools", str, bytes, Mapping[str, Any], Iterable[ToolLike]]
"""Tools; JSON; a list, which may be mixed; or a dictionary with such a list "tools", as a whole request is."""


def _named(name: str, documentation: str | None, schema: dict[str, Any]) -> dict[str, Any]:
    function = {"name": name, "parameters": schema}
    if documentation:
        function["description"] = inspect.cleandoc(documentation).split("\n\n")[0]
    return {"type": "function", "function": function}


def tool(given: ToolLike) -> dict[str, Any]:
    """One tool as OpenAI's interface has it; a dictionary stays as it is.

    A function has the schema of its annotations, and is described by the first paragraph of its documentation. A
    Pydantic model makes its own schema. Raises SetupError where no schema can be made.
    """
    if isinstance(given, Mapping):
        return dict(given)
    if is_pydantic(given):
        schema = pydantic_schema(given)
        own = given.__dict__.get("__doc__")
        if dataclasses.is_dataclass(given) and own and own.startswith(f"{given.__name__}("):
            own = None  # made by dataclass, of the fields
        described = schema.pop("description", None)
        return _named(plain_name(given.__name__), own or described, schema)
    if callable(given) and not inspect.isclass(given):
        name = getattr(given, "__name__", None)
        if name is None:
            raise SetupError(f"{given!r} has no __name__, which a tool is called by")
        if name == "<lambda>":
            raise SetupError(f"{given!r} has no name, which a tool is called by; define the function with def")
        return _named(name, given.__doc__, function_schema(given))
    raise SetupError(f"{given!r} is neither a dictionary nor a function nor a Pydantic model")


def _name_of(tool: Any) -> str:
    """What a tool that may be wrong is called in an error."""
    inner = tool.get("function", tool) if isinstance(tool, Mapping) else None
    name = inner.get("name") if isinstance(inner, Mapping) else None
    return f'tool "{name}"' if isinstance(name, str) else "tools"


def _json_of(given: Any, tools: Any, pointer: str) -> str:
    """The JSON of what was given, in which the list of tools is at a pointer."""
    try:
        return _json.written(given)
    except (TypeError, ValueError, RecursionError) as why:
        place, reason = _json.without_json(given)
        found = re.match(re.escape(pointer) + r"/(\d+)", place)
        named = _name_of(tools[int(found[1])]) if found and isinstance(tools, list) else "tools"
        raise SetupError(f"{named}: {reason or why}", place) from None


def _is_plain(value: Any) -> bool:
    """Whether it is written as JSON as it is, and the library says what is wrong with it."""
    return value is None or isinstance(value, (str, int, float, list, dict))


class Tools:
    """The tools that a model was offered, compiled once. They never change, so any number of threads may use them.

    A tool whose schema cannot be used is kept, and its arguments are not checked; with ``strict`` it is an error.
    Tools take some ten microseconds each to compile. They can be pickled. Raises SetupError, which says where a tool
    is wrong.
    """

    def __init__(self, tools: ToolsLike, *, strict: bool = False) -> None:
        self._json = Tools.json_of(tools)
        self._strict = strict
        text = _library.as_bytes(self._json)
        self.handle = SharedHandle("tools", _library.call("tools_new", text, len(text), int(strict)))

    @staticmethod
    def of(tools: ToolsLike) -> "Tools":
        return tools if isinstance(tools, Tools) else Tools(tools)

    @staticmethod
    def json_of(tools: ToolsLike) -> str:
        """The JSON of tools, as it is handed to the library."""
        if isinstance(tools, Tools):
            return tools._json
        if isinstance(tools, (bytes, bytearray)):
            return tools.decode("utf-8", "replace")
        if isinstance(tools, str):
            return tools
        if isinstance(tools, Mapping):
            listed = tools.get("tools")
            if isinstance(listed, (list, tuple)):
                listed = [each if _is_plain(each) else tool(each) for each in listed]
                return _json_of({**tools, "tools": listed}, listed, "/tools")
            return _json_of(dict(tools), None, "")
        if not isinstance(tools, Iterable):
            raise SetupError(f"tools are a list, not {tools!r}; write [{getattr(tools, '__name__', '...')}]")
        several: Iterable[Any] = tools
        made = [tool(each) for each in several]
        return _json_of(made, made, "")

    def to_openai(self) -> Any:
        """The list, or the object with a list, as it was given; of functions and models, as the ``tools`` of a
        request to OpenAI's interface has them."""
        return json.loads(self._json)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._json, self._strict)

    def __repr__(self) -> str:
        return f"Tools({self._json!r})"


def _restored(text: str, strict: bool) -> Tools:
    return Tools(text, strict=strict)
