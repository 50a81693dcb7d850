"""JSON Schemas of Python's types, for tools that are made from functions and models.

Classes with fields (dataclasses, typed dictionaries, Pydantic models) become definitions, so they may refer to
themselves and each other.
"""

import copy
import dataclasses
import datetime
import enum
import inspect
import json
import pathlib
import types
import typing
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

from .errors import SetupError

Schema = dict[str, Any]

_REFERENCE = "#/$defs/{model}"
_PLAIN: dict[Any, Schema] = {
    Any: {},
    object: {},
    inspect.Parameter.empty: {},
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    None: {"type": "null"},
    type(None): {"type": "null"},
    dict: {"type": "object"},
    list: {"type": "array"},
    tuple: {"type": "array"},
    set: {"type": "array", "uniqueItems": True},
    frozenset: {"type": "array", "uniqueItems": True},
    pathlib.Path: {"type": "string"},
    uuid.UUID: {"type": "string", "format": "uuid"},
    datetime.date: {"type": "string", "format": "date"},
    datetime.datetime: {"type": "string", "format": "date-time"},
    datetime.time: {"type": "string", "format": "time"},
}


def is_pydantic(kind: Any) -> bool:
    """Whether this is a model of Pydantic, of version 1 or 2, which need not be installed."""
    return inspect.isclass(kind) and (
        callable(getattr(kind, "model_json_schema", None)) or (hasattr(kind, "__fields__") and hasattr(kind, "schema"))
    )


def pydantic_schema(model: Any) -> Schema:
    """The schema that a Pydantic model says of itself."""
    make = getattr(model, "model_json_schema", None) or model.schema
    made: Schema = copy.deepcopy(make(ref_template=_REFERENCE))  # Pydantic 1 keeps what it returns
    if "definitions" in made:
        made["$defs"] = made.pop("definitions")
    return made


def _renamed(part: Any, names: Mapping[str, str]) -> Any:
    """A part of a schema, with these other names of definitions in its references."""
    if isinstance(part, dict):
        return {key: _renamed(value, names) for key, value in part.items()}
    if isinstance(part, list):
        return [_renamed(each, names) for each in part]
    return names.get(part, part) if isinstance(part, str) else part


def _hints(of: Any, place: str) -> dict[str, Any]:
    """The annotations of a class or function; ``place`` is where it is asked for."""
    try:
        return typing.get_type_hints(of, include_extras=True)
    except NameError as why:
        raise SetupError(f"{place}: {why}") from why


