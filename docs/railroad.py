"""Draws the railroad diagrams of the pages: reads what `grammarc --model` prints and writes one SVG for each ```peg block.

usage: grammarc --model spec | python3 docs/railroad.py --out docs/railroads [--pages .] [--check] [MODEL]

--pages also keeps the line in each page that shows the image below its block; --check compares, writes nothing, and
fails with what differs. The one idea: images are what the pages say, byte for byte, so there is nothing in them that does
not come from the model, neither a date nor a number that is drawn.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

# Not this folder: its railroad.py would be found instead of Debian's.
sys.path[0] = str(Path(__file__).resolve().parent / "drawing")

import pages  # noqa: E402
import sheet  # noqa: E402


def wanted(model: dict, root: Path, style: str) -> dict[Path, str]:
    """What each diagram should hold, by its place below the output folder."""
    sheets = sheet.Sheets(model, style)
    made = {}
    for page in model["pages"]:
        for rules in pages.blocks(page, root):
            made[Path(page["name"], rules[0]["name"] + ".svg")] = sheets.draw(page, rules)
    return made


def brought_up(file: Path, content: str, check: bool) -> bool:
    """Whether the file held this already; without `check` it does now."""
    if file.exists() and file.read_bytes() == content.encode():
        return True
    if not check:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode())
    return False


def run(given: argparse.Namespace) -> list[str]:
    """Brings everything up to date, or checks it, and says what was not."""
    model = json.load(given.model)
    root = Path(given.pages or ".")
    style = (Path(__file__).parent / "railroad.css").read_text()
    diagrams = wanted(model, root, style)
    remarks = []
    for place, content in diagrams.items():
        if not brought_up(given.out / place, content, given.check):
            remarks.append(f"{given.out / place}: not what the page says")
    for old in sorted(given.out.glob("*/*.svg")):
        if old.relative_to(given.out) not in diagrams:
            remarks.append(f"{old}: no block of a page makes it")
            if not given.check:
                old.unlink()
    for page in model["pages"] if given.pages else []:
        text, lacking = pages.with_images(page, root, given.out)
        remarks += lacking
        brought_up(root / page["file"], text, given.check)
    return remarks


def main() -> int:
    parser = argparse.ArgumentParser(description="Draws the railroad diagrams of the pages.")
    parser.add_argument("model", nargs="?", type=argparse.FileType(encoding="utf-8"), default=sys.stdin,
                        help="what grammarc --model printed; standard input without it")
    parser.add_argument("--out", type=Path, required=True, help="folder of the diagrams, docs/railroads")
    parser.add_argument("--pages", metavar="ROOT",
                        help="the folder that the model's file names start from: keep the lines that show the images")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if something differs")
    given = parser.parse_args()
    try:
        remarks = run(given)
    except (sheet.CannotDraw, pages.OldModel) as mistake:
        print(f"railroad.py: {mistake}", file=sys.stderr)
        return 2
    for remark in remarks:
        print(remark if given.check else remark + ": mended", file=sys.stderr if given.check else sys.stdout)
    return 1 if given.check and remarks else 0


if __name__ == "__main__":
    sys.exit(main())
