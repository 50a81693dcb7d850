#!/usr/bin/env python3
"""Writes the tables of docs/conformance.md: how what other projects' parser tests assert is read by toolcall.

    conformance.py --bin build/release/toolcall FOLDER

FOLDER/PROJECT.json is a list of cases that were gathered from PROJECT's tests. The cases themselves are those projects'
own and are no part of this repository; only counts are written. A case has "text", "expected" (its "calls", each with
"name" and "arguments", and "content"; what is missing is not asserted), and perhaps "tools", "prefill",
"finish_reason", "dialect", "kind" ("malformed", ...) and "quirk": why what the test asserts is odd, and no goal.
"""
import argparse
import collections
import concurrent.futures
import datetime
import decimal
import json
import os
import pathlib
import subprocess
import tempfile

PAGE = pathlib.Path(__file__).with_name("conformance.md")
NAMES = {"dynamo": "NVIDIA Dynamo", "hf": "transformers", "llamacpp": "llama.cpp and ik_llama.cpp", "minpeter": "AI SDK middleware",
         "mlx": "mlx-lm", "ollama": "Ollama", "sglang": "SGLang", "smg": "SMG", "trtllm": "TensorRT-LLM", "vllm": "vLLM"}


def read_json(text):
    return json.loads(text, parse_float=decimal.Decimal)


def comparable(value):
    """Numbers with their types, so that 1 is neither true nor 1.0; objects in any order."""
    if isinstance(value, dict):
        return {key: comparable(each) for key, each in value.items()}
    if isinstance(value, list):
        return [comparable(each) for each in value]
    return type(value).__name__, value


def is_as_expected(expected, message):
    if "calls" in expected:
        wanted = [(call["name"], comparable(call["arguments"])) for call in expected["calls"]]
        made = [(call["function"]["name"], comparable(read_json(call["function"]["arguments"]))) for call in message["tool_calls"]]
        if wanted != made:
            return False
    return "content" not in expected or (expected["content"] or "").strip() == (message["content"] or "").strip()


def run(binary, case, named):
    """Whether toolcall says what the test asserts, and the dialects of the calls that it found."""
    command = [binary, "parse", "--compact", "--dialect", named, "--finish-reason", case.get("finish_reason") or "stop"]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as tools:
        if case.get("tools") is not None:
            json.dump(case["tools"], tools, default=str)
            tools.flush()
            command += ["--tools", tools.name]
        if case.get("prefill"):
            command += ["--prefill", case["prefill"]]
        done = subprocess.run(command, input=case["text"].encode("utf-8", "surrogatepass"), capture_output=True)
    if done.returncode != 0:
        return False, []
    message = read_json(done.stdout)
    same = case.get("asserts") == "no_crash" or is_as_expected(case["expected"], message)
    return same, message["toolcall"]["dialects"]


def share(of, all_of):
    return f"{of} ({100 * of / all_of:.0f} %)"


def table(head, columns, rows):
    """Each row's counts: how many of (column, as asserted or not)."""
    lines = [f"| {head} | cases | as asserted | {' | '.join(title for title, _ in columns)} |", "|---" * (len(columns) + 3) + "|"]
    for name, of in rows:
        counts = [(of[column, True], of[column, True] + of[column, False]) for _, column in columns]
        parts = " | ".join(f"{passed} of {cases}" if cases else "" for passed, cases in counts)
        passed, cases = (sum(column) for column in zip(*counts))
        lines.append(f"| {name} | {cases} | {share(passed, cases)} | {parts} |")
    return "\n".join(lines)


def between(page, mark, content):
    begin, end = f"<!-- {mark} -->\n", f"<!-- /{mark} -->"
    before, rest = page.split(begin)
    return before + begin + content + "\n" + end + rest.split(end)[1]


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--bin", required=True, help="the toolcall command")
    words.add_argument("folder", type=pathlib.Path)
    given = words.parse_args()
    listed = subprocess.run([given.bin, "dialects"], capture_output=True, text=True, check=True).stdout
    order = [line.split()[0] for line in listed.splitlines() if line.strip()]
    projects, dialects = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    odd, only_named = 0, 0
    for file in sorted(given.folder.glob("*.json")):
        all_cases = read_json(file.read_text("utf-8"))
        cases = [case for case in all_cases if not case.get("quirk") and case.get("verdict") != "b"]
        odd += len(all_cases) - len(cases)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = list(pool.map(lambda case: run(given.bin, case, "auto"), cases))
            differing = [case for case, (same, _) in zip(cases, found) if not same]
            own = [next((name for name in (case.get("family"), case.get("dialect")) if name in order), None) for case in differing]
            again = pool.map(lambda case, name: name is not None and run(given.bin, case, name)[0], differing, own)
            only_named += sum(again)
        for case, (same, by) in zip(cases, found):
            projects[file.stem]["damaged" if case.get("kind") in ("malformed", "truncated") else "sound", same] += 1
            family = case.get("family") if case.get("family") in order else case.get("dialect")
            dialects[family or (by[0] if by else "")][file.stem, same] += 1
    rows = [(f"`{name}`", dialects[name]) for name in order if name in dialects]
    rest = sum((of for name, of in dialects.items() if name not in order), collections.Counter())
    by_name = sorted(projects, key=lambda name: NAMES[name].lower())
    total = sum(projects.values(), collections.Counter())
    page = PAGE.read_text("utf-8")
    page = between(page, "projects", table("project", [("of well-formed texts", "sound"), ("of damaged or cut off ones", "damaged")],
                                            [(NAMES[name], projects[name]) for name in by_name] + [("all", total)]))
    page = between(page, "dialects", table("dialect", [(NAMES[name], name) for name in by_name],
                                            rows + [("no call, or another name", rest)]))
    missing = ", ".join(f"`{name}`" for name in order if name not in dialects)
    page = between(page, "facts", f"Counted on {datetime.date.today():%Y-%m-%d}: {sum(total.values())} cases, and {odd} that were left out because what the test "
                                  f"asserts is a quirk of its parser. {only_named} of those that differ are as asserted "
                                  f"where the dialect is named. No case is of the dialects {missing}.")
    PAGE.write_text(page, "utf-8")


main()
