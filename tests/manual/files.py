"""Tries the files of the built manual: links, anchors, and that nothing of the pages is missing.

usage: files.py ROOT SITE

What must be there is taken from the Markdown with expressions of this file's own, not from what the manual was made of.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, text: str):
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name == "id" and value:
                self.ids.append(value)
            if name in ("href", "src", "xlink:href") and value is not None:
                self.links.append(value)


def read_site(site: Path) -> dict[Path, Page]:
    return {file: Page(file.read_text()) for file in sorted(site.rglob("*.html"))}


def broken_links(pages: dict[Path, Page]) -> list[str]:
    wrong = []
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file.resolve()
            anchor = unquote(parts.fragment)
            if not target.is_file():
                wrong.append(f"{file}: {link}: there is no such file")
            elif anchor and target in pages and anchor not in pages[target].ids:
                wrong.append(f"{file}: {link}: there is no such anchor")
    return wrong


def repeated_ids(pages: dict[Path, Page]) -> list[str]:
    return [f"{file}: the id {name} is there {page.ids.count(name)} times"
            for file, page in pages.items() if len(set(page.ids)) != len(page.ids)
            for name in sorted(set(page.ids)) if page.ids.count(name) > 1]


def read(file: Path) -> str:
    return file.read_bytes().decode()


def rules(text: str) -> list[str]:
    found = []
    for block in re.findall(r"^```peg\n(.*?)^```$", text, re.S | re.M):
        found += re.findall(r"^([a-z_]\w*)(?:\([^)\n]*\))?[ \t]*(?:<-|$)", block, re.M)
    return found


def missing(root: Path, site: Path, pages: dict[Path, Page]) -> tuple[list[str], int]:
    """What the pages of spec/ have and the manual has not, and how many things were looked for."""
    wanted: list[tuple[str, str]] = []
    files = [file for folder in ("dialects", "shapes", "values") for file in (root / "spec" / folder).glob("*.md")]
    for file in [root / "spec/message.md", *files]:
        text, address = read(file), file.relative_to(root).with_suffix(".html").as_posix()
        names = rules(text)
        wanted += [(address, f"rule-{name}") for name in names]
        if (root / "docs/railroads").is_dir():
            wanted += [(address, f"diagram-{name}") for name in names]
        wanted += [(address, f"example-{n}") for n in range(1, len(re.findall(r"^`{3,}example ", text, re.M)) + 1)]
    labels = re.findall(r"^### (\w+)\n\n[^\n]+\nconsequence: ", read(root / "spec/recovery.md"), re.M)
    wanted += [("spec/recovery.html", label) for label in labels]
    for header in (root / "include/toolcall").glob("*.hpp"):
        for name in re.findall(r"^(?:class|struct|enum class) (\w+) (?:: [\w:]+ )?\{", read(header), re.M):
            wanted.append((f"include/toolcall/{header.stem}.html", name))
    for kind, least in (("rule-", 500), ("example-", 500)):
        assert sum(name.startswith(kind) for _, name in wanted) > least, f"hardly a {kind} is looked for"
    assert len(labels) > 50, "hardly a label is looked for"
    wrong = []
    for address, name in wanted:
        page = pages.get((site / address).resolve())
        if page is None or name not in page.ids:
            wrong.append(f"{address}#{name} is missing")
    return wrong, len(wanted)


def main() -> int:
    root, site = (Path(word).resolve() for word in sys.argv[1:3])
    pages = read_site(site)
    absent, count = missing(root, site, pages)
    wrong = absent + broken_links(pages) + repeated_ids(pages)
    for line in wrong:
        print(line)
    print(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links, {count} addresses, "
          f"{len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
