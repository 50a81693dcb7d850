"""The pages of dialects, and those that they share: prose, grammar, diagrams, examples, and what uses what.

The one idea: the Markdown says where something stands, the model says what it is. Each block of the Markdown is
replaced by what the model knows of its line; a line of which the two say different things stops the build.
"""

from addresses import Addresses, escape, link, raw, relative
from diagrams import Diagrams
from explanations import Explainer, linked, result
from grammar_text import GrammarText
from markdown_blocks import Block, blocks, one_title, without_front_matter
from rules import Uses, pages_of

def counted(number: int, of: str) -> str:
    return f"{number} {of}" + ("" if number == 1 else "s")


SAYS = {"tools": "tools", "finish": "finish reason", "choice": "tool choice", "prefill": "prefill"}


class GrammarPages:
    def __init__(self, addresses: Addresses, uses: Uses, diagrams: Diagrams, explainer: Explainer):
        self.addresses = addresses
        self.uses = uses
        self.diagrams = diagrams
        self.explainer = explainer

    def markdown(self, page: dict, text: str) -> str:
        at = page["file"].removesuffix(".md")
        grammar = GrammarText(self.addresses, page, at)
        out, numbers, drawn = [], iter(range(1, len(page["examples"]) + 1)), set()
        for block in blocks(one_title(without_front_matter(text))):
            if block.kind == "peg":
                out.append(raw(grammar.block(block.lines, block.line + 1)))
                out.append(self._uses(page, block, at))
            elif block.kind in ("ambiguous", "marks"):  # of which the model has no rules, so their names are no links
                out.append(raw(GrammarText(self.addresses, None, at).block(block.lines, block.line + 1)))
            elif block.kind == "example":
                out.append(self._example(page, next(numbers), block, at))
            elif block.info is None:
                out += [self._line(line, page, at, drawn) for line in block.lines]
            else:
                out.append(block.written())
        self._note_missing(page, drawn)
        return "\n".join([*out, self._summary(page, at)])

    def _line(self, line: str, page: dict, at: str, drawn: set[str]) -> str:
        if line.startswith("# "):
            return line + "\n" + self._front(page)
        drawing = self.diagrams.of_line(line, at)
        if drawing is None:
            return line
        drawn.update(part.split('"')[0] for part in drawing.split('id="diagram-')[1:])
        return raw(drawing) if drawing else ""

    def _note_missing(self, page: dict, drawn: set[str]) -> None:
        for rule in page["rules"]:
            if rule["name"] not in drawn:
                self.diagrams.missing.append(f"{page['file']}:{rule['line']}: {rule['name']} has no diagram")

    def _front(self, page: dict) -> str:
        """What the front matter says to a reader."""
        if "dialect" not in page["front"]:
            return ""
        models = ", ".join(escape(model) for model in page["front"].get("models", []))
        parsers = ", ".join(f"<code>{escape(parser)}</code>" for parser in page["front"].get("server_parsers", []))
        return raw(f'<p class="models"><code>--dialect {escape(page["name"])}</code> '
                   f'{"for " + models if models else "for no model in particular"}'
                   f'{"; the parsers of servers: " + parsers if parsers else ""}</p>')

    def _uses(self, page: dict, block: Block, at: str) -> str:
        last = block.line + len(block.lines)
        rows = []
        for rule in page["rules"]:
            if block.line < rule["line"] <= last:
                name = f"{page['name']}.{rule['name']}"
                rows.append(f"<tr><th scope=\"row\">{link('#rule-' + rule['name'], rule['name'], 'rule')}</th>"
                            f"<td>{self._used_by(page, rule, at)}</td>"
                            f"<td>{self._names(self.uses.uses[name], page, at) or '–'}</td></tr>")
        head = '<tr><th scope="col">rule</th><th scope="col">used by</th><th scope="col">uses</th></tr>'
        return raw(f'<details class="uses"><summary>What uses what</summary>\n<div class="table-wrapper"><table>'
                   f'<thead>{head}</thead><tbody>{"".join(rows)}</tbody></table></div></details>')

    def _used_by(self, page: dict, rule: dict, at: str) -> str:
        names = self._names(self.uses.used_by[f"{page['name']}.{rule['name']}"], page, at)
        entry = "dialect" in page["front"] and rule["name"] in ("call", "unread", "reasoning", "control")
        message = link(relative(at, "spec/message"), "the message") if entry else ""
        return ", ".join(part for part in (message, names) if part) or "–"

    def _names(self, rules: list[str], page: dict, at: str) -> str:
        own = page["name"] + "."
        return ", ".join(link(self.addresses.rule(at, rule), rule.removeprefix(own), "rule") for rule in rules)

    def _example(self, page: dict, number: int, block: Block, at: str) -> str:
        example = page["examples"][number - 1]
        if example["line"] != block.line:
            raise SystemExit(f"{page['file']}:{block.line}: the model has example {number} on line {example['line']}")
        return raw(self.example(page, number, at))

    def example(self, page: dict, number: int, at: str) -> str:
        """An example as HTML; also for the home page."""
        example = page["examples"][number - 1]
        name = f"example-{number}"
        options = ", ".join(f"{says} <code>{escape(example['options'][key]) or 'none'}</code>"
                            for key, says in SAYS.items() if key in example["options"])
        why = self.explainer.of(page["name"], number)
        decisions = "\n".join(f"<li>{linked(each, self.addresses, at)}</li>" for each in why.decisions)
        return "\n".join([
            f'<div class="example" id="{name}">',
            f'<h3 class="example-title"><a href="#{name}">{escape(example["title"])}</a></h3>',
            f'<p class="options">{options or "no tools are given"}</p>',
            f'<pre class="explained">\n{why.text}</pre>',
            '<p class="becomes">becomes</p>',
            f'<pre class="result">{result(example["expected"], self.addresses, at)}</pre>',
            f'<details class="decisions"><summary>Why: {counted(len(why.decisions), "decision")}</summary>',
            f'<ul class="explained">{decisions}</ul></details>', "</div>"])

    def _summary(self, page: dict, at: str) -> str:
        """What stands at the end of each page."""
        rules = [f"{page['name']}.{rule['name']}" for rule in page["rules"]]
        used_by = pages_of([each for rule in rules for each in self.uses.used_by[rule]], page["name"])
        uses = pages_of([each for rule in rules for each in self.uses.uses[rule]], page["name"])
        out = ["\n\n## Around this page\n", '<dl class="around">']
        for says, pages in (("Used by", used_by), ("Uses", uses)):
            addresses = {name: relative(at, self.addresses.page_of_rules[name]) for name in sorted(pages)}
            names = ", ".join(link(address, name) for name, address in addresses.items())
            out.append(f"<dt>{says}</dt><dd>{names or 'no other page'}</dd>")
        if page["examples"]:
            entries = "".join(f"<li>{link(f'#example-{n}', example['title'])}</li>"
                              for n, example in enumerate(page["examples"], 1))
            out.append(f"<dt>Examples</dt><dd><ol>{entries}</ol></dd>")
        return out[0] + raw("\n".join([*out[1:], "</dl>"]))
