"""Tools from Pydantic's models, and what its Field says."""

import dataclasses
import importlib.util
import typing
from typing import Annotated

import pytest

import toolcall


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
