"""Debian's furo, made whole.

The one idea: Debian compiles furo's sources file by file instead of bundling them, so three things are lost, and each
can be made again from what is there: the style sheet that furo imports from a server's folder, the dark colours for
readers whose system is dark (the compiler drops a media query in another one), and a script that is not one file. A
furo that has none of these holes is left as it is.
"""

import re
from pathlib import Path

from themes import statements

NORMALIZE = ("/usr/share/javascript/normalize.css/normalize.css", "/usr/share/nodejs/normalize.css/normalize.css")
DARK = 'body[data-theme="dark"]'
AUTO = 'body:not([data-theme="light"])'


def make_whole(static: Path) -> None:
    make_style_whole(static / "styles/furo.css")
    make_script_whole(static / "scripts/furo.js")


def make_style_whole(file: Path) -> None:
    css = file.read_text()
    imported = re.search(r"@import url\(/javascript/normalize[^)]*\);\n", css)
    if imported:
        there = next((Path(path) for path in NORMALIZE if Path(path).exists()), None)
        css = css.replace(imported[0], there.read_text() + "\n" if there else "")
    if AUTO not in css:
        for head, body in statements(css):
            if head == "@media not print" and body.startswith(DARK):
                css += f"\n@media (prefers-color-scheme: dark) {{\n{body.replace(DARK, AUTO)}\n}}\n"
    file.write_text(css)


def make_script_whole(file: Path) -> None:
    script = file.read_text()
    imported = re.match(r'import Gumshoe from "\./([^"]+)";\n', script)
    if imported:
        file.write_text((file.parent / imported[1]).read_text() + script[imported.end():])