class _Types:
    """The schemas of the types of one tool, and the definitions that they refer to."""

    def __init__(self, place: str) -> None:
        self.place = place
        self.definitions: dict[str, Schema] = {}
        self._named: dict[Any, str] = {}

    def of(self, kind: Any) -> Schema:
        origin, inside = typing.get_origin(kind), typing.get_args(kind)
        if origin is typing.Annotated:
            return self._annotated(inside)
        if origin in (typing.Required, typing.NotRequired):
            return self.of(inside[0])
        if origin is typing.Literal:
            return self._values([each.value if isinstance(each, enum.Enum) else each for each in inside])
        if origin is not None and not inside and kind != tuple[()]:
            return self.of(origin)  # typing.List, which says as much as list
        if origin in (typing.Union, types.UnionType):
            return {"anyOf": [self.of(each) for each in inside]}
        if origin is not None:
            return self._container(origin, inside, kind)
        if isinstance(kind, typing.TypeVar):
            return {}
        if isinstance(kind, typing.Hashable) and kind in _PLAIN:
            return dict(_PLAIN[kind])
        if inspect.isclass(kind):
            return self._class(kind)
        raise self._unknown(kind)

    def _values(self, allowed: list[Any]) -> Schema:
        try:
            json.dumps(allowed)
        except TypeError as why:
            raise SetupError(f"{self.place}: {why}") from why
        return {"enum": allowed}

    def _unknown(self, kind: Any) -> SetupError:
        return SetupError(f"{self.place}: there is no JSON Schema for the type {kind!r}")

    def _annotated(self, inside: tuple[Any, ...]) -> Schema:
        """``Annotated[int, "what it is"]``; a dictionary beside the type is a part of the schema."""
        made = self.of(inside[0])
        for note in inside[1:]:
            if isinstance(note, str):
                made["description"] = note
            elif isinstance(note, Mapping):
                made.update(note)
        return made

    def _container(self, origin: Any, inside: tuple[Any, ...], kind: Any) -> Schema:
        if not inspect.isclass(origin):
            raise self._unknown(kind)
        if issubclass(origin, Mapping):
            values = self.of(inside[1]) if len(inside) > 1 else {"type": "integer"}  # Counter[str]
            return {"type": "object", "additionalProperties": values}
        if issubclass(origin, tuple) and (len(inside) != 2 or inside[1] is not Ellipsis):
            places = [self.of(each) for each in inside]
            return {"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)}
        if issubclass(origin, Iterable):
            made: Schema = {"type": "array", "items": self.of(inside[0])}
            return made | {"uniqueItems": True} if issubclass(origin, Set) else made
        raise self._unknown(kind)

    def _class(self, kind: Any) -> Schema:
        if issubclass(kind, enum.Enum):
            return self._values([each.value for each in kind])
        if kind not in self._named:
            self._define(kind)
        return {"$ref": _REFERENCE.format(model=self._named[kind])}

    def _define(self, kind: Any) -> None:
        fields = is_pydantic(kind) or dataclasses.is_dataclass(kind) or typing.is_typeddict(kind)
        if not fields:
            raise self._unknown(kind)
        name = self._new_name(kind.__name__)
        self._named[kind] = name
        if is_pydantic(kind):
            self._define_model(name, pydantic_schema(kind))
        else:
            self.definitions[name] = self._typed_dict(kind) if typing.is_typeddict(kind) else self._dataclass(kind)

    def _new_name(self, wanted: str) -> str:
        """A name of a definition that there is from now on, so that it may be referred to."""
        name, number = wanted, 1
        while name in self.definitions:
            number += 1
            name = f"{wanted}_{number}"
        self.definitions[name] = {}
        return name

    def _define_model(self, name: str, made: Schema) -> None:
        """A model's schema, with the definitions that it brings along; where it refers to itself, it is one of them."""
        parts: dict[str, Schema] = made.pop("$defs", {})
        itself = {_REFERENCE.format(model=each): each for each in parts}.get(made.get("$ref", ""))
        names = {each: name if each == itself else self._new_name(each) for each in parts}
        references = {_REFERENCE.format(model=old): _REFERENCE.format(model=new) for old, new in names.items()}
        if itself is None:
            self.definitions[name] = _renamed(made, references)
        for old, part in parts.items():
            self.definitions[names[old]] = _renamed(part, references)

    def _dataclass(self, kind: Any) -> Schema:
        hints = _hints(kind, self.place)
        given = [each for each in dataclasses.fields(kind) if each.init]
        missing = dataclasses.MISSING
        required = [each.name for each in given if each.default is missing and each.default_factory is missing]
        return _object({each.name: self.of(hints[each.name]) for each in given}, required)

    def _typed_dict(self, kind: Any) -> Schema:
        hints = _hints(kind, self.place)
        required = [name for name in hints if name in kind.__required_keys__]
        return _object({name: self.of(hint) for name, hint in hints.items()}, required)


def _object(properties: dict[str, Schema], required: Sequence[str]) -> Schema:
    made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        made["required"] = list(required)
    return made


def function_schema(function: Callable[..., Any]) -> Schema:
    """The schema of a function's parameters, from their annotations.

    A parameter without a default is required; ``Annotated[int, "what it is"]`` describes one. Raises SetupError for
    parameters that have no name to be given by, and for types that have no schema.
    """
    name = getattr(function, "__name__", repr(function))
    hints = _hints(function, name)
    properties: dict[str, Schema] = {}
    required: list[str] = []
    made = _Types(name)
    more: Schema | bool = False
    for parameter in inspect.signature(function).parameters.values():
        made.place = f"{name}, parameter {parameter.name}"
        kind = made.of(hints.get(parameter.name, parameter.annotation))
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.VAR_POSITIONAL):
            raise SetupError(f"{made.place}: it cannot be given by its name")
        if parameter.kind is parameter.VAR_KEYWORD:
            more = kind or True
            continue
        properties[parameter.name] = kind
        if parameter.default is parameter.empty:
            required.append(parameter.name)
    schema = _object(properties, required) | {"additionalProperties": more}
    return schema | {"$defs": made.definitions} if made.definitions else schema
