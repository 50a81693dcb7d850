"""The shared library: where it is, what its functions take, and how its errors become exceptions.

The one idea: everything is handed over as bytes or JSON and copied at once, so no pointer into the library's memory is
kept, and only this module and ``_handles`` know that there are pointers. The functions are called without the
interpreter's lock.
"""

import json
import os
from collections.abc import Callable
from ctypes import CDLL, byref, c_char_p, c_int, c_size_t, c_void_p, string_at
from pathlib import Path
from typing import Any

from .errors import Error, InternalError, LibraryNotFound, SetupError, StateError

ABI_VERSION = 0
"""The number of the binary interface that this package is written for."""

_OBJECT = [c_void_p]
_TEXT = [c_char_p, c_size_t]
_TEXTS = [c_void_p, c_void_p]  # pointers and sizes
_SIZE = [c_void_p]
_ERROR = [c_void_p]
_SETUP = [c_void_p, c_void_p, c_void_p]  # dialect, tools, options

# What each function of toolcall.h returns, and what it takes.
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "abi_version": (c_int, []),
    "version": (c_char_p, []),
    "free": (None, _OBJECT),
    "error_code": (c_int, _OBJECT),
    "error_message": (c_void_p, _OBJECT + _SIZE),
    "error_pointer": (c_void_p, _OBJECT + _SIZE),
    "error_free": (None, _OBJECT),
    "dialect_named": (c_void_p, _TEXT + _ERROR),
    "dialect_of_page": (c_void_p, _TEXT + _TEXT + _ERROR),
    "dialect_free": (None, _OBJECT),
    "dialects_json": (c_void_p, _SIZE + _ERROR),
    "dialects_of_template_json": (c_void_p, _TEXT + _SIZE + _ERROR),
    "likely_dialects_of_template": (c_void_p, _TEXT + _SIZE + _ERROR),
    "tools_new": (c_void_p, _TEXT + [c_int] + _ERROR),
    "tools_free": (None, _OBJECT),
    "schema_report_json": (c_void_p, _TEXT + _OBJECT + _SIZE + _ERROR),
    "options_from_json_new": (c_void_p, _TEXT + _ERROR),
    "options_free": (None, _OBJECT),
    "parse_json": (c_void_p, _TEXT + _SETUP + _TEXT + _SIZE + _ERROR),
    "render": (c_void_p, _TEXT + _OBJECT + _OBJECT + _SIZE + _ERROR),
    "verdict_json": (c_void_p, _TEXT + _SIZE + _ERROR),
    "mend_json": (c_void_p, _TEXT + _OBJECT + _OBJECT + _TEXT + _SIZE + _ERROR),
    "report_json": (c_void_p, _TEXT + _TEXT + _SIZE + _ERROR),
    "constrain_json": (c_void_p, _TEXT + _OBJECT + _OBJECT + _SIZE + _ERROR),
    "parse_many_json": (c_void_p, _TEXTS + [c_size_t] + _SETUP + _TEXTS + [c_void_p] + _SIZE + _ERROR),
    "parser_new": (c_void_p, _SETUP + _ERROR),
    "parser_copy": (c_void_p, _OBJECT + _ERROR),
    "parser_free": (None, _OBJECT),
    "parser_feed": (c_int, _OBJECT + _TEXT + [c_int] + _ERROR),
    "parser_finish": (c_int, _OBJECT + _TEXT + _ERROR),
    "parser_events_json": (c_void_p, _OBJECT + _SIZE + _ERROR),
    "parser_next_trace": (c_void_p, _OBJECT + _SIZE + _ERROR),
    "parser_held_bytes": (c_size_t, _OBJECT),
    "parser_message_json": (c_void_p, _OBJECT + _SIZE + _ERROR),
    "parser_correction": (c_void_p, _OBJECT + [c_int] + _TEXT + _SIZE + _ERROR),
    "rewriter_new": (c_void_p, _SETUP + _ERROR),
    "rewriter_copy": (c_void_p, _OBJECT + _ERROR),
    "rewriter_free": (None, _OBJECT),
    "rewriter_feed": (c_void_p, _OBJECT + _TEXT + _SIZE + _ERROR),
    "rewriter_finish": (c_void_p, _OBJECT + _SIZE + _ERROR),
    "rewriter_next_json": (c_void_p, _OBJECT + _SIZE + _ERROR),
}


