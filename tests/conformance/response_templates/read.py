#!/usr/bin/env python3
"""Whether Transformers reads, by what `toolcall show --format response-template` prints, the calls that `render` writes.

    tests/conformance/response_templates/read.py --bin build/release/toolcall --library build/release/libtoolcall.so

It needs transformers 5.13 or later (no model and no torch). Of each dialect that has a response template 200 random messages are
written and read back by Transformers with the tools, and by the page that is learned from the template. A table is printed of the
dialects, and the counts that docs/learn.md has. Exit code 77: there is no such transformers; 1: of the dialects with a response
template Transformers reads fewer than 95 %, or the learned pages fewer than 75 %.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("dialects", nargs="*")
    chosen = parser.parse_args()
    command = str(pathlib.Path(chosen.bin).resolve())
    os.environ["TOOLCALL_LIBRARY"] = str(pathlib.Path(chosen.library).resolve())
    sys.path.insert(0, str(ROOT / "bindings" / "python" / "src"))
    try:
        from transformers.utils.chat_parsing import parse_response
    except ImportError:
        print("left out: there is no transformers 5.13 or later (pip install transformers)", file=sys.stderr)
        return 77
    import toolcall
    from toolcall import learn
    from toolcall._conversations import TOOLS, random_turns

    counts = {"said": 0, "forth": 0, "back": 0}
    for name in chosen.dialects or [each["name"] for each in toolcall.dialects()]:
        shown = subprocess.run([command, "show", name, "--format", "response-template"], capture_output=True, text=True)
        if shown.returncode != 0:
            print(f"| {name} | none: {shown.stderr.strip()[:150]} | |", flush=True)
            continue
        counts["said"] += 1
        template = json.loads(shown.stdout)
        written = list(texts(toolcall, name, random_turns(400, 5), TOOLS))[:200]
        forth = [each for each in written if not reads(parse_response, template, *each, TOOLS)]
        back = learned_misses(toolcall, learn, shown.stdout, written, TOOLS)
        counts["forth"] += not forth
        counts["back"] += back == ""
        shown_text = repr(forth[0][1])[:160] if forth else ""
        print(f"| {name} | {len(written) - len(forth)} of {len(written)} {shown_text} | {back or 'all'} |", flush=True)
    print(f"\n{counts['said']} dialects have a response template; Transformers reads all of {counts['forth']}, "
          f"and the page learned from it all of {counts['back']}")  # fmt: skip
    enough = counts["forth"] >= 0.95 * counts["said"] and counts["back"] >= 0.75 * counts["said"]
    return 0 if enough else 1


def texts(toolcall, name, turns, tools):
    """Calls, and how the dialect writes them; without what its notation cannot carry."""
    for said in turns:
        calls = [{"name": each.name, "arguments": each.arguments} for each in said.calls]
        try:
            yield said, toolcall.render(calls, dialect=name, tools=tools)
        except toolcall.SetupError:
            continue


def reads(parse_response, template, said, text, tools) -> bool:
    try:
        message = parse_response(text, template, prefix="", tools=tools)
    except Exception:  # its content parsers raise what they like
        return False
    found = [(each["function"]["name"], each["function"]["arguments"]) for each in message.get("tool_calls") or []]
    return found == [(each.name, each.arguments) for each in said.calls] and not message.get("content")


def learned_misses(toolcall, learn, template, written, tools) -> str:
    """Why the page that is learned from the template does not read all, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "response_template.json"
        file.write_text(template)
        try:
            page = learn.learn_response_template(str(file), name="learned", always=True).page
        except learn.LearnError as why:
            return str(why)[:200]
    dialect = toolcall.Dialect(page, "learned.md")
    missed = 0
    for said, text in written:
        message = toolcall.parse(text, dialect=dialect, tools=tools)
        found = [(each.name, each.values()) for each in message.tool_calls if each.is_complete]
        missed += found != [(each.name, each.arguments) for each in said.calls]
    return f"{len(written) - missed} of {len(written)}" if missed else ""


if __name__ == "__main__":
    sys.exit(main())
