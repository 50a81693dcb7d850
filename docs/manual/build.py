"""Builds the manual: a static site, made of the pages of spec/ and docs/, the headers and the command.

usage: build.py --grammarc PROGRAM --command PROGRAM --out FOLDER [--require-diagrams] [--package FOLDER]

The site is FOLDER/site/index.html; beside it stand the tree that Sphinx read and what can be used again. The one
idea: a tree that mirrors the repository is staged first, so that whatever is made is made before Sphinx, and can be
looked at.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # nothing is left in the repository

from contents import PARTS  # noqa: E402
from furo_parts import make_whole  # noqa: E402
from staging import Staging  # noqa: E402
from themes import themed  # noqa: E402
from try_page import page as try_page  # noqa: E402

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Builds the manual.")
    parser.add_argument("--grammarc", type=Path, required=True)
    parser.add_argument("--command", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--require-diagrams", action="store_true", help="each rule must have its railroad diagram")
    parser.add_argument("--package", type=Path, help="the npm package, for a page on which a text is read")
    return parser.parse_args()


def check_that_all_is_listed() -> None:
    listed = {entry for _, entries in PARTS for entry in entries}
    for folder in ("docs", "spec"):
        for file in (ROOT / folder).glob("*.md"):
            page = f"{folder}/{file.stem}"
            if page not in listed and page != "spec/message":
                raise SystemExit(f"{page}.md is in no part of the manual (docs/manual/contents.py)")


def forget_what_was_made_otherwise(out: Path) -> None:
    """Sphinx sees that a page has changed, but not that what makes pages has."""
    sources = sorted(file for file in HERE.rglob("*") if file.suffix in (".py", ".html"))
    made_by = hashlib.sha256(b"".join(file.read_bytes() for file in sources)).hexdigest()
    mark = out / "made_by.txt"
    if not mark.exists() or mark.read_text() != made_by:
        for folder in ("source", "doctrees", "site"):
            shutil.rmtree(out / folder, ignore_errors=True)
        out.mkdir(parents=True, exist_ok=True)
        mark.write_text(made_by)


def write_static(staging: Staging, static: Path) -> None:
    """Our styles and script, and styles that are somebody else's, for the boxes in which they hold here."""
    shutil.copytree(HERE / "static", static, dirs_exist_ok=True)
    railroad = ROOT / "docs/railroad.css"
    (static / "explained.css").write_text(themed(staging.explainer.style(), ".explained", r"^(:root|\.|i)"))
    (static / "railroad.css").write_text(themed(railroad.read_text(), ".diagrams") if railroad.exists() else "")
    make_whole(static)


def run_sphinx(out: Path) -> int:
    version = re.search(r'version = "([^"]+)"', (ROOT / "include/toolcall/version.hpp").read_text())
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-j", "2", "-c", HERE,
               "-d", out / "doctrees", "-D", f"release={version[1] if version else ''}", out / "source", out / "site"]
    return subprocess.run(command, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, check=False).returncode


def main() -> int:
    given = arguments()
    out = given.out.resolve()
    check_that_all_is_listed()
    forget_what_was_made_otherwise(out)
    printed = subprocess.run([given.grammarc, "--model", ROOT / "spec"], check=True, capture_output=True).stdout
    staging = Staging(ROOT, out / "source", json.loads(printed), given.command.resolve(), given.require_diagrams,
                      given.package is not None)
    staging.stage()
    status = run_sphinx(out)
    if status == 0:
        write_static(staging, out / "site/_static")
        if given.package:
            (out / "site/try.html").write_text(try_page(given.package), encoding="utf-8")
        print(f"{out / 'site' / 'index.html'}: the manual, {len(list((out / 'site').rglob('*.html')))} pages")
    return status


if __name__ == "__main__":
    sys.exit(main())
