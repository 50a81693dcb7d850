"""The schemas of types and defaults of functions that are tools (test_tools.py has how tools are given)."""

import collections
import dataclasses
import datetime
import decimal
import enum
import sys
import typing

import pytest

import toolcall

UserId = typing.NewType("UserId", int)


class Point(typing.NamedTuple):
    x: float
    y: float = 0


Pair = collections.namedtuple("Pair", "left right")
T = typing.TypeVar("T")


class Range(typing.NamedTuple, typing.Generic[T]):
    least: T
    most: T


def test_more_types_of_the_standard_library_have_a_schema():
    def f(
        a: UserId,
        b: Point,
        c: Pair,
        d: decimal.Decimal,
        e: collections.OrderedDict,
        f: collections.OrderedDict[str, int],
        g: collections.defaultdict,
        h: collections.deque,
        i: list[UserId],
    ): ...

    schema = toolcall.tool(f)["function"]["parameters"]
    assert schema["properties"] == {
        "a": {"type": "integer"},
        "b": {"$ref": "#/$defs/Point"},
        "c": {"$ref": "#/$defs/Pair"},
        "d": {"type": "number"},
        "e": {"type": "object"},
        "f": {"type": "object", "additionalProperties": {"type": "integer"}},
        "g": {"type": "object"},
        "h": {"type": "array"},
        "i": {"type": "array", "items": {"type": "integer"}},
    }
    numbers = [{"type": "number", "title": "x"}, {"type": "number", "title": "y"}]
    anything = [{"title": "left"}, {"title": "right"}]
    assert schema["$defs"] == {
        "Point": {"type": "array", "prefixItems": numbers, "minItems": 1, "maxItems": 2},
        "Pair": {"type": "array", "prefixItems": anything, "minItems": 2, "maxItems": 2},
    }
    assert toolcall.check([f])["issues"] == []


@pytest.mark.skipif(sys.version_info < (3, 12), reason="Python 3.12 has aliases of types")
def test_an_alias_is_what_it_stands_for():
    names = {}
    exec(
        "type Json = dict[str, Json] | list[Json] | int\n"
        "type Few[T] = tuple[T, T]\n"
        "def f(a: Json, b: Few[int], c: list[Json]): ...\n",
        names,
    )
    schema = toolcall.tool(names["f"])["function"]["parameters"]
    json = {"$ref": "#/$defs/Json"}
    few = {"type": "array", "prefixItems": [{"type": "integer"}] * 2, "minItems": 2, "maxItems": 2}
    assert schema["properties"] == {"a": json, "b": {"$ref": "#/$defs/Few_int"}, "c": {"type": "array", "items": json}}
    several = [{"type": "object", "additionalProperties": json}, {"type": "array", "items": json}, {"type": "integer"}]
    assert schema["$defs"] == {"Json": {"anyOf": several}, "Few_int": few}
    assert toolcall.check([names["f"]])["issues"] == []


class Unit(enum.Enum):
    CELSIUS = "celsius"
    KELVIN = "kelvin"


@dataclasses.dataclass(frozen=True)
class Place:
    city: str


HOME = Place("Bern")
TODAY = datetime.date(2026, 1, 1)


@dataclasses.dataclass
class Trip:
    to: str
    days: int = 3
    stops: list[str] = dataclasses.field(default_factory=list)
    place: Place = HOME  # has no JSON


def test_a_default_is_in_the_schema_if_it_has_json():
    def f(trip: Trip, factor: float = float("inf"), unit: Unit | None = Unit.KELVIN, when: datetime.date = TODAY): ...

    schema = toolcall.tool(f)["function"]["parameters"]
    values = {"enum": ["celsius", "kelvin"]}
    assert schema["required"] == ["trip"]
    assert schema["properties"] == {
        "trip": {"$ref": "#/$defs/Trip"},
        "factor": {"type": "number"},
        "unit": {"anyOf": [values, {"type": "null"}], "default": "kelvin"},
        "when": {"type": "string", "format": "date"},
    }
    assert schema["$defs"]["Trip"]["required"] == ["to"]
    assert schema["$defs"]["Trip"]["properties"] == {
        "to": {"type": "string"},
        "days": {"type": "integer", "default": 3},
        "stops": {"type": "array", "items": {"type": "string"}},
        "place": {"$ref": "#/$defs/Place"},
    }
    assert toolcall.check([f])["issues"] == []
    # It is said to the model, and is no value of a call.
    text = '<tool_call>{"name": "f", "arguments": {"trip": {"to": "Bern"}}}</tool_call>'
    (call,) = toolcall.parse(text, tools=[f]).tool_calls
    assert call.is_complete and call.values() == {"trip": {"to": "Bern"}}


def test_a_generic_named_tuple_has_the_types_that_it_is_given():
    def f(a: Range[int], b: Range): ...

    definitions = toolcall.tool(f)["function"]["parameters"]["$defs"]
    places = {tuple(each["type"] for each in made["prefixItems"] if "type" in each) for made in definitions.values()}
    assert places == {("integer", "integer"), ()}
    call = '<tool_call>{"name": "f", "arguments": {"a": [1, 2], "b": ["x", 3]}}</tool_call>'
    assert toolcall.parse(call, tools=[f]).tool_calls[0].is_complete


def test_a_default_beside_the_type_is_in_the_schema():
    pydantic = pytest.importorskip("pydantic")

    def f(a: typing.Annotated[int, pydantic.Field(3)], b: int = pydantic.Field(4)): ...

    schema = toolcall.tool(f)["function"]["parameters"]
    assert [schema["properties"][name]["default"] for name in "ab"] == [3, 4]
    assert schema.get("required", []) == []
