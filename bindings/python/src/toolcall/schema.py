"""JSON Schemas of Python's types, for tools that are made from functions and models.

Classes with fields (dataclasses, typed dictionaries, Pydantic models) become definitions, so they may refer to
themselves and each other.
"""

import collections
import copy
import dataclasses
import datetime
import decimal
import enum
import inspect
import json
import pathlib
import re
import sys
import types
import typing
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

from .errors import SetupError
from .notes import default_of, is_field, is_required, noted, with_default

Schema = dict[str, Any]

_REFERENCE = "#/$defs/{model}"
_PLAIN: dict[Any, Schema] = {
    Any: {},
    object: {},
    inspect.Parameter.empty: {},
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    decimal.Decimal: {"type": "number"},
    bool: {"type": "boolean"},
    None: {"type": "null"},
    type(None): {"type": "null"},
    dict: {"type": "object"},
    collections.OrderedDict: {"type": "object"},
    collections.defaultdict: {"type": "object"},
    list: {"type": "array"},
    collections.deque: {"type": "array"},
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
    """Whether this is a model or a dataclass of Pydantic, of version 1 or 2, which need not be installed."""
    return inspect.isclass(kind) and (
        callable(getattr(kind, "model_json_schema", None))
        or (hasattr(kind, "__fields__") and hasattr(kind, "schema"))
        or (dataclasses.is_dataclass(kind) and _dataclass_maker(kind) is not None)
    )


def _dataclass_maker(kind: Any) -> Callable[..., Any] | None:
    """What makes the schema of a dataclass of Pydantic."""
    if hasattr(kind, "__pydantic_model__"):  # version 1
        return typing.cast("Callable[..., Any]", kind.__pydantic_model__.schema)
    if hasattr(kind, "__pydantic_validator__"):
        return typing.cast("Callable[..., Any]", sys.modules["pydantic"].TypeAdapter(kind).json_schema)
    return None


def pydantic_schema(model: Any) -> Schema:
    """The schema that a Pydantic model makes."""
    own = _dataclass_maker(model) if dataclasses.is_dataclass(model) else None
    make = own or getattr(model, "model_json_schema", None) or model.schema
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


def plain_name(name: str) -> str:
    """The name of a class as a tool or a definition may have it: Page_int for Page[int]."""
    plain = re.sub(r"[^\w.-]+", "_", name)
    return plain if plain == name else plain.rstrip("_")


def _hints(of: Any, place: str) -> dict[str, Any]:
    """The annotations of a class or function; ``place`` is where they are needed, for errors."""
    try:
        return typing.get_type_hints(of, include_extras=True)
    except NameError as why:
        raise SetupError(f"{place}: {why}") from why


def _filled(hint: Any, of: Mapping[Any, Any]) -> Any:
    """An annotation with types in place of its variables."""
    if isinstance(hint, typing.TypeVar):
        return of.get(hint, hint)
    inside = getattr(hint, "__parameters__", ())
    return hint[tuple(of.get(each, each) for each in inside)] if inside and of else hint


def _fields_of(kind: Any, place: str) -> dict[str, Any]:
    """The annotations of a class that may be generic, as Box[int] is."""
    origin = typing.get_origin(kind)
    if origin is None:
        return _hints(kind, place)
    of = dict(zip(origin.__parameters__, typing.get_args(kind), strict=True))
    return {name: _filled(hint, of) for name, hint in _hints(origin, place).items()}


def _is_alias(kind: Any) -> bool:
    """Whether it is what Python 3.12 makes of ``type Name = ...``, which may refer to itself."""
    return type(kind).__name__ == "TypeAliasType"


def _is_named_tuple(kind: Any) -> bool:
    return inspect.isclass(kind) and issubclass(kind, tuple) and hasattr(kind, "_fields")


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
        if dataclasses.is_dataclass(origin) or typing.is_typeddict(origin) or _is_alias(origin or kind):
            return self._class(kind)
        if _is_named_tuple(origin):
            return self._class(kind)
        if origin is not None:
            return self._container(origin, inside, kind)
        if isinstance(kind, typing.TypeVar):
            return {}
        if isinstance(kind, typing.NewType):
            return self.of(kind.__supertype__)
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
        return noted(self.of(inside[0]), inside[1:])

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
        if inspect.isclass(kind) and issubclass(kind, enum.Enum):
            return self._values([each.value for each in kind])
        if kind not in self._named:
            self._define(kind)
        return {"$ref": _REFERENCE.format(model=self._named[kind])}

    def _define(self, kind: Any) -> None:
        plain = typing.get_origin(kind) or kind
        inside = ",".join(getattr(each, "__name__", str(each)) for each in typing.get_args(kind))
        wanted = plain_name(f"{plain.__name__}[{inside}]" if inside else plain.__name__)
        if is_pydantic(kind):
            self._named[kind] = self._define_model(wanted, pydantic_schema(kind))
        else:
            make = self._maker(plain)
            self._named[kind] = name = self._new_name(wanted)
            self.definitions[name] = make(kind)

    def _maker(self, plain: Any) -> Callable[[Any], Schema]:
        """What makes the schema of a class, or of an alias, which may refer to itself."""
        if typing.is_typeddict(plain):
            return self._typed_dict
        if dataclasses.is_dataclass(plain):
            return self._dataclass
        if _is_named_tuple(plain):
            return self._named_tuple
        if _is_alias(plain):
            return self._alias
        raise self._unknown(plain)

    def _new_name(self, wanted: str) -> str:
        """A name of a definition that there is from now on, so that it may be referred to."""
        name, number = wanted, 1
        while name in self.definitions:
            number += 1
            name = f"{wanted}_{number}"
        self.definitions[name] = {}
        return name

    def _define_model(self, wanted: str, made: Schema) -> str:
        """Defines a model of this schema, with the definitions that it brings along, and returns its name. Where it
        refers to itself, it is one of them; those that are there already, of another parameter, are not made again."""
        parts: dict[str, Schema] = made.pop("$defs", {})
        itself = {_REFERENCE.format(model=each): each for each in parts}.get(made.get("$ref", ""))
        if itself is None:
            itself = wanted
            while itself in parts:
                itself += "_"
            parts = {itself: made, **parts}
        known = self._known(parts)
        names = {each: each if each in known else self._new_name(each) for each in parts}
        references = {_REFERENCE.format(model=old): _REFERENCE.format(model=new) for old, new in names.items()}
        for old, part in parts.items():
            if old not in known:
                self.definitions[names[old]] = _renamed(part, references)
        return names[itself]

    def _known(self, parts: Mapping[str, Schema]) -> set[str]:
        """Those of these definitions that are there, with all that they refer to."""
        known = {name for name, part in parts.items() if self.definitions.get(name) == part}
        references = {_REFERENCE.format(model=name): name for name in parts}
        while True:
            whole = {name for name in known if all(references.get(each) in known for each in _references(parts[name]))}
            if whole == known:
                return known
            known = whole

    def _dataclass(self, kind: Any) -> Schema:
        hints = _fields_of(kind, self.place)
        given = [each for each in dataclasses.fields(typing.get_origin(kind) or kind) if each.init]
        missing = dataclasses.MISSING
        required = [
            each.name
            for each in given
            if each.default_factory is missing and is_required(hints[each.name], each.default, missing)
        ]
        properties = {each.name: self.field(hints[each.name], each.default, missing) for each in given}
        return _object(properties, required)

    def field(self, hint: Any, default: Any, missing: Any) -> Schema:
        """The schema of a field or parameter, with what Pydantic's Field says of it, and its default."""
        made = noted(self.of(hint), [default] if is_field(default) else [])
        return with_default(made, default_of(hint, default, missing), missing)

    def _alias(self, kind: Any) -> Schema:
        alias = typing.get_origin(kind) or kind
        of = dict(zip(alias.__type_params__, typing.get_args(kind), strict=False))
        return self.of(_filled(alias.__value__, of))

    def _named_tuple(self, kind: Any) -> Schema:
        """An array, as for other tuples; what its places are called is their title."""
        hints, plain = _fields_of(kind, self.place), typing.get_origin(kind) or kind
        places = [{**self.of(hints.get(name, Any)), "title": name} for name in plain._fields]
        least = len(places) - len(plain._field_defaults)
        return {"type": "array", "prefixItems": places, "minItems": least, "maxItems": len(places)}

    def _typed_dict(self, kind: Any) -> Schema:
        hints = _fields_of(kind, self.place)
        required = [name for name in hints if name in (typing.get_origin(kind) or kind).__required_keys__]
        return _object({name: self.of(hint) for name, hint in hints.items()}, required)


def _references(part: Any) -> Iterable[str]:
    """The definitions that a part of a schema refers to."""
    if isinstance(part, dict):
        yield from (each for each in [part.get("$ref")] if isinstance(each, str))
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for each in part:
            yield from _references(each)


def _object(properties: dict[str, Schema], required: Sequence[str]) -> Schema:
    made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        made["required"] = list(required)
    return made


def _parameters(function: Callable[..., Any], name: str) -> list[inspect.Parameter]:
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        raise SetupError(f"{name}: its parameters are not known to Python; write a function around it") from None
    within = getattr(function, "__qualname__", "").rpartition(".")[0]
    is_of_class = inspect.isfunction(function) and within != "" and not within.endswith("<locals>")
    if is_of_class and found and found[0].name == "self":
        raise SetupError(f"{name}: it is a method of the class {within}; give that of an object of it")
    return found


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
    for parameter in _parameters(function, name):
        made.place = f"{name}, parameter {parameter.name}"
        hint = hints.get(parameter.name, parameter.annotation)
        kind = made.field(hint, parameter.default, parameter.empty)
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.VAR_POSITIONAL):
            raise SetupError(f"{made.place}: it cannot be given by its name")
        if parameter.kind is parameter.VAR_KEYWORD:
            more = kind or True
            continue
        properties[parameter.name] = kind
        if is_required(hint, parameter.default, parameter.empty):
            required.append(parameter.name)
    schema = _object(properties, required) | {"additionalProperties": more}
    return schema | {"$defs": made.definitions} if made.definitions else schema
