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


def test_what_pydantic_says_beside_a_type_is_kept():
    pydantic = pytest.importorskip("pydantic")
    Field = pydantic.Field

    def f(
        a: Annotated[int, Field(ge=1, lt=9, description="how many")],
        b: int = Field(3, le=5, multiple_of=1),
        c: typing.Optional[str] = Field(..., min_length=2, max_length=4, title="C"),
        d: Annotated[list[int], Field(min_items=1, max_items=3)] = [1],
        e: str = Field(default_factory=str),
        g: str = Field(..., **{PATTERN: "^x"}),
    ): ...

    schema = toolcall.tool(f)["function"]["parameters"]
    assert schema["required"] == ["a", "c", "g"]
    assert schema["properties"] == {
        "a": {"type": "integer", "minimum": 1, "exclusiveMaximum": 9, "description": "how many"},
        "b": {"type": "integer", "maximum": 5, "multipleOf": 1, "default": 3},
        "c": {"anyOf": [{"type": "string"}, {"type": "null"}], "minLength": 2, "maxLength": 4, "title": "C"},
        "d": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 3, "default": [1]},
        "e": {"type": "string"},
        "g": {"type": "string", "pattern": "^x"},
    }
    text = '<tool_call>{"name": "f", "arguments": {"a": %d, "c": "abc", "g": "x"}}</tool_call>'
    assert toolcall.parse(text % 1, tools=[f]).tool_calls[0].is_complete
    assert toolcall.parse(text % 0, tools=[f]).tool_calls[0].status is toolcall.Status.INVALID


PATTERN = "pattern" if hasattr(Node, "model_fields") else "regex"  # its name in version 1


class Note:
    def __init__(self, **members):
        self.__dict__ = members


def test_what_version_2_of_pydantic_says_beside_a_type_is_kept():
    """Debian 12 has version 1; these stand in for what is in the other one and in annotated_types."""
    FieldInfo = type("FieldInfo", (Note,), {"__module__": "pydantic.fields"})
    Undefined = type("PydanticUndefinedType", (), {})
    bounds = [Note(ge=1), Note(min_length=None, max_length=7), Note(pattern="^a", strict=None)]
    field = {"default_factory": None, "title": None, "description": "d", "examples": ["a"], "json_schema_extra": None}
    required = FieldInfo(default=Undefined(), metadata=bounds, **field)
    given = FieldInfo(default="a", metadata=[], **field)

    def f(a, b, c): ...

    f.__annotations__ = {
        "a": Annotated[str, required],
        "b": Annotated[str, given],
        "c": Annotated[list[str], Note(max_length=2)],
    }
    schema = toolcall.tool(f)["function"]["parameters"]
    said = {"type": "string", "description": "d", "examples": ["a"]}
    assert schema["required"] == ["a", "c"]
    assert schema["properties"] == {
        "a": {**said, "minimum": 1, "maxLength": 7, "pattern": "^a"},
        "b": {**said, "default": "a"},
        "c": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
    }


def test_dataclasses_of_pydantic_are_tools_and_types():
    pydantic = pytest.importorskip("pydantic")
    importlib.import_module("pydantic.dataclasses")

    @pydantic.dataclasses.dataclass
    class Room:
        name: str
        beds: int = pydantic.Field(default=1, ge=1, description="how many")

    @dataclasses.dataclass
    class Plain:
        name: Annotated[str, pydantic.Field(min_length=1)]

    def book(room: Room, plain: Plain): ...

    definitions = toolcall.tool(book)["function"]["parameters"]["$defs"]
    beds = definitions["Room"]["properties"]["beds"]
    assert (beds["minimum"], beds["description"], beds["default"]) == (1, "how many", 1)
    assert definitions["Room"]["required"] == ["name"]
    assert definitions["Plain"]["properties"]["name"] == {"type": "string", "minLength": 1}
    made = toolcall.tool(Room)["function"]
    assert made["name"] == "Room" and "description" not in made
    assert made["parameters"]["properties"]["beds"]["minimum"] == 1


def test_a_model_behind_two_parameters_is_defined_once():
    pydantic = pytest.importorskip("pydantic")

    class Inner(pydantic.BaseModel):
        x: int

    class Outer(pydantic.BaseModel):
        inner: Inner

    def f(a: Inner, b: Inner, c: Outer, d: list[Outer]): ...

    def g(c: Outer, a: Inner): ...

    for function in (f, g):
        schema = toolcall.tool(function)["function"]["parameters"]
        assert sorted(schema["$defs"]) == ["Inner", "Outer"]
        assert schema["$defs"]["Outer"]["properties"]["inner"] == schema["properties"]["a"] == {"$ref": "#/$defs/Inner"}


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
