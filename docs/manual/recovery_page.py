"""spec/recovery.md, each clause with the examples that show it and the rules that have it.

The one idea: a person comes here from a diagnostic and wants to see one. Which examples note a label, the examples say.
"""

import re

from addresses import Addresses, escape, link, raw, relative
from explanations import labels_noted
from markdown_blocks import blocks, one_title
from rules import Uses

SHOWN = 8


class RecoveryPage:
    def __init__(self, addresses: Addresses, uses: Uses, model: dict):
        self.addresses = addresses
        self.uses = uses
        self.labels = {label["name"]: label for label in model["labels"]}
        self.examples: dict[str, list[tuple[str, int, str]]] = {}
        for page in model["pages"]:
            for number, example in enumerate(page["examples"], 1):
                for label in labels_noted(example["expected"], addresses.labels):
                    self.examples.setdefault(label, []).append((page["name"], number, example["title"]))

    def markdown(self, text: str, at: str) -> str:
        out: list[str] = []
        label: str | None = None
        for block in blocks(one_title(text)):
            if block.info is not None:
                out.append(block.written())
                continue
            for line in block.lines:
                heading = re.match(r"#+ (.*)", line)
                if heading:
                    out.append(self._shown_by(label, at) if label else "")
                    label = heading[1] if heading[1] in self.labels else None
                    out.append(line)
                elif label and re.match("consequence: |concerns: |evidence: ", line):
                    out.append(self._consequence(label) if line.startswith("consequence") else "")
                else:
                    out.append(line)
        return "\n".join([*out, self._shown_by(label, at) if label else ""])

    def _consequence(self, name: str) -> str:
        label = self.labels[name]
        field = " · concerns a field" if label["concerns_field"] else ""
        field += " · concerns no call" if label["concerns_no_call"] else ""
        field += f" · evidence of the call: {label['evidence']}" if label["evidence"] else ""
        return raw(f'<p class="consequence">Consequence: {link("#what-follows", label["consequence"])}{field}</p>')

    def _shown_by(self, label: str, at: str) -> str:
        out = []
        found = self._spread(self.examples.get(label, []))
        if found:
            out.append(f'<p class="shown-by">Shown by</p>{self._list(found[:SHOWN], at)}')
        if len(found) > SHOWN:
            out.append(f"<details><summary>{len(found) - SHOWN} more examples</summary>"
                       f"{self._list(found[SHOWN:], at)}</details>")
        rules = ", ".join(link(self.addresses.rule(at, rule), rule, "rule") for rule in self.uses.rules_of[label])
        if rules:
            count = len(self.uses.rules_of[label])
            out.append(f'<details><summary>In {count} {"rules" if count > 1 else "rule"}</summary>'
                       f'<p class="rules">{rules}</p></details>')
        return raw(f'<div class="shows">{"".join(out)}</div>') if out else ""

    def _list(self, examples: list[tuple[str, int, str]], at: str) -> str:
        return "<ul>" + "".join(
            f"<li>{link(relative(at, self.addresses.page_of_rules[page], f'example-{number}'), title)} "
            f'<span class="of-page">{escape(page)}</span></li>' for page, number, title in examples) + "</ul>"

    @staticmethod
    def _spread(examples: list[tuple[str, int, str]]) -> list[tuple[str, int, str]]:
        """The first of each page before the second of any, so that few links show many dialects."""
        seen: dict[str, int] = {}
        ranked = []
        for example in examples:
            seen[example[0]] = seen.get(example[0], 0) + 1
            ranked.append((seen[example[0]], example))
        return [example for _, example in sorted(ranked, key=lambda each: each[0])]
