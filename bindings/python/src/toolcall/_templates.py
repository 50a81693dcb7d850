"""Chat templates in the files that models ship: a template alone, tokenizer_config.json or chat_template.json, or the
metadata of a GGUF file."""

import json
import re
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO


class LearnError(Exception):
    """Why nothing was learned, in a sentence."""


class UnreadableError(LearnError):
    """The file cannot be read."""


@dataclass(frozen=True, slots=True)
class ModelTemplate:
    """A chat template, what it may ask of the tokenizer, and which marks are known to be special tokens."""

    text: str
    variables: dict[str, str] = field(default_factory=dict)
    tokens: frozenset[str] = frozenset()


_TEMPLATE_LIMIT = 4 << 20
_METADATA_LIMIT = 1 << 30
_TOKEN_NAMES = ("bos_token", "eos_token", "unk_token", "pad_token")


def read_template(file: str) -> ModelTemplate:
    try:
        with Path(file).open("rb") as opened:
            if opened.read(4) == b"GGUF":
                return _Gguf(opened, file).template()
            opened.seek(0)
            content = opened.read(_TEMPLATE_LIMIT * 16 + 1)
    except OSError as why:
        raise UnreadableError(f"{file}: {why.strerror or why}") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LearnError(f"{file} is neither a template in UTF-8, nor JSON, nor a GGUF file") from None
    made = _of_json(text, file)
    if made is None:
        made = ModelTemplate(text, *_beside(file))
    check_text(made.text, file)
    if len(made.text) > _TEMPLATE_LIMIT:
        raise LearnError(f"{file}: a template of more than {_TEMPLATE_LIMIT >> 20} MiB is not read")
    return made


def check_text(text: str, file: str) -> None:
    """Raises LearnError where it cannot be UTF-8: JSON may hold half of a character, as \\ud83d without \\ude00."""
    half = re.search("[\ud800-\udfff]", text)
    if half:
        raise LearnError(f"{file} has half of a character, \\u{ord(half.group()):04x}, which is no text")


def _of_json(text: str, file: str) -> ModelTemplate | None:
    """None where the text is no JSON object."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        config = json.loads(text)
    except ValueError:
        return None
    except RecursionError:
        raise LearnError(f"{file}: its JSON is nested too deeply") from None
    if not isinstance(config, dict):
        return None
    template = _chosen(config.get("chat_template"))
    if template is None:
        raise LearnError(f"{file} has no chat_template")
    variables, tokens = _tokens_of(config)
    if not variables:
        variables, tokens = _beside(file)
    return ModelTemplate(template, variables, tokens)


def _chosen(given: Any) -> str | None:
    """A list has a template for each use: that of tools is meant, else the usual one."""
    if isinstance(given, str):
        return given
    if isinstance(given, list):
        named = {str(each.get("name")): each.get("template") for each in given if isinstance(each, dict)}
        for name in ("tool_use", "default", *named):
            if isinstance(named.get(name), str):
                return str(named[name])
    return None


def _tokens_of(config: dict[str, Any]) -> tuple[dict[str, str], frozenset[str]]:
    variables = {}
    for name in _TOKEN_NAMES:
        given = config.get(name)
        if isinstance(given, dict):
            given = given.get("content")
        if isinstance(given, str):
            variables[name] = given
    added = config.get("added_tokens_decoder")
    entries = added.values() if isinstance(added, dict) else []
    tokens = {each["content"] for each in entries if isinstance(each, dict) and isinstance(each.get("content"), str)}
    return variables, frozenset(tokens | set(variables.values()))


def _beside(file: str) -> tuple[dict[str, str], frozenset[str]]:
    """A template alone does not say what its tokens are; the tokenizer's file beside it does."""
    beside = Path(file).with_name("tokenizer_config.json")
    try:
        config = json.loads(beside.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}, frozenset()
    return _tokens_of(config) if isinstance(config, dict) else ({}, frozenset())


class _Gguf:
    """The key and value pairs at the beginning of the file. Numbers are little-endian; a string is its length in eight
    bytes and its bytes; a value has its type before it, a list the type of its elements and their number."""

    _STRING, _LIST = 8, 9
    _NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}

    def __init__(self, opened: BinaryIO, file: str) -> None:
        self._in, self._file = opened, file
        self._left = _METADATA_LIMIT

    def template(self) -> ModelTemplate:
        version = self._number("I")
        if version not in (2, 3):
            raise LearnError(f"{self._file}: version {version} of GGUF is not known; 2 and 3 are, little-endian")
        self._number("Q")  # of tensors
        pairs = {}
        for _ in range(self._number("Q")):
            key = self._string().decode("utf-8", "replace")
            value = self._value(self._number("I"))
            if key.startswith("tokenizer."):
                pairs[key] = value
        template = pairs.get("tokenizer.chat_template")
        if not isinstance(template, bytes):
            raise LearnError(f"{self._file} has no tokenizer.chat_template in its metadata")
        tokens = pairs.get("tokenizer.ggml.tokens")
        variables = {}
        for name in ("bos", "eos"):
            number = pairs.get(f"tokenizer.ggml.{name}_token_id")
            if isinstance(tokens, list) and isinstance(number, int) and 0 <= number < len(tokens):
                variables[f"{name}_token"] = tokens[number].decode("utf-8", "replace")
        return ModelTemplate(template.decode("utf-8", "replace"), variables, frozenset(variables.values()))

    def _bytes(self, size: int) -> bytes:
        self._left -= size
        read = self._in.read(size) if self._left >= 0 else b""
        if len(read) != size:
            raise LearnError(f"{self._file}: its metadata is cut off or broken")
        return read

    def _number(self, kind: str) -> Any:
        return struct.unpack("<" + kind, self._bytes(struct.calcsize("<" + kind)))[0]

    def _string(self) -> bytes:
        return self._bytes(self._number("Q"))

    def _value(self, kind: int) -> Any:
        if kind == self._STRING:
            return self._string()
        if kind in self._NUMBERS:
            return self._number(self._NUMBERS[kind])
        if kind != self._LIST:
            raise LearnError(f"{self._file}: its metadata has a value of the type {kind}, which GGUF does not have")
        of, size = self._number("I"), self._number("Q")
        if of == self._LIST:
            raise LearnError(f"{self._file}: its metadata has a list of lists, which is not read")
        if of in self._NUMBERS:
            self._bytes(size * struct.calcsize("<" + self._NUMBERS[of]))  # nobody asks for lists of numbers
            return None
        return [self._value(of) for _ in range(size)]
