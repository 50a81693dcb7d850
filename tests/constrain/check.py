"""Asks constraints about the calls that the command writes, and about the same damaged.

usage: check.py COMMAND [DIALECT...]

The judge of a damaged text that is allowed is the reader: it must find complete calls in it, without a recovery. Two in
a hundred may be another value: raw text without its closing mark runs to the next one.
"""

import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True

from gbnf import Grammar  # noqa: E402
from texts import TOOLS, Command, damaged, rand_of, random_calls, without_required  # noqa: E402

TEXT = "I look.\n"


class Failures:
    def __init__(self):
        self.count = 0

    def check(self, holds, *what):
        if not holds:
            self.count += 1
            print("FAILED:", *what)


def calls_are_allowed(ask, command, dialect, form, failures, messages):
    """Calls alone, whole and damaged."""
    allows = ask(form, command.constrain(dialect, form, "--choice", "required"))
    rand = rand_of(dialect)
    asked = unread = 0
    for _ in range(messages):
        calls = random_calls(rand)
        text = command.render(dialect, {"tool_calls": calls})
        one_line = dialect == "glm53_flash" and "two\nlines" in json.dumps(calls, ensure_ascii=False).replace("\\n", "\n")
        if text is None or one_line:
            continue
        failures.check(allows(text), dialect, form, "refuses", repr(text))
        bad = damaged(text, rand, 8)
        less = without_required(calls, rand)
        if less:
            bad.append(command.render(dialect, {"tool_calls": less}) or "")
        for each in bad:
            asked += 1
            unread += allows(each) and not command.is_read(dialect, each)
    failures.check(unread * 50 <= asked, dialect, form, f"allows {unread} of {asked} damaged texts")


def what_is_allowed_is_read(command, dialect, failures, texts):
    """The other way round: texts of the grammar, of its own making."""
    grammar = Grammar(command.constrain(dialect, "gbnf", "--choice", "required"))
    rand = rand_of("texts", dialect)
    for _ in range(texts):
        text = grammar.some_text(rand)
        if text is not None and len(text) < 1500:
            failures.check(command.is_read(dialect, text), dialect, "does not read", repr(text))


def choices_are_told_apart(ask, command, dialect, form, failures):
    """Text, reasoning, one call and several."""
    ping, weather = {"name": "ping", "arguments": {}}, command.plain_call()
    one = command.render(dialect, {"tool_calls": [weather]})
    two = command.render(dialect, {"tool_calls": [weather, ping]})
    other = command.render(dialect, {"tool_calls": [ping]})
    text = command.render(dialect, {"content": TEXT})
    both = command.render(dialect, {"content": TEXT, "tool_calls": [weather]})
    thought = command.render(dialect, {"reasoning_content": "Hm.\nYes.", "tool_calls": [weather]})
    short = one[:-2]

    def allowed(words, yes, no):
        allows = ask(form, command.constrain(dialect, form, *words))
        for each in yes:
            failures.check(each is None or allows(each), dialect, form, words, "refuses", repr(each))
        for each in no:
            failures.check(each is None or not allows(each), dialect, form, words, "allows", repr(each))

    allowed(["--choice", "required"], [one, two, other], [text, both, thought, short, ""])
    allowed(["--choice", "required", "--parallel", "false"], [one, other], [two, text])
    allowed(["--choice", "ping"], [other], [one, two, text])
    if thought is not None:
        allowed(["--choice", "required", "--reasoning"], [one, two, thought], [text, short])
    if dialect == "glm4":  # its calls begin like text
        return
    allowed([], [one, two, text, both], [short, (both or one)[:-2], thought])
    allowed(["--parallel", "false"], [one, text, both], [two])
    allowed(["--choice", "none"], [text], [one, two, both])
    if thought is not None:
        allowed(["--reasoning"], [one, text, both, thought], [short])


def run(ask, forms, messages):
    failures = Failures()
    with tempfile.TemporaryDirectory() as folder:
        tools = os.path.join(folder, "tools.json")
        with open(tools, "w", encoding="utf-8") as file:
            json.dump(TOOLS, file)
        command = Command(sys.argv[1], tools)
        dialects = sys.argv[2:] or command.dialects()
        failures.check(sys.argv[2:] or len(dialects) > 55, "only", len(dialects), "dialects are written")
        for dialect in dialects:
            what_is_allowed_is_read(command, dialect, failures, 2 * messages)
            for form in forms:
                calls_are_allowed(ask, command, dialect, form, failures, messages)
                choices_are_told_apart(ask, command, dialect, form, failures)
    print(f"{len(dialects)} dialects, {', '.join(forms)}: {failures.count} failures")
    return 1 if failures.count else 0


if __name__ == "__main__":
    sys.exit(run(lambda form, text: Grammar(text).accepts, ["gbnf", "ebnf"], 4))
