"""Puts the railroad diagrams of docs/railroads into pages, and other drawings.

The one idea: an image cannot be searched, its links lead nowhere and it does not see the manual's switch between light
and dark; the same drawing in the page can. Its links, which lead to the Markdown, are turned to the manual's pages, and
its style is the manual's, once (docs/railroad.css).
"""

import posixpath
import re
from pathlib import Path

from addresses import Addresses, escape

# What is built in, and roles, have rows of their own in the notation's table; the Markdown has no addresses for them.
FORM = re.compile(r'(href="[^"]*notation\.md)"(>)(<tspan class="rr-(?:builtin"[^>]*>|role"[^>]*>|prose"[^>]*>(?=committed)))'
                  r'([a-z_]+:?|committed from here)<')
FORMS = {"committed from here": "cut"}
IMAGE = re.compile(r"^!\[([^\]]*)\]\((\S+\.svg)\)$")


class Diagrams:
    def __init__(self, root: Path, addresses: Addresses, required: bool):
        self.root = root
        self.addresses = addresses
        self.required = required
        self.missing: list[str] = []

    def of_line(self, line: str, at: str) -> str | None:
        """The drawing that a line of Markdown shows; None if the line shows none, "" if there is no such drawing."""
        found = IMAGE.match(line)
        if not found:
            return None
        path = posixpath.normpath(posixpath.join(posixpath.dirname(at), found[2]))
        if not (self.root / path).exists():
            self.missing.append(f"{at}: there is no {path}")
            return ""
        return self._inlined(path, found[1], at)

    def check(self) -> None:
        if self.required and self.missing:
            raise SystemExit("diagrams are missing (make railroads draws them):\n" + "\n".join(self.missing))

    def _inlined(self, path: str, says: str, at: str) -> str:
        svg = (self.root / path).read_text()
        svg = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>|<!--.*?-->", "", svg, flags=re.S)
        svg = re.sub(r"<style.*?</style>", "", svg, flags=re.S).strip()
        svg = FORM.sub(lambda m: f'{m[1]}#form-{FORMS.get(m[4], m[4].rstrip(":"))}"{m[2]}{m[3]}{m[4]}<', svg)
        svg = re.sub(r'(\s(?:xlink:)?href=")([^"]*)"', lambda m: f'{m[1]}{self._address(m[2], path, at)}"', svg)
        # The text of the block has the address of the rule; a group of links is no image.
        svg = re.sub(r'\sid="rule-', ' id="diagram-', svg)
        head, rest = svg.split(">", 1)
        head = re.sub(r'\s(role|aria-label|aria-labelledby|xmlns:xlink)="[^"]*"', "", head)
        is_grammar = ' class="railroad"' in head
        # A narrow screen may make it a little smaller, and then scrolls its box.
        width = re.search(r'\swidth="(\d+)', head)
        least = f' style="min-width: {int(width[1]) * 4 // 5}px"' if width else ""
        if not is_grammar:
            return f'<div class="diagrams">\n{head} role="img" aria-label="{escape(says)}"{least}>{rest}\n</div>'
        legend = self.addresses.of_path(at, "spec/notation.md", "how-the-diagrams-are-read")
        return (f'<div class="diagrams">\n{head} role="group" aria-label="{escape(says)}"{least}>'
                f'{rest.replace("xlink:href", "href")}\n</div>\n'
                f'<p class="legend"><a href="{legend}">How the diagrams are read</a></p>')

    def _address(self, target: str, path: str, at: str) -> str:
        if target.startswith("#"):
            return target
        file, _, anchor = target.partition("#")
        place = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
        address = self.addresses.of_path(at, place, anchor)
        if address is None:
            raise SystemExit(f"{path}: a link leads to {place}, which is no page of the manual")
        return escape(address)
