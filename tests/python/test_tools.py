"""Tools from functions, dataclasses, typed dictionaries and Pydantic models."""

import collections
import dataclasses
import datetime
import enum
import functools
import importlib.util
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
        "days": {"type": "integer", "description": "how many"},
        "unit": {"enum": ["celsius", "kelvin"]},
        "mode": {"enum": ["short", "long"]},
        "dates": {"anyOf": [{"$ref": "#/$defs/Range"}, {"type": "null"}]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "more": {"anyOf": [{"type": "object", "additionalProperties": {"type": "number"}}, {"type": "null"}]},
        "pair": {
            "type": "array",
            "prefixItems": [{"type": "integer"}, {"type": "string"}],
            "minItems": 2,
            "maxItems": 2,
        },
        "bounded": {"type": "integer", "minimum": 3},
        "free": {},
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


def test_pydantic_models_are_tools_and_types():
    pydantic = pytest.importorskip("pydantic")

    class Item(pydantic.BaseModel):
        name: str
        count: int = pydantic.Field(default=1, ge=1)

    class order(pydantic.BaseModel):
        """Orders things."""

        items: list[Item]

    made = toolcall.tool(order)["function"]
    assert (made["name"], made["description"]) == ("order", "Orders things.")
    text = '<tool_call>{"name": "order", "arguments": {"items": [{"name": "nail", "count": "%s"}]}}</tool_call>'
    (call,) = toolcall.parse(text % 3, tools=[order]).tool_calls
    assert call.is_complete and order(**call.values()).items[0].count == 3
    assert toolcall.parse(text % 0, tools=[order]).tool_calls[0].status is toolcall.Status.INVALID

    def cancel(what: Item): ...

    schema = toolcall.tool(cancel)["function"]["parameters"]
    assert schema["properties"]["what"] == {"$ref": "#/$defs/Item"}
    assert toolcall.check([cancel, order])["issues"] == []


def test_nested_models_are_checked_each_time_and_keep_their_own_definitions():
    pydantic = pytest.importorskip("pydantic")

    class Inner(pydantic.BaseModel):
        x: int

    class Outer(pydantic.BaseModel):
        a: Inner

    def other():
        class Inner(pydantic.BaseModel):
            y: str

        return Inner

    def use(p, q): ...

    use.__annotations__ = {"p": other(), "q": Outer}
    text = '<tool_call>{"name": "use", "arguments": {"p": {"y": "b"}, "q": {"a": {"x": "%s"}}}}</tool_call>'
    for x, status in (("3", "complete"), ("3", "complete"), ("three", "invalid")):
        (call,) = toolcall.parse(text % x, tools=[use]).tool_calls
        assert call.status.value == status
    assert call.values()["q"] == {"a": {"x": "three"}}
    wrong = '<tool_call>{"name": "use", "arguments": {"p": {"x": 3}, "q": {"a": {"x": 3}}}}</tool_call>'
    assert toolcall.parse(wrong, tools=[use]).tool_calls[0].status is toolcall.Status.INVALID


class Node(importlib.import_module("pydantic").BaseModel if importlib.util.find_spec("pydantic") else object):
    value: int
    children: "list[Node]" = []


def test_a_model_may_refer_to_itself():
    pytest.importorskip("pydantic")
    getattr(Node, "model_rebuild", None) or Node.update_forward_refs()

    def walk(root: Node): ...

    text = '<tool_call>{"name": "walk", "arguments": {"root": {"value": 1, "children": [{"value": "%s"}]}}}</tool_call>'
    assert toolcall.parse(text % 2, tools=[walk]).tool_calls[0].values()["root"]["children"] == [{"value": 2}]
    assert toolcall.parse(text % "two", tools=[walk]).tool_calls[0].status is toolcall.Status.INVALID


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
