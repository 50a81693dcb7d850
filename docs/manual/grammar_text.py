"""A peg block as text, in colours, every name a link.

The one idea: what a name is, the model has said already. A name that is neither a rule nor a parameter is a built-in,
because grammarc took the page; so no list of built-ins is kept here.
"""

import re

from addresses import Addresses, escape, link

TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
      | (?P<literal>"(?:\\.|[^"\\\n])*"(?:i(?![a-z0-9_]))?|'(?:\\.|[^'\\\n])*'(?:i(?![a-z0-9_]))?)
      | (?P<set>\[(?:\\.|[^\]\\\n])+\])
      | (?P<label>@[ ]?[a-z_][a-z0-9_]*|(?<=\bnote\()[a-z_][a-z0-9_]*|(?<=\bwhen\()[a-z_][a-z0-9_]*)
      | (?P<arrow><-|->)
      | (?P<role>[a-z_][a-z0-9_]*:)
      | (?P<back>=[a-z_][a-z0-9_]*)
      | (?P<bound>[a-z_][a-z0-9_]*(?=[ ]<-))
      | (?P<page>[a-z_][a-z0-9_]*(?=\.\*))
      | (?P<name>[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?)
      | (?P<cut>\^)
      | (?P<operator>[/&!?*+.])""", re.X)


class GrammarText:
    def __init__(self, addresses: Addresses, page: dict | None, at: str):
        self.addresses = addresses
        self.page = page
        self.at = at  # the manual's page on which the block stands
        self.rules = {rule["name"]: rule for rule in page["rules"]} if page else {}
        self.givens = {given["name"] for given in page["givens"]} if page else set()

    def block(self, lines: list[str], first_line: int) -> str:
        starts = {rule["line"]: rule for rule in self.rules.values()}
        current: dict | None = None
        out = []
        for number, line in enumerate(lines, first_line):
            head = starts.get(number)
            current = head or current
            out.append(self._line(line, current, head))
        return f'<pre class="peg">{chr(10).join(out)}</pre>'

    def _line(self, line: str, rule: dict | None, head: dict | None) -> str:
        out, at = "", 0
        for token in TOKEN.finditer(line):
            out += escape(line[at:token.start()])
            at = token.end()
            if head and token.lastgroup in ("name", "bound"):
                out += f'<a class="rule head" id="rule-{token[0]}" href="#rule-{token[0]}">{token[0]}</a>'
                head = None
            else:
                out += self._token(token.lastgroup or "", token[0], rule)
        return out + escape(line[at:])

    def _token(self, kind: str, text: str, rule: dict | None) -> str:
        if kind == "label" and text.lstrip("@ ") in self.addresses.labels:
            return link(self.addresses.label(self.at, text.lstrip("@ ")), text, "label")
        if kind == "cut" and self.page:
            return link(self.addresses.form(self.at, "cut"), text, "cut")
        if kind == "page":
            return link(self.addresses.page(self.at, text), text, "rule")
        if kind == "name" and self.page:
            return self._name(text, rule)
        if kind == "bound":
            return f'<span class="parameter">{text}</span>'
        return f'<span class="{kind}">{escape(text)}</span>'

    def _name(self, text: str, rule: dict | None) -> str:
        if text in self.givens or (rule and text in rule["parameters"]):
            return f'<span class="parameter">{text}</span>'
        if text in self.rules:
            return link(f"#rule-{text}", text, "rule")
        if self.page and text in self.page["marks"]:
            return link(self.addresses.rule_of_marks(self.at), text, "rule")
        if self.page and text in self.page["defaults"]:
            return link(self.addresses.rule(self.at, f"defaults.{text}"), text, "rule")
        if text in self.addresses.rules:
            return link(self.addresses.rule(self.at, text), text, "rule")
        return link(self.addresses.form(self.at, text.split(".")[0]), text, "built-in")
