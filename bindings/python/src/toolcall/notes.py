"""What stands beside a type: a description, a part of a schema, or what Pydantic's Field and annotated_types have.

These need not be installed: what they say is read by the names of their members.
"""

import enum
import json
import typing
from collections.abc import Iterable, Mapping, Set
from typing import Any

from . import _json

Schema = dict[str, Any]

_NUMBERS = {
    "ge": "minimum",
    "gt": "exclusiveMinimum",
    "le": "maximum",
    "lt": "exclusiveMaximum",
    "multiple_of": "multipleOf",
}
_LENGTHS = {
    "min_length": {"string": "minLength", "array": "minItems", "object": "minProperties"},
    "max_length": {"string": "maxLength", "array": "maxItems", "object": "maxProperties"},
    "min_items": {"array": "minItems"},
    "max_items": {"array": "maxItems"},
}


def is_field(note: Any) -> bool:
    """Whether it is what Pydantic's Field makes."""
    return type(note).__name__ == "FieldInfo" and type(note).__module__.startswith("pydantic")


def _has_default(field: Any) -> bool:
    missing = field.default is Ellipsis or type(field.default).__name__ in ("UndefinedType", "PydanticUndefinedType")
    return not missing or field.default_factory is not None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _said_by(note: Any, kinds: Set[str]) -> Schema:
    """What a note says of a value of these types of JSON; nothing where it is of an unknown kind."""
    made: Schema = {}
    for name, keyword in _NUMBERS.items():
        if _is_number(bound := getattr(note, name, None)):
            made[keyword] = bound
    for name, keywords in _LENGTHS.items():
        if _is_number(length := getattr(note, name, None)):
            made.update({keyword: length for kind, keyword in keywords.items() if kind in kinds})
    for name in ("pattern", "regex"):
        pattern = getattr(note, name, None)
        pattern = getattr(pattern, "pattern", pattern)
        if isinstance(pattern, str):
            made["pattern"] = pattern
    if not is_field(note):
        return made
    for part in getattr(note, "metadata", ()):  # version 2
        made.update(_said_by(part, kinds))
    for name in ("title", "description", "examples"):
        if getattr(note, name, None):
            made[name] = getattr(note, name)
    if getattr(note, "unique_items", None):
        made["uniqueItems"] = True
    for more in (getattr(note, "extra", None), getattr(note, "json_schema_extra", None)):
        made.update(more if isinstance(more, Mapping) else {})
    return made


def _kinds(made: Schema) -> set[str]:
    """The types of JSON that a schema allows."""
    own = {made["type"]} if isinstance(made.get("type"), str) else set()
    return own.union(*(_kinds(each) for each in made.get("anyOf", ())))


def noted(made: Schema, notes: Iterable[Any]) -> Schema:
    """A schema with what notes say: a description, a part of the schema, or what Pydantic's Field has."""
    for note in notes:
        if isinstance(note, str):
            made["description"] = note
        elif isinstance(note, Mapping):
            made.update(note)
        else:
            made.update(_said_by(note, _kinds(made)))
    return made


def with_default(made: Schema, default: Any, missing: Any) -> Schema:
    """A schema with the value that stands where none is given, if it has JSON."""
    if is_field(default):
        default = missing if default.default_factory is not None else default.default
    if default is missing:
        return made
    try:
        written = _json.written(default.value if isinstance(default, enum.Enum) else default)
    except (TypeError, ValueError, RecursionError):
        return made
    return {**made, "default": json.loads(written)}


def default_of(hint: Any, default: Any, missing: Any) -> Any:
    """The default of a parameter or field: a value, or what Pydantic's Field makes, which may stand beside the type; or
    ``missing``, where it must be given."""
    if default is not missing and not is_field(default):
        return default
    notes = typing.get_args(hint)[1:] if typing.get_origin(hint) is typing.Annotated else ()
    return next((each for each in (default, *notes) if is_field(each) and _has_default(each)), missing)


def is_required(hint: Any, default: Any, missing: Any) -> bool:
    """Whether a parameter or field with this default must be given."""
    return default_of(hint, default, missing) is missing
