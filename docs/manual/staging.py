"""Writes the tree that Sphinx reads: the repository's pages, turned to what MyST understands.

The one idea: the tree mirrors the repository. A file is written only when it has changed, so Sphinx reads only what
is new.
"""

import json
import posixpath
import re
from pathlib import Path

from addresses import ENGINE, Addresses, escape, link, raw, relative
from contents import LATER, PARTS, toctree
from diagrams import Diagrams
from explanations import Explainer
from grammar_pages import GrammarPages
from grammar_text import GrammarText
from headers import Headers
from help_texts import help_texts
from markdown_blocks import blocks, one_title, read, without_front_matter
from recovery_page import RecoveryPage
from rules import Uses

LARGEST_FILE = 100_000  # bytes; a longer one is no reading matter


class Staging:
    def __init__(self, root: Path, out: Path, model: dict, command: Path, require_diagrams: bool,
                 has_try_page: bool):
        self.root, self.out, self.model, self.command = root, out, model, command
        self.has_try_page = has_try_page
        self.addresses = Addresses(root)
        self.addresses.add_model(model)
        self.uses = Uses(model)
        self.diagrams = Diagrams(root, self.addresses, require_diagrams)
        self.explainer = Explainer(command, root / "spec/tools.json", out.parent / "explained")
        self.headers = Headers(root, self.addresses)
        self.grammar_pages = GrammarPages(self.addresses, self.uses, self.diagrams, self.explainer)
        self.written: set[Path] = set()
        self.listed = [entry for _, entries in PARTS for entry in entries if (root / f"{entry}.md").exists()]

    def stage(self) -> None:
        texts = {page: read(self.root / f"{page}.md") for page in self.listed}
        texts |= {page["file"].removesuffix(".md"): read(self.root / page["file"]) for page in self.model["pages"]}
        self._name_pages(texts)
        self.explainer.explain_all(self.model)
        for page, text in texts.items():
            self._write(page, self._page(page, text))
        self._write_lists()
        self._write_interface()
        self._write_home()
        (self.out / "pages.json").write_text(json.dumps(self.addresses.pages))
        self._remove_others()
        self.diagrams.check()

    def _name_pages(self, texts: dict[str, str]) -> None:
        """Every page is known before the first is written, for they link to each other."""
        pages = self.addresses.pages
        pages |= {f"{page}.md": page for page in texts}
        pages |= {f"include/toolcall/{stem}.hpp": f"include/toolcall/{stem}" for stem in self.headers.public}
        self.files = [path for page, text in texts.items() for path in self._files_linked(page, text)]
        pages |= {path: path for path in self.files}

    def _files_linked(self, page: str, text: str) -> list[str]:
        """Files of the repository to which a page links, and that are no pages: they become pages of plain text."""
        found = []
        for block in blocks(text):
            for target in re.findall(r"\]\(([^)#\s]+)", "\n".join(block.lines)) if block.info is None else []:
                path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
                file = self.root / path
                if path not in self.addresses.pages and file.is_file() and not target.endswith((".md", ".svg")) \
                        and not path.startswith(ENGINE) and file.stat().st_size < LARGEST_FILE:
                    found.append(path)
        return found

    def _page(self, page: str, text: str) -> str:
        grammar = next((each for each in self.model["pages"] if each["file"] == f"{page}.md"), None)
        if grammar:
            return self.grammar_pages.markdown(grammar, text)
        if page == "spec/recovery":
            return RecoveryPage(self.addresses, self.uses, self.model).markdown(text, page)
        text = one_title(without_front_matter(text))
        if page == "docs/cli":
            text += help_texts(self.command)
        return self._with_grammar(page, text)

    def _with_grammar(self, page: str, text: str) -> str:
        """Grammar and diagrams that stand on a page that is no grammar itself, as in the notation."""
        shown, out = GrammarText(self.addresses, None, page), []
        for block in blocks(text):
            if block.kind in ("peg", "marks"):
                out.append(raw(shown.block(block.lines, block.line)))
            elif block.info is None:
                for line in block.lines:
                    drawing = self.diagrams.of_line(line, page)
                    out.append(line if drawing is None else raw(drawing) if drawing else "")
            else:
                out.append(block.written())
        return "\n".join(out)

    def _write(self, page: str, text: str) -> None:
        file = self.out / f"{page}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        self.written.add(file)
        if not file.exists() or read(file) != text:
            file.write_bytes(text.encode())

    def _write_lists(self) -> None:
        dialects = [page for page in self.model["pages"] if "dialect" in page["front"]]
        dialects.sort(key=lambda page: int(page["front"]["order"][0]))
        rows = "".join(f"<tr><th scope=\"row\">{self._link('spec/dialects/index', page)}</th>"
                       f"<td>{escape(', '.join(page['front'].get('models', [])))}</td>"
                       f"<td>{len(page['examples'])}</td></tr>" for page in dialects)
        table = ('<div class="table-wrapper"><table class="docutils"><thead><tr>'
                 '<th scope="col">dialect</th><th scope="col">models</th>'
                 f'<th scope="col">examples</th></tr></thead><tbody>{rows}</tbody></table></div>')
        names = sorted(posixpath.basename(page["file"])[:-3] for page in dialects)
        self._write("spec/dialects/index", "# Dialects\n\nIn the order in which they are tried where none is named.\n"
                    + raw(table) + toctree(names))
        shared = [page for page in self.model["pages"] if "dialect" not in page["front"]]
        entries = "".join(f"<li>{self._link('spec/shapes/index', page)}: {escape(title(self.root / page['file']))}</li>"
                          for page in shared)
        self._write("spec/shapes/index", "# Shared pages\n\nWhat dialects have in common is described once.\n"
                    + raw(f"<ul>{entries}</ul>")
                    + toctree(["/" + page["file"].removesuffix(".md") for page in shared]))
        self._write("spec/index", "---\norphan: true\n---\n# The pages\n\n- [The dialects](dialects)\n"
                    "- [The pages that they share](shapes)\n- [Recoveries](recovery.md)\n- [Typing](typing.md)\n"
                    "- [Events](events.md)\n- [The notation](notation.md)\n- [Its meaning](semantics.md)\n")
        for path in self.files:
            text = read(self.root / path)
            fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=2) + 1)
            fence = fence if len(fence) > 2 else "```"
            language = {".cpp": "cpp", ".hpp": "cpp", ".sh": "sh", ".json": "json"}.get(Path(path).suffix, "text")
            self._write(path, f"---\norphan: true\n---\n# {path}\n\n{fence}{language}\n{text}{fence}\n")

    def _link(self, at: str, page: dict) -> str:
        return link(relative(at, page["file"].removesuffix(".md")), page["name"])

    def _write_interface(self) -> None:
        rows = "".join(f"<li>{link(f'{stem}.html', f'{stem}.hpp')}: {escape(self.headers.first_sentence(stem))}</li>"
                       for stem in self.headers.public)
        text = ("# C++ interface\n\nOne noun a header; `#include <toolcall/toolcall.hpp>` is all of them but "
                "`custom_dialect.hpp`.\n" + raw(f'<ul class="headers">{rows}</ul>')
                + "\nWhat a grammar is written with is in [engine/](engine/).\n"
                + toctree([*self.headers.public, "engine"]))
        self._write("include/toolcall/index", text)
        for stem in self.headers.public:
            self._write(f"include/toolcall/{stem}", self.headers.markdown(stem))
        self._write(ENGINE, self.headers.engine_markdown())

    def _write_home(self) -> None:
        def example(found: re.Match[str]) -> str:
            for page in self.model["pages"]:
                for number, each in enumerate(page["examples"], 1):
                    if (page["name"], each["title"]) == (found[1], found[2]):
                        return raw(self.grammar_pages.example(page, number, "index"))
            raise SystemExit(f"home.md: there is no example {found[0]}")
        text = read(Path(__file__).parent / "home.md")
        adding = LATER[0] if LATER[0] in self.listed else "docs/custom_dialect"
        text = text.replace("{{adding}}", f"[{title(self.root / f'{adding}.md')}]({adding}.md)")
        shown = '<a href="try.html">Try it</a>'
        text = re.sub(r"^(.*)\{\{try\}\}(.*\n)", rf"\1{shown}\2" if self.has_try_page else "", text, flags=re.M)
        text = re.sub(r"\{\{example (\w+): (.*)\}\}", example, text)
        for caption, entries in PARTS:
            text += toctree([entry for entry in entries if entry in self.listed or (self.out / f"{entry}.md").exists()],
                            caption)
        self._write("index", text)

    def _remove_others(self) -> None:
        for file in self.out.rglob("*.md"):
            if file not in self.written:
                file.unlink()


def title(file: Path) -> str:
    found = re.search(r"^# (.*)$", without_front_matter(read(file)), re.M)
    return found[1] if found else file.stem
