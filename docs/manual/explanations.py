"""What `toolcall explain --html` says of an example, cut out of its page.

The one idea: nothing is coloured here. The command has decided what each byte became, and its page is taken apart at
its own elements: the text, the list of decisions, the style. What it said of a text is kept in a folder by the
content of all that it was asked, so the manual is made quickly when little has changed.
"""

import hashlib
import json
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import get_ident

from addresses import Addresses, escape, link

FLAGS = {"finish": "--finish-reason", "prefill": "--prefill", "choice": "--tool-choice"}


@dataclass
class Explanation:
    text: str             # what stands in the <pre>
    decisions: list[str]  # what stands in each <li>


class Explainer:
    def __init__(self, command: Path, tools: Path, folder: Path):
        self.command = command
        self.tools = {each["function"]["name"]: each for each in json.loads(tools.read_bytes())}
        self.folder = folder
        self.version = hashlib.sha256(command.read_bytes()).digest()
        self.pages: dict[tuple[str, int], str] = {}
        self.used: set[Path] = set()
        self.folder.mkdir(parents=True, exist_ok=True)

    def explain_all(self, model: dict) -> None:
        wanted = [(page, number, example) for page in model["pages"]
                  for number, example in enumerate(page["examples"], 1)]
        with ThreadPoolExecutor(2) as pool:  # each waits for a process of its own
            # The examples of a page that dialects share are those of detection.
            made = pool.map(lambda each: self._page(each[0]["name"] if "dialect" in each[0]["front"] else "auto", each[2]),
                            wanted)
            for (page, number, _), text in zip(wanted, made):
                self.pages[page["name"], number] = text
        for file in set(self.folder.iterdir()) - self.used:  # of other commands and other texts
            file.unlink()

    def style(self) -> str:
        return cut_out(next(iter(self.pages.values())), r"<style>(.*?)</style>")

    def of(self, page: str, number: int) -> Explanation:
        shown = self.pages[page, number]
        # Ids and the links to them are of one page; here many such texts share one.
        shown = re.sub(r'(id="|href="#)b(\d)', rf"\1e{number}-b\2", shown)
        decisions = cut_out(shown, r"<h2>Decisions</h2>\s*<ul>(.*?)</ul>")
        return Explanation(cut_out(shown, r'<pre id="text">\n(.*?)</pre>'),
                           re.findall(r"<li>(.*?)</li>", decisions, re.S))

    def _page(self, dialect: str, example: dict) -> str:
        arguments = ["--dialect", dialect]
        for option, flag in FLAGS.items():
            if option in example["options"]:
                arguments += [flag, example["options"][option]]
        tools = self._tools(example["options"].get("tools"))
        asked = json.dumps([arguments, tools, example["text"]]).encode()
        kept = self.folder / (hashlib.sha256(self.version + asked).hexdigest() + ".html")
        self.used.add(kept)
        if kept.exists():
            return kept.read_text()
        shown = self._run(arguments, tools, example["text"])
        write_whole(kept, shown)
        return shown

    def _tools(self, names: str | None) -> str | None:
        if names is None:
            return None
        return json.dumps([self.tools[name] for name in names.split(",") if name], ensure_ascii=False)

    def _run(self, arguments: list[str], tools: str | None, text: str) -> str:
        if tools is not None:
            file = self.folder / (hashlib.sha256(tools.encode()).hexdigest() + ".json")
            self.used.add(file)
            if not file.exists():
                write_whole(file, tools)
            arguments = [*arguments, "--tools", str(file)]
        done = subprocess.run([self.command, "explain", "--html", *arguments, "-"], input=text.encode(),
                              capture_output=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{self.command} explain {arguments}: {done.stderr.decode()}")
        return done.stdout.decode()


def write_whole(file: Path, text: str) -> None:
    """Nobody sees half of it, neither another thread nor who comes after an interruption."""
    part = file.with_name(f"{file.name}.{get_ident()}")
    part.write_text(text)
    part.rename(file)


def cut_out(page: str, pattern: str) -> str:
    found = re.search(pattern, page, re.S)
    if not found:
        raise SystemExit(f"the page of `toolcall explain --html` has no {pattern}")
    return found[1]


def linked(decision: str, addresses: Addresses, at: str) -> str:
    """A decision's line, with its rule as a link."""
    def rule(found: re.Match[str]) -> str:
        return link(addresses.rule(at, found[0]), found[0], "rule") if found[0] in addresses.rules else found[0]
    head, _, rest = decision.partition("</a>")
    columns = re.split(r"(\s{2,})", rest, maxsplit=6)
    return head + "</a>" + "".join(re.sub(r"^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$", rule, c) for c in columns)


KINDS = "text|reasoning|call|invalid|incomplete|refused|note"


def result(expected: str, addresses: Addresses, at: str) -> str:
    """The lines of an example's result: the kinds in colours, the labels as links."""
    out = []
    for line in expected.split("\n"):
        found = re.match(rf"({KINDS})(?: ([a-z0-9_]+))?\b", line)
        if not found:
            out.append(escape(line))
            continue
        kind, word = found[1], found[2] or ""
        shown = escape(kind)
        if word in addresses.labels and kind == "note":
            shown += " " + link(addresses.label(at, word), word, "label")
        elif word:
            shown += " " + escape(word)
        out.append(f'<span class="line-{kind}">{shown}</span>{escape(line[found.end():])}')
    return "\n".join(out)


def labels_noted(expected: str, known: set[str]) -> set[str]:
    return set(re.findall(r"^note ([a-z0-9_]+)", expected, re.M)) & known
