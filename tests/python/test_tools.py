"""Tools from functions, dataclasses and typed dictionaries (test_pydantic.py has those of Pydantic)."""

import collections
import dataclasses
import datetime
import enum
import functools
import pickle
import typing
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

import toolcall


class Unit(enum.Enum):
    CELSIUS = "celsius"
    KELVIN = "kelvin"


@dataclasses.dataclass
class Place:
    city: str
    inside: list["Place"] = dataclasses.field(default_factory=list)


class Range(TypedDict):
    first: datetime.date
    last: NotRequired[datetime.date]


def get_weather(
    place: Place,
    days: Annotated[int, "how many"] = 1,
    unit: Unit = Unit.CELSIUS,
    mode: Literal["short", "long"] = "short",
    dates: Range | None = None,
    tags: list[str] = [],
    more: dict[str, float] | None = None,
    pair: tuple[int, str] = (1, ""),
    bounded: Annotated[int, {"minimum": 3}] = 3,
    free: Any = None,
):
    """Says what the weather
    will be.

    And more that the model need not know.
    """


def test_a_function_has_the_schema_of_its_annotations():
    made = toolcall.tool(get_weather)
    function = made["function"]
    assert made["type"] == "function" and function["name"] == "get_weather"
    assert function["description"] == "Says what the weather\nwill be."
    schema = function["parameters"]
    assert schema["required"] == ["place"] and schema["additionalProperties"] is False
    date = {"type": "string", "format": "date"}
    assert schema["properties"] == {
        "place": {"$ref": "#/$defs/Place"},
        "days": {"type": "integer", "description": "how many", "default": 1},
        "unit": {"enum": ["celsius", "kelvin"], "default": "celsius"},
        "mode": {"enum": ["short", "long"], "default": "short"},
        "dates": {"anyOf": [{"$ref": "#/$defs/Range"}, {"type": "null"}], "default": None},
        "tags": {"type": "array", "items": {"type": "string"}, "default": []},
        "more": {
            "anyOf": [{"type": "object", "additionalProperties": {"type": "number"}}, {"type": "null"}],
            "default": None,
        },
        "pair": {
            "type": "array",
            "prefixItems": [{"type": "integer"}, {"type": "string"}],
            "minItems": 2,
            "maxItems": 2,
            "default": [1, ""],
        },
        "bounded": {"type": "integer", "minimum": 3, "default": 3},
        "free": {"default": None},
    }
    assert schema["$defs"]["Range"]["required"] == ["first"]
    assert schema["$defs"]["Range"]["properties"] == {"first": date, "last": date}
    assert schema["$defs"]["Place"]["properties"]["inside"]["items"] == {"$ref": "#/$defs/Place"}
    assert toolcall.check([get_weather]) == {"usable": ["get_weather"], "issues": []}


def test_arguments_have_the_types_of_the_function():
    text = """<tool_call>{"name": "get_weather", "arguments":
    {"place": {"city": "Bern", "inside": [{"city": "Bümpliz"}]}, "days": "3", "unit": "kelvin", "tags": "a"}}
    </tool_call>"""
    (call,) = toolcall.parse(text, tools=[get_weather]).tool_calls
    assert call.is_complete
    assert call.values() == {
        "place": {"city": "Bern", "inside": [{"city": "Bümpliz"}]},
        "days": 3,
        "unit": "kelvin",
        "tags": ["a"],
    }


def test_methods_async_functions_and_open_ones_are_tools():
    class Shop:
        def buy(self, what: str): ...

    async def sell(what: str, **facts: int): ...

    buy, sale = (toolcall.tool(each)["function"]["parameters"] for each in (Shop().buy, sell))
    assert list(buy["properties"]) == ["what"] and sale["additionalProperties"] == {"type": "integer"}


def test_what_has_no_schema_is_refused():
    def odd(a: complex): ...

    def positional(a, /): ...

    def many(*a): ...

    def unknown(a: "Nowhere"): ...  # noqa: F821

    for function in (odd, positional, many, unknown):
        with pytest.raises(toolcall.SetupError, match=function.__name__):
            toolcall.tool(function)
    for thing in (3, "f", Place):
        with pytest.raises(toolcall.SetupError):
            toolcall.Tools([thing])


def test_names_that_are_the_same_do_not_mix():
    def inner():
        @dataclasses.dataclass
        class Place:
            zip: int

        return Place

    def f(a, b): ...

    f.__annotations__ = {"a": Place, "b": inner()}
    definitions = toolcall.tool(f)["function"]["parameters"]["$defs"]
    assert list(definitions["Place"]["properties"]) == ["city", "inside"]
    assert list(definitions["Place_2"]["properties"]) == ["zip"]


class Color(enum.Enum):
    RED = "red"


@dataclasses.dataclass
class Unknown:
    x: "Nope"  # noqa: F821


