"""The neutral suite canitoolcall, run on the command.

    suite.py COMMAND [--write PAGE]

The package has the fixtures and the checks. Each fixture is read whole and in pieces of one, three and eight bytes, with the
dialect of its model's name and with all dialects; what is asked for of a parser is asked of each of these. Prints what does
not pass. It fails where the expected failures below are not those that are found. With --write the table of PAGE is written anew.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import canitoolcall
from canitoolcall import checks, fixtures
from canitoolcall.results import Observation, ParsedToolCall, ParseResult, Status

from reading import between

PIECES = (1, 3, 8)
# Published with the suite, for the same fixtures: README of github.com/redd34/canitoolcall, results of 2026-09-25.
PUBLISHED = [("vLLM 0.30.0", 469, 268, 86), ("SGLang 0.5.20", 448, 189, 62), ("llama.cpp a25c9865", 438, 278, 46),
             ("Ollama 7af39318", 261, 224, 10), ("transformers 5.17.0", 48, 33, 7)]
# Where the suite has another convention than toolcall; docs/conformance.md says why.
OTHER_CONVENTION = {"deepseek/vllm-v3-malformed-missing-brace", "deepseek/vllm-v3-malformed-missing-call-tokens",
                    "gpt-oss/llamacpp-builtin-python-recipient", "kimi/k2i-vllm-noise-between-markers"}


def result_of(command, fixture, dialect, prefill, tools, piece=0):
    flags = ["--dialect", dialect, "--compact", "--finish-reason", "length" if fixture.truncated else "stop", "--tools", tools]
    if prefill:
        flags += ["--prefill", prefill]
    if piece:
        flags += ["--chunk", str(piece)]
    done = subprocess.run([command, "parse", *flags], input=fixture.raw_output.encode(), capture_output=True)
    if done.returncode != 0:
        return ParseResult(exception=f"Error: {done.stderr.decode().strip()}")
    message = json.loads(done.stdout)
    calls = tuple(ParsedToolCall(call["function"]["name"], call["function"]["arguments"]) for call in message["tool_calls"])
    return ParseResult(message["content"], message["reasoning_content"], calls)


def verdict(command, fixture, family, dialect, folder):
    """The suite's status of a fixture, and what does not pass."""
    reference = family.reference_for(fixture.reference_model)
    prefill = fixture.generation_prompt if fixture.generation_prompt is not None else reference.default_generation_prompt if reference else None
    tools = pathlib.Path(folder, fixture.id.replace("/", "_") + ".json")
    tools.write_text(json.dumps([dict(each) for each in fixture.tools]))
    whole = result_of(command, fixture, dialect, prefill, str(tools))
    streams = {f"bytes:{size}": result_of(command, fixture, dialect, prefill, str(tools), size) for size in PIECES}
    rows = checks.run_checks(fixture, family, Observation(whole, streams))
    return checks.case_status(rows), [row for row in rows if row.status is not Status.PASS]


def share(of, all_of):
    return f"{of} ({100 * of / all_of:.1f} %)"


def main():
    words = argparse.ArgumentParser()
    words.add_argument("command")
    words.add_argument("--write", type=pathlib.Path)
    given = words.parse_args()
    families, all_fixtures = fixtures.load_families(), fixtures.load_fixtures()
    counts, failed = collections.defaultdict(collections.Counter), set()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for title, dialect_of in (("by the model's name", lambda fixture: fixture.reference_model), ("all dialects", lambda fixture: "auto")):
            found = pool.map(lambda each: verdict(given.command, each, families[each.family], dialect_of(each), folder), all_fixtures)
            for fixture, (status, rows) in zip(all_fixtures, found):
                counts[title][status] += 1
                if status not in (Status.PASS, Status.SOFT_PASS):
                    failed.add(fixture.id)
                    print(f"{title}: {fixture.id}: {rows[0].check}, {rows[0].strategy}: {rows[0].detail}\n  {fixture.raw_output!r}")
    for title, of in counts.items():
        print(f"{title}: {len(all_fixtures)} fixtures, {of[Status.PASS]} pass, {of[Status.SOFT_PASS]} but for blanks, {of[Status.FAIL] + of[Status.ERROR]} fail")
    if given.write:
        rows = [(f"toolcall, {title}", len(all_fixtures), of[Status.PASS], of[Status.SOFT_PASS]) for title, of in counts.items()]
        lines = ["| | fixtures that it supports | pass | but for blanks at the ends | fail |", "|---|---:|---:|---:|---:|"]
        for name, count, passed, soft in rows + PUBLISHED:
            lines.append(f"| {name} | {count} | {share(passed, count)} | {soft} | {count - passed - soft} |")
        page = given.write.read_text("utf-8")
        given.write.write_text(between(page, "suite", f"canitoolcall {canitoolcall.__version__}:\n\n" + "\n".join(lines)), "utf-8")
    unexpected = failed ^ OTHER_CONVENTION
    for name in sorted(unexpected):
        print(f"not as expected: {name} {'fails' if name in failed else 'passes'}")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
