"""The C++ interface, from the headers' own text.

The one idea: a header is written to be read from top to bottom, so its page is the header: the comment that opens it
and the comments above declarations as prose, the declarations as code, each under a heading of its name. What is
private, and what is only declared for other headers, is left out.
"""

import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import CppLexer

from addresses import ENGINE, Addresses, escape, raw

LONG = 15  # lines; a longer declaration of the engine is folded
NAME = re.compile(r"^(?:template <.*?>\s*)?(?:constexpr |inline |static |explicit |friend )*"
                  r"(?:(?P<kind>class|struct|enum class|using) (?P<type>\w+)"
                  r"|[^()=;]*?(?P<value>\w+)\s*(?:\(|=|\{|;))", re.S)
AROUND = re.compile(r"\s*(#|namespace \w+(::\w+)* [={]|\}  // namespace|\}$)")  # lines that hold no declaration
# A type stands before another name, a reference or the end of a template's arguments; a member of its name does not.
TYPE = re.compile(r'(<span class="n[a-z]?">)(\w+)</span>'
                  r'(?=<span class="o">(?:&amp;|\*|&gt;|::)|<span class="w"> </span><span class="n)')


@dataclass
class Declaration:
    comment: list[str]
    code: list[str] = field(default_factory=list)

    def name(self) -> tuple[str, str]:
        """Its kind and its name."""
        text = re.sub(r"\btemplate <[^\n]*>\n\s*|//[^\n]*", "", "\n".join(self.code)).strip()
        found = NAME.match(text)
        if not found:
            return "", ""
        if found["type"]:
            return found["kind"], found["type"]
        return ("function" if re.search(rf"\b{found['value']}\s*\(", text) else "constant"), found["value"]


def read_header(text: str) -> tuple[list[str], list[Declaration]]:
    """The opening comment, and the declarations of namespace toolcall and of namespaces in it."""
    lines = text.split("\n")
    opening = []
    while lines and lines[0].startswith("//"):
        opening.append(lines.pop(0))
    found: list[Declaration] = []
    comment: list[str] = []
    now: Declaration | None = None
    depth = 0
    for line in lines:
        if now is None and (not line.strip() or AROUND.match(line)):
            comment = []
            continue
        if now is None and line.startswith("//"):
            comment.append(line)
            continue
        if now is None:
            now, comment = Declaration(comment), []
            found.append(now)
        now.code.append(line)
        bare = re.sub(r"//.*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])'", "", line)
        depth += bare.count("{") + bare.count("(") - bare.count("}") - bare.count(")")
        if depth == 0 and bare.rstrip().endswith((";", "}")):
            now = None
    return opening, [each for each in found if not only_declared(each)]


def only_declared(declaration: Declaration) -> bool:
    text = "\n".join(declaration.code)
    return re.fullmatch(r"(class|struct) \w+;", text) is not None and not declaration.comment


def without_private(code: list[str]) -> list[str]:
    """The code without the private part of its class."""
    if " private:" not in code:
        return code
    kept = code[:code.index(" private:")]
    while kept and not kept[-1].strip():
        kept.pop()
    return [*kept, code[-1]]


class Headers:
    def __init__(self, root: Path, addresses: Addresses):
        self.addresses = addresses
        self.public = {file.stem: read_header(file.read_text())
                       for file in sorted((root / "include/toolcall").glob("*.hpp"))}
        self.engine = {file.name: read_header(file.read_text()) for file in sorted((root / ENGINE).glob("*.hpp"))}
        self.types = {name: f"include/toolcall/{stem}" for stem, (_, declarations) in self.public.items()
                      for kind, name in (each.name() for each in declarations)
                      if kind in ("class", "struct", "enum class")}

    def first_sentence(self, stem: str) -> str:
        return re.split(r"(?<=\.)\s", " ".join(line.lstrip("/ ") for line in self.public[stem][0]))[0]

    def markdown(self, stem: str) -> str:
        opening, declarations = self.public[stem]
        at = f"include/toolcall/{stem}"
        include = f'<p class="include"><code>#include &lt;toolcall/{stem}.hpp&gt;</code></p>'
        return "\n".join([f"# {stem}.hpp\n", raw(include), prose(opening), *self._declarations(declarations, at, "##")])

    def engine_markdown(self) -> str:
        out = ["# engine/\n", "What a grammar is written with, and how its types become what the machine runs. A host "
               "needs it for a [dialect of its own](../../docs/custom_dialect.md) only.\n"]
        for name, (opening, declarations) in self.engine.items():
            out += [f"## {name}\n", prose(opening), *self._declarations(declarations, ENGINE, None)]
        return "\n".join(out)

    def _declarations(self, declarations: list[Declaration], at: str, level: str | None) -> list[str]:
        out, last = [], ""
        for each in declarations:
            _, name = each.name()
            if level and name and name != last:
                out.append(f"\n{level} {name}\n")
            last = name or last
            code = self._code(without_private(each.code), at)
            if not level and len(each.code) > LONG:
                says = f"<code>{escape(name)}</code>, {len(each.code)} lines"
                code = f"<details><summary>{says}</summary>{code}</details>"
            out += [prose(each.comment), raw(code)]
        return out

    def _code(self, code: list[str], at: str) -> str:
        shown = highlight("\n".join(code), CppLexer(), HtmlFormatter(nowrap=True))

        def type_link(found: re.Match[str]) -> str:
            page = self.types.get(found[2])
            if page is None:
                return found[0]
            address = self.addresses.of_path(at, page + ".hpp", found[2])
            return f'<a class="type" href="{escape(address or "")}">{found[1]}{found[2]}</span></a>'

        return ('<div class="highlight-cpp notranslate"><div class="highlight"><pre>'
                f"{TYPE.sub(type_link, shown)}</pre></div></div>")


def prose(comment: list[str]) -> str:
    """A comment as Markdown. Lines that are indented by four columns are code, with the empty lines between them."""
    text = "\n".join(re.sub(r"^// ?", "", line) for line in comment)
    parts = re.split(r"(^ {4}.*(?:\n+ {4}.*)*)", text, flags=re.M)
    return "".join(f"```cpp\n{textwrap.dedent(part)}\n```" if part.startswith("    ") else words(part)
                   for part in parts) + "\n"


def words(text: str) -> str:
    """Prose as Markdown. What Markdown would take for markup is what was written."""
    # Names of files and of members are code, and links where there is such a page.
    text = re.sub(r"(?<!`)\b((?:spec|docs|include|src|tests)/[\w/]+\.\w+|[a-z_]+::[a-z_]+(?:\(\))?)(?!`)",
                  r"`\1`", text)
    parts = re.split(r"(`[^`\n]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([*_<>\[\]{}|#\\~$])", r"\\\1", part)
                   for part in parts)