def _load() -> CDLL:
    """The library beside this file, or the one that the environment variable TOOLCALL_LIBRARY names."""
    path = os.environ.get("TOOLCALL_LIBRARY") or str(Path(__file__).with_name("libtoolcall.so"))
    try:
        loaded = CDLL(path)
        for name, (result, takes) in _FUNCTIONS.items():
            function = getattr(loaded, f"toolcall_{name}")
            function.restype, function.argtypes = result, takes
    except (OSError, AttributeError) as why:
        raise LibraryNotFound(f"toolcall's shared library cannot be used: {why}") from why
    found = loaded.toolcall_abi_version()
    if found != ABI_VERSION:
        raise LibraryNotFound(f"{path} has the binary interface {found}, and this package needs {ABI_VERSION}")
    return loaded


library = _load()
_found: dict[str, Callable[..., Any]] = {name: getattr(library, f"toolcall_{name}") for name in _FUNCTIONS}


def function(name: str) -> Callable[..., Any]:
    """A function of the library, by its name in toolcall.h without ``toolcall_``."""
    return _found[name]


def _text_at(pointer: int | None, size: int) -> bytes:
    return string_at(pointer, size) if pointer else b""


def _raise(error: c_void_p) -> None:
    """Raises what an error of the library says, and frees it."""
    size = c_size_t()
    code = library.toolcall_error_code(error)
    message = _text_at(library.toolcall_error_message(error, byref(size)), size.value).decode(errors="replace")
    pointer = _text_at(library.toolcall_error_pointer(error, byref(size)), size.value).decode(errors="replace")
    library.toolcall_error_free(error)
    if code == 2:
        raise MemoryError(message)
    kinds: dict[int, type[Error]] = {1: SetupError, 3: StateError}
    raise kinds.get(code, InternalError)(message, pointer)


def call(name: str, *arguments: Any) -> Any:
    """Calls a function whose last parameter is a place for an error, and raises the error."""
    error = c_void_p()
    result = _found[name](*arguments, byref(error))
    if error:
        _raise(error)
    return result


def text_of(name: str, *arguments: Any, owned: bool = False) -> bytes | None:
    """A copy of the text that a function returns, or None where it returns none.

    The last parameters of the function are places for a size and an error. ``owned`` says that what it returns is the
    caller's (``char *`` in toolcall.h); it is then freed.
    """
    size = c_size_t()
    pointer = call(name, *arguments, byref(size))
    if not pointer:
        return None
    try:
        return string_at(pointer, size.value)
    finally:
        if owned:
            library.toolcall_free(pointer)


def json_of(name: str, *arguments: Any, owned: bool = False) -> Any:
    """What the JSON says that a function returns, or None where it returns none."""
    text = text_of(name, *arguments, owned=owned)
    return None if text is None else json.loads(text.decode())  # which is UTF-8, so it need not be guessed


def as_bytes(text: str | bytes | bytearray | memoryview) -> bytes:
    """A text as the library takes it. Half a surrogate pair is U+FFFD, as in JavaScript, because no text is an error.
    Raises TypeError for what is neither text nor bytes."""
    if not isinstance(text, str):
        return copied(text, "a text is a string or bytes, and {!r} is neither")
    try:
        return text.encode()
    except UnicodeEncodeError:  # two halves of a pair are a character
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def copied(body: bytes | bytearray | memoryview, wrong: str = "a body is bytes, and {!r} is not") -> bytes:
    """The bytes of an object. Raises TypeError, which says ``wrong``, for what has none: a number would otherwise be so
    many zero bytes."""
    if isinstance(body, bytes):
        return body
    try:
        return memoryview(body).tobytes()
    except TypeError:
        raise TypeError(wrong.format(body)) from None


def version() -> str:
    """The version of the library, such as "0.1.0"."""
    found: bytes = library.toolcall_version()
    return found.decode()