def test_types_without_their_parts_and_values_of_an_enumeration():
    def f(x): ...

    wanted = [
        (typing.List, {"type": "array"}),
        (typing.Tuple, {"type": "array"}),
        (typing.Dict, {"type": "object"}),
        (collections.Counter[str], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Literal[Color.RED], {"enum": ["red"]}),
        (tuple[()], {"type": "array", "prefixItems": [], "minItems": 0, "maxItems": 0}),
    ]
    for kind, schema in wanted:
        f.__annotations__ = {"x": kind}
        assert toolcall.tool(f)["function"]["parameters"]["properties"]["x"] == schema
    for kind, said in ((Literal[b"x"], "bytes"), (Unknown, "Nope")):
        f.__annotations__ = {"x": kind}
        with pytest.raises(toolcall.SetupError, match=said):
            toolcall.tool(f)


T = typing.TypeVar("T")


@dataclasses.dataclass
class Box(typing.Generic[T]):
    inside: T
    more: list[T] = dataclasses.field(default_factory=list)


def test_generic_classes_have_names_that_tools_may_have():
    pydantic = pytest.importorskip("pydantic")
    if pydantic.VERSION < "2":
        from pydantic.generics import GenericModel as Base

        class Page(Base, typing.Generic[T]):
            item: T
    else:

        class Page(pydantic.BaseModel, typing.Generic[T]):
            item: T

    def f(a: Page[int], b: Page[str], c: Box[int], d: Box[str], e: Box): ...

    definitions = toolcall.tool(f)["function"]["parameters"]["$defs"]
    assert sorted(definitions) == ["Box", "Box_int", "Box_str", "Page_int", "Page_str"]
    assert definitions["Page_int"]["properties"]["item"]["type"] == "integer"
    assert definitions["Box_str"]["properties"] == {
        "inside": {"type": "string"},
        "more": {"type": "array", "items": {"type": "string"}},
    }
    assert definitions["Box"]["properties"]["inside"] == {}
    assert toolcall.tool(Page[int])["function"]["name"] == "Page_int"


def test_a_tool_needs_a_name():
    for given in ([lambda x: 1], {"tools": [lambda x: 1]}):
        with pytest.raises(toolcall.SetupError, match="has no name, which a tool is called by; define"):
            toolcall.Tools(given)


def test_the_list_of_a_request_may_be_mixed():
    plain = {"name": "ping", "input_schema": {"properties": {}}}
    tools = toolcall.Tools({"model": "m", "tools": [plain, get_weather]})
    assert tools.to_openai() == {"model": "m", "tools": [plain, toolcall.tool(get_weather)]}
    with pytest.raises(toolcall.SetupError, match="^/tools/0: a tool must be an object"):
        toolcall.Tools({"tools": ["ping"]})


def test_what_has_no_json_is_named_with_its_tool_and_place():
    def with_default(value):
        return {"name": "ping", "parameters": {"properties": {"a/b": {"default": value}}}}

    place = "parameters/properties/a~1b/default"
    itself = []
    itself.append(itself)
    for value, why in (
        (datetime.date(2020, 1, 1), r"datetime\.date\(2020, 1, 1\) is of the type date, which JSON does not have"),
        (float("inf"), "JSON has no inf"),
        ({(1, 2): 3}, r"the key \(1, 2\) is not a string"),
    ):
        with pytest.raises(toolcall.SetupError, match=f'^/1/{place}: tool "ping": {why}') as said:
            toolcall.Tools([get_weather, with_default(value)])
        assert said.value.pointer == f"/1/{place}"
        with pytest.raises(toolcall.SetupError, match=f'^/tools/0/{place}: tool "ping": {why}'):
            toolcall.check({"tools": [with_default(value)]})
    with pytest.raises(toolcall.SetupError, match='tool "ping": it is a part of itself'):
        toolcall.Tools([with_default(itself)])


def test_what_is_no_list_of_tools_is_said():
    for wrong, said in ((get_weather, r"\[get_weather\]"), ([functools.partial(get_weather)], "__name__")):
        with pytest.raises(toolcall.SetupError, match=said):
            toolcall.Tools(wrong)


def test_lists_may_be_mixed_and_go_into_a_request():
    plain = {"name": "ping", "input_schema": {"properties": {}}}
    tools = toolcall.Tools([plain, get_weather])
    assert tools.to_openai() == [plain, toolcall.tool(get_weather)]
    for given in ('{"tools": []}', b"[]", {"tools": []}, []):
        toolcall.Tools(given)


def test_tools_can_be_pickled():
    tools = pickle.loads(pickle.dumps(toolcall.Tools([get_weather], strict=True)))
    assert tools.to_openai() == [toolcall.tool(get_weather)] and tools._strict


class Clerk:
    def look_up(self, name: str) -> str:
        return name


def test_a_function_whose_parameters_are_unknown_is_refused_by_name() -> None:
    with pytest.raises(toolcall.SetupError, match="max: its parameters are not known"):
        toolcall.Tools([max])


def test_a_method_belongs_to_an_object() -> None:
    with pytest.raises(toolcall.SetupError, match="look_up: it is a method of the class Clerk"):
        toolcall.Tools([Clerk.look_up])
    assert toolcall.check([Clerk().look_up])["usable"] == ["look_up"]
