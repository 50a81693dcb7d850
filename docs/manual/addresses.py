"""Where things stand in the manual.

The one idea: the manual mirrors the repository, so a link of a Markdown page stays a link, and only the ending of its
file's name changes. What is no page of its own has an address all the same: an engine header is part of one page.
"""

import html
import posixpath
import re
from pathlib import Path

ENGINE = "include/toolcall/engine"
API = "include/toolcall/index"
FOLDERS = {"spec": "spec/index", "spec/dialects": "spec/dialects/index", "spec/shapes": "spec/shapes/index",
           "spec/values": "spec/shapes/index",
           "include/toolcall": API, ENGINE: ENGINE}


class Addresses:
    """Knows the page of each file of the repository that has one, and the address of each rule and label."""

    def __init__(self, root: Path):
        self.root = root
        self.pages: dict[str, str] = dict(FOLDERS)
        self.page_of_rules: dict[str, str] = {}  # "json" -> "spec/values/json"
        self.rules: set[str] = set()             # "json.calls"
        self.labels: set[str] = set()

    def add_model(self, model: dict) -> None:
        for page in model["pages"]:
            self.page_of_rules[page["name"]] = page["file"].removesuffix(".md")
            self.rules.update(f"{page['name']}.{rule['name']}" for rule in page["rules"])
        self.labels.update(label["name"] for label in model["labels"])

    def rule(self, from_page: str, name: str) -> str:
        page, rule = name.split(".")
        return relative(from_page, self.page_of_rules[page], f"rule-{rule}")

    def page(self, from_page: str, name: str) -> str:
        return relative(from_page, self.page_of_rules[name])

    def rule_of_marks(self, from_page: str) -> str:
        return relative(from_page, "spec/marks", "the-rules-that-follow")

    def label(self, from_page: str, name: str) -> str:
        return relative(from_page, "spec/recovery", name)

    def form(self, from_page: str, name: str) -> str:
        """The row of the notation's table that tells of a built-in or an operator."""
        return relative(from_page, "spec/notation", f"form-{name}")

    def of_path(self, from_page: str, path: str, anchor: str) -> str | None:
        """The address of a file of the repository; None if the manual does not have it."""
        path = path.rstrip("/")
        if path.startswith(ENGINE + "/"):
            heading = posixpath.basename(path).replace(".", "")  # a heading's address has no points
            return relative(from_page, ENGINE, anchor or heading)
        page = self.pages.get(path)
        return None if page is None else relative(from_page, page, anchor)


def relative(from_page: str, to_page: str, anchor: str = "") -> str:
    """The link from one page to another; pages are named without an ending."""
    target = "" if from_page == to_page else posixpath.relpath(to_page, posixpath.dirname(from_page) or ".") + ".html"
    return target + (f"#{anchor}" if anchor else "" if target else "#")


def escape(text: str) -> str:
    """Text in HTML. What cannot be seen is written as a number, so that nobody takes it for a line's end."""
    out = html.escape(text, quote=True)
    return re.sub(r"[^\S\n ]|[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]", lambda m: f"&#{ord(m[0])};", out)


def raw(markup: str) -> str:
    """HTML as a block of Markdown."""
    longest = max((len(run) for run in re.findall("`+", markup)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"\n{fence}{{raw}} html\n{markup}\n{fence}\n"


def link(address: str, text: str, classes: str = "") -> str:
    named = f' class="{classes}"' if classes else ""
    return f'<a{named} href="{escape(address)}">{escape(text)}</a>'
