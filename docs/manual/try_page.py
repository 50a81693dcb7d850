"""Makes the page on which a text is read in the browser: one file, which needs no server and no network.

usage: try_page.py PACKAGE OUT    PACKAGE is the folder of the npm package (build/npm/package)

The one idea: a page on a disk may fetch nothing, not even a module, so the modules stand in it as addresses of data,
and the program as text.
"""

import base64
import gzip
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent / "try"


def address(package: Path, module: str) -> str:
    """A module with all that it imports. One that is imported twice has the same address, and so is the same."""
    text = re.sub(r"from '\./([\w.]+)'", lambda found: f"from '{address(package, found[1])}'",
                  (package / module).read_text(encoding="utf-8"))
    return "data:text/javascript;base64," + base64.b64encode(text.encode()).decode()


def page(package: Path) -> str:
    held = {name: address(package, f"{name}.js") for name in ("library", "parser", "settings")}
    held["program"] = base64.b64encode(gzip.compress((package / "toolcall.wasm").read_bytes(), 9, mtime=0)).decode()
    parts = {"package": f"globalThis.toolcallPackage = {json.dumps(held)};", "script": (HERE / "page.js").read_text()}
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], (HERE / "page.html").read_text())


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(page(Path(sys.argv[1])), encoding="utf-8")
