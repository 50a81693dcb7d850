#!/usr/bin/env python3
"""The figures of README.md and docs/speed.md: measures them, and writes what the pages show of them.

usage: figures.py --measure BUILD   runs the programs of tests/bench and writes recorded.json, the pages and the plot
       figures.py --write           makes the pages and the plot of recorded.json, without measuring
       figures.py --check           fails if a page or the plot is not what --write makes

A page has <!-- figures NAME --> and <!-- /figures --> around what is written; TABLES has a function of each name.
"""

import difflib
import json
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from measuring import lines_of, measured  # noqa: E402
from plot import svg  # noqa: E402
from results import Results  # noqa: E402
from tables import TABLES  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "tests/bench/recorded.json"
PLOT = ROOT / "docs/speed.svg"
PAGES = [ROOT / "README.md", ROOT / "docs/speed.md"]
BLOCK = re.compile(r"^(<!-- figures (\w+) -->\n)(.*?)^(<!-- /figures -->)$", re.S | re.M)


def page_with(made: Results, page: Path) -> str:
    text = page.read_text()
    blocks = BLOCK.findall(text)
    names = [name for _, name, _, _ in blocks]
    if not blocks or len(names) != text.count("<!-- figures ") or any("<!-- figures " in inside for _, _, inside, _ in blocks):
        sys.exit(f"{page}: <!-- figures NAME --> and <!-- /figures --> must stand in pairs, on lines of their own")
    for name in names:
        if name not in TABLES:
            sys.exit(f'{page}: there are no figures "{name}"; there are: {", ".join(TABLES)}')
    return BLOCK.sub(lambda found: found[1] + TABLES[found[2]](made) + found[4], text)


def files() -> dict[Path, str]:
    """What the pages and the plot should be."""
    made = Results(json.loads(RECORDED.read_text()))
    return {PLOT: svg(made)} | {page: page_with(made, page) for page in PAGES}


def check() -> int:
    differ = 0
    for path, wanted in files().items():
        found = path.read_text() if path.exists() else ""
        if found != wanted:
            differ = 1
            name = str(path.relative_to(ROOT))
            sys.stdout.writelines(difflib.unified_diff(found.splitlines(True), wanted.splitlines(True), name, "measured"))
    if differ:
        print("the figures above are not those of tests/bench/recorded.json; tests/bench/figures.py --write writes them")
    return differ


def main(words: list[str]) -> int:
    if words == ["--check"]:
        return check()
    if len(words) == 2 and words[0] == "--measure":
        RECORDED.write_text(lines_of(measured(ROOT, Path(words[1]).resolve())))
    elif words != ["--write"]:
        print(__doc__)
        return 2
    for path, text in files().items():
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
