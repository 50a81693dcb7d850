"""Jinja as the environments of models have it, in a process of its own: a template is a program by somebody else.

This file is run as a script, with requests as JSON on standard input; ``render_all`` runs it. It imports nothing of the
package. What a template may not do: reach attributes that Jinja's sandbox hides, read other files, take more than
``SECONDS`` or ``BYTES`` for a conversation, print something else for the same conversation.
"""

import json
import signal
import subprocess
import sys
from typing import Any

SECONDS = 2
BYTES = 1 << 20
_MEMORY = 1 << 28
_ALL_SECONDS = 60

# A result is {"text": ...} or {"error": one of these, "message": ...}.
RAISES, SYNTAX, ENDLESS, FILES, FORBIDDEN, BROKEN = "raises", "syntax", "endless", "files", "forbidden", "broken"
UNSTEADY = "unsteady"


def render_all(template: str, variables: dict[str, str], conversations: list[dict[str, Any]]) -> list[dict[str, str]]:
    """What the template prints for each conversation: {"text"}, or {"error", "message"}. Raises ModuleNotFoundError
    without jinja2."""
    request = json.dumps({"template": template, "variables": variables, "conversations": conversations})
    try:
        done = subprocess.run(
            [sys.executable, "-P", __file__], input=request.encode(), capture_output=True, timeout=_ALL_SECONDS
        )
    except subprocess.TimeoutExpired:
        return [{"error": ENDLESS, "message": f"more than {_ALL_SECONDS} seconds"}] * len(conversations)
    if done.returncode == 3:
        raise ModuleNotFoundError("jinja2")
    if done.returncode == -signal.SIGXCPU:
        return [{"error": ENDLESS, "message": f"more than {SECONDS} seconds"}] * len(conversations)
    try:
        results: list[dict[str, str]] = json.loads(done.stdout)
    except ValueError:
        results = [{"error": ENDLESS, "message": "it ended the process that rendered it"}] * len(conversations)
    return results


def _main() -> int:
    try:
        import jinja2  # noqa: F401
    except ModuleNotFoundError:
        return 3
    import resource

    request = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    json.dump(_results(request), sys.stdout)
    return 0


def _limit_time() -> None:
    """What is computed in one step hears no alarm; the system ends the process then."""
    import resource
    import time

    at_most = int(time.process_time()) + SECONDS + 2
    resource.setrlimit(resource.RLIMIT_CPU, (at_most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


class _TooMuch(Exception):
    pass


def _results(request: dict[str, Any]) -> list[dict[str, str]]:
    import jinja2

    _limit_time()
    try:
        compiled = environment().from_string(request["template"])
    except jinja2.TemplateSyntaxError as why:
        wrong = {"error": SYNTAX, "message": f"line {why.lineno}: {why.message}"}
        return [wrong] * len(request["conversations"])
    except (_TooMuch, OverflowError, MemoryError, RecursionError) as why:
        return [{"error": ENDLESS, "message": _said(why)}] * len(request["conversations"])
    except Exception as why:
        return [{"error": BROKEN, "message": _said(why)}] * len(request["conversations"])
    made: list[dict[str, str]] = []
    for each in request["conversations"]:
        endless = made and made[-1].get("error") == ENDLESS  # then the others would be, and only take time
        made.append(made[-1] if endless else _render_twice(compiled, {**request["variables"], **each}))
    return made


def _render_twice(compiled: Any, given: dict[str, Any]) -> dict[str, str]:
    first = _render(compiled, given)
    if "text" not in first:
        return first
    again = _render(compiled, given)
    if first == again:
        return first
    one, other = first["text"], again.get("text", again.get("message", ""))
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return {"error": UNSTEADY, "message": f"{one[at : at + 40]!r}, and then {other[at : at + 40]!r}"}


def environment() -> Any:
    import datetime

    import jinja2
    from jinja2.ext import Extension, loopcontrols
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Generation(Extension):
        """What stands in such a block is what the model wrote: that is for training."""

        tags = {"generation"}

        def parse(self, parser: Any) -> Any:
            next(parser.stream)
            return parser.parse_statements(("name:endgeneration",), drop_needle=True)

    def to_json(
        value: Any, ensure_ascii: bool = False, indent: Any = None, separators: Any = None, sort_keys: bool = False
    ) -> str:
        return json.dumps(
            value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
        )

    def raise_exception(message: str) -> None:
        raise jinja2.TemplateError(message)

    # Every day is the same one, so that what a template prints can be compared.
    def strftime_now(form: str) -> str:
        return datetime.datetime(2026, 1, 2, 3, 4, 5).strftime(form)

    class Environment(ImmutableSandboxedEnvironment):
        """What would take long or much memory in one step is known before it is computed."""

        intercepted_binops = frozenset({"**", "*"})

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            if _size_of(operator, left, right) > BYTES:
                raise _TooMuch(f"{operator} makes more than {BYTES >> 20} MiB")
            return super().call_binop(context, operator, left, right)

    made = Environment(trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols])
    made.filters["tojson"] = to_json
    made.globals["raise_exception"] = raise_exception
    made.globals["strftime_now"] = strftime_now
    return made


def _size_of(operator: str, left: Any, right: Any) -> int:
    """How large the result is: bytes of a number, parts of what is repeated."""
    if isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length() * right if operator == "**" else left.bit_length() + right.bit_length()
        return bits // 8
    repeated, times = (right, left) if isinstance(left, int) else (left, right)
    if operator == "*" and isinstance(times, int) and hasattr(repeated, "__len__"):
        return len(repeated) * times
    return 0


def _said(why: BaseException) -> str:
    return " ".join((str(why) or type(why).__name__).split())[:500]


def _render(compiled: Any, given: dict[str, Any]) -> dict[str, str]:
    import jinja2
    from jinja2.exceptions import SecurityError

    def late(*_: Any) -> None:
        raise _TooMuch(f"more than {SECONDS} seconds")

    _limit_time()
    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        pieces, size = [], 0
        for piece in compiled.generate(**given):
            size += len(piece)
            if size > BYTES:
                raise _TooMuch(f"more than {BYTES >> 20} MiB of text")
            pieces.append(piece)
        return {"text": "".join(pieces)}
    except (_TooMuch, OverflowError, MemoryError, RecursionError) as why:
        return {"error": ENDLESS, "message": _said(why)}
    except SecurityError as why:
        return {"error": FORBIDDEN, "message": _said(why)}
    except jinja2.TemplateNotFound as why:
        return {"error": FILES, "message": _said(why)}
    except jinja2.UndefinedError as why:
        return {"error": BROKEN, "message": _said(why)}
    except jinja2.TemplateError as why:
        return {"error": RAISES, "message": _said(why)}
    except Exception as why:
        kind = FILES if "no loader" in str(why) else BROKEN
        return {"error": kind, "message": _said(why)}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    sys.exit(_main())
