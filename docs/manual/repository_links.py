"""A Sphinx extension: the links of the repository's Markdown lead to the manual's pages.

The one idea: a link is resolved as a code-hosting site would, against the file that it stands in, and then the path is
looked up. What the manual does not have is text. Headings get the addresses that such a site gives them.
"""

import json
import posixpath
import re
from pathlib import Path
from urllib.parse import unquote

from docutils import nodes
from sphinx.transforms import SphinxTransform

from addresses import Addresses


def known(srcdir: str) -> Addresses:
    addresses = Addresses(Path(srcdir))
    addresses.pages = json.loads((Path(srcdir) / "pages.json").read_text())
    return addresses


class HeadingAddresses(SphinxTransform):
    """MyST knows the addresses of headings; this puts them into the pages, before Sphinx reads them there."""
    default_priority = 870

    def apply(self) -> None:
        for section in self.document.findall(nodes.section):
            address = section.get("myst-anchor", "").partition("#")[2]
            if address:
                section["ids"] = [address]


class RepositoryLinks(SphinxTransform):
    default_priority = 871

    def apply(self) -> None:
        addresses, at = known(self.env.srcdir), self.env.docname
        for reference in list(self.document.findall(nodes.reference)):
            target = unquote(reference.get("refuri", ""))
            if not target or re.match(r"[a-z]+:", target) or target.startswith("#"):
                continue
            path, _, anchor = target.partition("#")
            place = posixpath.normpath(posixpath.join(posixpath.dirname(at), path))
            address = addresses.of_path(at, place, anchor)
            if address is None:
                reference.replace_self(reference.children)
            else:
                reference["refuri"] = address
                reference["internal"] = True
        self._link_names_of_files(addresses, at)

    def _link_names_of_files(self, addresses: Addresses, at: str) -> None:
        """`spec/values/json.md`, written as code, is a link too."""
        for literal in list(self.document.findall(nodes.literal)):
            address = addresses.of_path(at, literal.astext(), "") if "/" in literal.astext() else None
            if address and not in_link_or_heading(literal):
                reference = nodes.reference("", "", refuri=address, internal=True)
                literal.replace_self(reference)
                reference += literal


class FormAddresses(SphinxTransform):
    """The rows of the notation's table have addresses, for built-ins in grammars lead there."""
    default_priority = 872
    by_hand = {"^": "cut", "e / @label r": "recovery"}  # operators; a built-in is addressed by its name

    def apply(self) -> None:
        if self.env.docname != "spec/notation":
            return
        table = next(iter(self.document.findall(nodes.table)))
        for row in table.findall(nodes.row):
            for literal in row.children[0].findall(nodes.literal):
                word = re.match(r"(?!page|r\b|a\b|role|x\b|e\b)([a-z][a-z_]+)", literal.astext())
                name = self.by_hand.get(literal.astext(), word[1] if word else None)
                if name:
                    literal["ids"] = [f"form-{name}"]
            if row.astext().startswith("role:"):
                for literal in row.children[1].findall(nodes.literal):
                    literal["ids"] = [f"form-{literal.astext()}"]


class ShortCode(SphinxTransform):
    """A flag is not broken at its hyphens; what would be wider than a phone may be."""
    default_priority = 873

    def apply(self) -> None:
        for literal in self.document.findall(nodes.literal):
            if re.match(r"-|toolcall ", literal.astext()) and len(literal.astext()) <= 28:
                literal["classes"].append("short")


class TablesWithoutHead(SphinxTransform):
    """Markdown cannot write a table without a head, so a table with an empty head has no head."""
    default_priority = 873

    def apply(self) -> None:
        for head in list(self.document.findall(nodes.thead)):
            if not head.astext().strip():
                head.parent.remove(head)


def in_link_or_heading(node: nodes.Node) -> bool:
    while node is not None:
        if isinstance(node, (nodes.reference, nodes.title)):
            return True
        node = node.parent
    return False


def level_captions(app, page: str, template: str, context: dict, doctree: nodes.Node | None) -> None:
    """Sphinx makes headings of the navigation's captions, and does not say of which level."""
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app) -> dict:
    app.connect("html-page-context", level_captions, priority=900)  # after furo
    for transform in (HeadingAddresses, RepositoryLinks, FormAddresses, ShortCode, TablesWithoutHead):
        app.add_transform(transform)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
