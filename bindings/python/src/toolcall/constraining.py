"""Grammars for guided decoding, of the calls of a dialect."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from . import _library
from .dialect import Dialect
from .settings import set_up
from .tools import ToolsLike


@dataclass(frozen=True)
class ConstraintLimit:
    """What of a schema a constraint does not say: ``pointer`` is its place in the tools."""

    pointer: str
    reason: str


@dataclass(frozen=True)
class Constraint:
    """A grammar, and what it does not say."""

    text: str
    limits: tuple[ConstraintLimit, ...]


def constrain(
    *,
    dialect: str | Dialect,
    tools: ToolsLike,
    format: Literal["structural-tag", "ebnf", "lark", "gbnf"],
    choice: str | Mapping[str, Any] = "auto",
    parallel: bool = True,
    reasoning: bool = False,
) -> Constraint:
    """A grammar that allows what ``render`` writes, for an engine that holds a model to it.

    ``"structural-tag"`` and ``"ebnf"`` are for xgrammar, ``"lark"`` is for llguidance, ``"gbnf"`` for llama.cpp. ``choice`` is
    ``"auto"``, ``"none"``, ``"required"``, the name of a tool, or as a request has it. Raises SetupError where there is no such
    constraint.
    """
    given = {"format": format, "choice": choice, "parallel": parallel, "reasoning": reasoning}
    text = _library.as_bytes(json.dumps(given))
    setup = set_up(dialect, tools, None)
    written = _library.text_of("constrain_json", text, len(text), *setup.handles[:2], owned=True)
    assert written is not None  # else SetupError was raised
    made = json.loads(written)
    return Constraint(made["text"], tuple(ConstraintLimit(**each) for each in made["limits"]))
