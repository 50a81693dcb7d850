"""What is handed to the library as JSON; and where a value is that has none."""

import json
import math
from collections.abc import Iterator
from typing import Any


def written(value: Any) -> str:
    """The JSON of a value. Raises TypeError, ValueError or RecursionError where it has none; ``without_json`` then says
    where."""
    return json.dumps(value, allow_nan=False)


def _parts(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, (list, tuple)):
        yield from enumerate(value)


def without_json(value: Any, pointer: str = "", around: tuple[int, ...] = ()) -> tuple[str, str]:
    """A JSON Pointer to the first part that has no JSON, and why it has none; ("", "") where all of it has."""
    if id(value) in around:
        return pointer, "it is a part of itself"
    if len(around) > 500:
        return pointer, "it is nested too deeply"
    if isinstance(value, float) and not math.isfinite(value):
        return pointer, f"JSON has no {value!r}"
    if value is not None and not isinstance(value, (dict, list, tuple, str, int, float)):
        return pointer, f"{value!r} is of the type {type(value).__name__}, which JSON does not have"
    for key, part in _parts(value):
        if isinstance(value, dict) and key is not None and not isinstance(key, (str, int, float)):
            return pointer, f"the key {key!r} is not a string"
        place = str(key).replace("~", "~0").replace("/", "~1")
        found = without_json(part, f"{pointer}/{place}", (*around, id(value)))
        if found[1]:
            return found
    return "", ""
