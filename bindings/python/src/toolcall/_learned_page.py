"""What was learned as a page: front matter, marks with what they rest on, the rules that do not follow from marks, and
examples (spec/notation.md, spec/marks.md)."""

import json
import re
from dataclasses import dataclass, field

from ._comparing import Marks
from ._conversations import Said
from ._notation import example, has_mark, joined, layout, leading, literal, peg, yaml_list


@dataclass(slots=True)
class Learned:
    """All that a page is made of."""

    name: str
    marks: Marks
    think: tuple[str, str] | None = None
    answer: tuple[str, str] | None = None
    turn: str = ""
    header: str = ""  # between a thought and the calls after it
    starts: list[str] = field(default_factory=lambda: [""])
    tokens: frozenset[str] = frozenset()
    source: str = ""  # what it was learned from; empty: what a chat template prints
    examples: list[tuple[str, Said, str]] = field(default_factory=list)  # title, what is said, as printed
    notes: list[str] = field(default_factory=list)


class NoPage(Exception):
    """Why these marks have no page."""


# The marks that marked_object.md reads.
_QUOTES = ('<|"|>', "<escape>")
_CALLS = ("<|tool_call>", "<start_function_call>")


class _Writer:
    def __init__(self, learned: Learned) -> None:
        self.of, self.marks = learned, learned.marks
        self.block_open, self.block_close = self.marks.block
        self.call_open, self.call_close = self.marks.call
        self.has_block = has_mark(self.block_open)
        self.turns = list(dict.fromkeys(each for each in (learned.turn, self.marks.ends) if each))
        self.turn_rule = f" / marks.turn_mark(( {' / '.join(map(literal, self.turns))} ))" if self.turns else ""

    def declarations(self) -> list[str]:
        made = []
        slot = self._slot()
        blanks, opened = leading(self.call_open)
        apart = layout(self.marks.between if not self.marks.between.strip() else "")
        if self.has_block:
            one = "calls(one)" if self.marks.several == "one" else "calls"
            outer = layout(self.block_open if self.marks.several == "one" else self.block_open.strip())
            if self.marks.several == "one":
                outer = joined(apart if not outer.startswith("newline") else "", outer, layout(blanks))
            made += ["# Rests on: this stands before the first call of a turn and after the last, whatever they are."]
            made += [joined("block", outer, one, layout(self.block_close))]
        first = "" if self.marks.several in ("one", "list", "lines") else layout(blanks) or apart
        if self.marks.several in ("list", "lines"):
            first = layout(blanks)
        made += ["# Rests on: it is the same before and after two calls with other names and values."]
        closed = self.call_close.rstrip()
        if self.marks.several == "list":
            opened, closed = opened.rstrip()[:-1], closed.lstrip()[1:]
        if self._is_bare():
            made[-1] = "# Rests on: nothing stands around a call, so only a declared tool in a line of its own at the end is one."
            made += [joined("call ", slot, ": declared line_start last")]
        else:
            made += [joined("call ", first, layout(opened), slot, layout(closed))]
        made += self._below()
        if self.of.think is not None:
            made += ["# Rests on: it stands around the reasoning of a turn."]
            made += [joined("think", layout(self.of.think[0]), "text", layout(self.of.think[1]))]
        if self.of.answer is not None:
            made += ["# Rests on: it stands around the text of a turn without calls, and not before calls."]
            made += [joined("answer", layout(self.of.answer[0]), "text", layout(self.of.answer[1]))]
        if self.turns:
            made += ["# Rests on: each turn of the model ends with it."]
            made += [joined("turn ", literal(each)) for each in self.turns]
        return made

    def _is_bare(self) -> bool:
        opened = self.call_open.rstrip()[:-1] if self.marks.several == "list" else self.call_open
        return self.marks.kind in ("object", "python") and not has_mark(opened) and not self.has_block

    def _slot(self) -> str:
        kind, several = self.marks.kind, self.marks.several
        if kind in ("object", "by_name", "python"):
            word = "python" if kind == "python" else "object"
            if several == "list":
                between = self.marks.between.lstrip().removeprefix(",")
                blanks = layout(between) if between.strip(" ") != between or "\n" in between else ""
                inner = self.call_open[len(self.call_open.rstrip()) :]
                end = self.call_close[: len(self.call_close) - len(self.call_close.lstrip())]
                spread = "\n" in inner
                return f"list({joined(layout(inner), word, layout(end))})" if spread and blanks else f"list({word})"
            if several == "lines":
                return f"lines({word})"
            return f"{word}(compact)" if self.marks.compact and word == "object" else word
        if kind == "headed":
            made = []
            for each in self.marks.header:
                if each.startswith("="):
                    made.append(layout(each[1:]))
                elif each == "arguments":
                    made.append("arguments(compact)" if self.marks.compact else "arguments")
                else:
                    made.append(each)
            return joined(*made)
        if kind == "marked":
            return f"name arguments({literal(self.marks.quote)})"
        return joined("name", layout(self.marks.after_name), "fields")

    def _below(self) -> list[str]:
        if self.marks.kind == "object":
            known = {"id": "id", "tool_call_id": "id"}
            inside, made = [], []
            for key in self.marks.keys:
                slot = known.get(key)
                if slot is None and "name" not in inside and key in ("name", "tool_name", "tool", "function", "function_name", "recipient_name"):
                    slot = "name"
                elif slot is None and "arguments" not in inside and key in ("arguments", "parameters", "args", "input", "params", "kwargs"):
                    slot = "arguments"
                if slot is None:
                    self.of.notes.append(f"the key {key} of a call's object, which the page leaves out")
                    continue
                inside.append(slot)
                made += [json.dumps(key), slot]
            if sorted(set(inside) - {"id"}) != ["arguments", "name"]:
                raise NoPage(f"which keys of the object have the name and the arguments: {', '.join(self.marks.keys)}")
            return [] if made == ['"name"', "name", '"arguments"', "arguments"] else ["  object " + " ".join(made)]
        if self.marks.kind == "by_name":
            return ["  object name arguments"]
        if self.marks.kind != "fields":
            return []
        key_open, inner = self.marks.key
        return [
            "# Rests on: it stands alike around two fields with other names and values.",
            joined("  field", layout(key_open), "key", self._inner(inner), "value", layout(self.marks.value[1])),
        ]

    def _inner(self, inner: str) -> str:
        if self.marks.type_words is None:
            return layout(inner)
        of_string, of_others = self.marks.type_words
        before, _, after = inner.partition(of_string)
        return f"{literal(before)} type({json.dumps(of_string)}, {json.dumps(of_others)}) {literal(after)}"

    def rules(self) -> list[str]:
        made = self._rules_of_kind()
        if self.of.header:
            made.append(
                "reasoning     <- reasoning.think(reasoning_begin, reasoning_end) "
                f"( json.ws {peg(self.of.header)} json.ws &call_mark )?"
            )
        return made

    def _rules_of_kind(self) -> list[str]:
        kind = self.marks.kind
        if self._is_bare():
            if kind == "python":
                raise NoPage("calls in Python stand without any mark, so nothing but their form shows that they are calls")
            return [
                "call          <- bare.calls",
                "fenced        <- fenced.calls",
                "call_sign     <- bare_object.any_sign",
                "unread        <- message.never",
                "control       <- reasoning.unopened(reasoning_end) / marks.end_of_turn",
            ]
        if kind == "object":
            heading = re.fullmatch(r"\s*([^\s`<\[{][^`\n]*?)\s*```(?:json)?\s*\[?\s*", self.call_open)
            if heading:
                return self._fenced(heading[1])
            return ["fenced        <- fenced.calls", *self._unclosed(), *self._object_in_block()]
        if kind == "by_name":
            return self._by_name()
        if kind == "python":
            return self._python()
        if kind == "headed":
            return self._headed()
        if kind == "marked":
            return self._marked()
        return self._fields()

    def _fenced(self, heading: str) -> list[str]:
        said = json.dumps(heading)
        return [
            f"call          <- fenced.after_heading({said})",
            "fenced        <- fenced.calls",
            f'call_sign     <- line_start {said} json.ws "```"',
            f"control       <- reasoning.unopened(reasoning_end){self.turn_rule} / marks.end_of_turn",
        ]

    def _unclosed(self) -> list[str]:
        close = self.call_close.strip().removeprefix("]") if self.marks.several == "list" else self.call_close
        if has_mark(close):
            return []
        return [
            f"close         <- {literal(self.of.turn) if self.of.turn else 'object_open'}",
            "block         <- object_open json.ws envelope.objects(object) ^" + (" ( json.ws close )?" if self.of.turn else ""),
            "control       <- marks.unclear(object_open, message.never, close) / reasoning.unopened(reasoning_end) / marks.end_of_turn",
        ]

    def _object_in_block(self) -> list[str]:
        if not self.has_block:
            return []
        if not has_mark(self.call_open):
            raise NoPage("objects stand in a block one after the other, which no declaration says")
        return [
            "last_calls    <- wrapped ( json.ws wrapped )*",
            "wrapped       <- block_open json.ws block ( json.ws block )* ( json.ws block_close / @missing_block_close cut_mark.close )",
            "               / note(missing_block_open) block ( json.ws block )* ( json.ws block_close )?",
        ]

    def _by_name(self) -> list[str]:
        if self.has_block or not has_mark(self.call_open):
            raise NoPage("an object whose key is the tool's name stands without a mark of its own")
        return [
            "block         <- object_open json.ws ( envelope.list(one) / one ) envelope.closed ^",
            "one           <- call_object.by_key(keys.any_name, json.colon)",
        ]

    def _python(self) -> list[str]:
        if self.has_block or not has_mark(self.call_open):
            raise NoPage("Python calls stand without a mark around them")
        return [
            "block         <- python_open json.ws &( \"[\"? json.ws python_marked.tool_name json.ws \"(\" )",
            "                 ( &\"[\" python_marked.list / python_marked.lines ) ^",
        ]

    def _marked(self) -> list[str]:
        if self.marks.quote not in _QUOTES or not self.call_open.strip().startswith(_CALLS) or self.has_block:
            raise NoPage(f"strings stand between {self.marks.quote!r}; there are pages for {' and '.join(_QUOTES)} in calls between {' or '.join(_CALLS)}")
        return [
            "call          <- last_calls",
            "last_calls    <- block ( json.ws block )*",
            'block         <- call:( call_open json.ws name:braces.word json.ws "{" ^ marked_object.members("}", message.never) headed.ended ) ^',
            "unread        <- marks.unread(call_open, head, unclosed, call_close)",
            'head          <- braces.word json.ws "{"',
            'unclosed      <- braces.word ( "<" [^<>]* )? / "<" [^<>]*',
            "value_begin   <- braces.quote",
            "value_end     <- braces.quote",
            "control       <- marks.unclear(call_open, message.never, call_close) / marks.stray(call_close)"
            f" / reasoning.unopened(reasoning_end){self.turn_rule} / marks.end_of_turn",
        ]

    def _headed(self) -> list[str]:
        if not has_mark(self.call_open):
            raise NoPage("nothing stands before the tool's name that shows that a call begins")
        parts, marked = [], False
        for each in self.marks.header[:-1]:
            mark = re.sub(r"```[a-z]*\s*$", "", each[1:])
            if each in ("name", "id"):
                parts.append("name:named" if each == "name" else "id:[a-zA-Z0-9_.:-]+")
            elif each == "number":
                parts.append("[0-9]+")
            elif has_mark(mark):
                parts.append(peg(mark))
                marked = True
        header = " json.ws ".join(parts)
        fence = "```" in self.marks.header[-2]
        shows = "^" if marked else '&( json.ws ( "{" / "```" ) ) ^'
        close = self.call_close.replace("```", "") if fence else self.call_close
        colon = ":" if "number" in self.marks.header else ""
        made = [f"call_open     <- {peg(self.call_open)}"]
        if has_mark(close):
            made.append(f"call_close    <- {peg(close)}")
            arguments = "headed.arguments(leave <- over)"
        else:
            made.append("call_close    <- message.never")
            arguments = "json.ws json.or_malformed(json.values(close <- call_open), close <- call_open)"
        made += [
            f"one           <- call:( call_open json.ws {header} {shows} {arguments} ) ^",
            f"named         <- tools_given tool &[{colon} \\t\\r\\n<\\[{{`(|] / [^{colon}<>{{}}\"'`| \\t\\r\\n\\[\\]()]+",
        ]
        if self.has_block:
            made += [
                "call          <- block / bare / headed.empty(( block_open / call_open ), ( call_close / block_close ))",
                "block         <- headed.block(one, one)",
                "bare          <- note(missing_block_open) one ( json.ws one )* ( json.ws block_close )?",
                "last_calls    <- ( block / bare ) ( json.ws block )*",
                "over          <- call_open / block_open / block_close / leave",
                "unread        <- marks.unread(( block_open / call_open ), head, unclosed, ( block_close / call_close json.ws block_close? ))",
                "control       <- marks.unclear(block_open, message.never, block_close) / marks.stray(block_close / call_close)",
            ]
        else:
            made += [
                "call          <- last_calls",
                "last_calls    <- one ( json.ws one )*",
                "unread        <- marks.unread(call_open, head, unclosed, call_close)",
                "control       <- marks.unclear(call_open, message.never, call_close)",
            ]
            if has_mark(close):
                made += ["over          <- call_open / leave"]
                made[-2] += " / marks.stray(call_close)"
        made[-1 if made[-1].startswith("control") else -2] += " / reasoning.unopened(reasoning_end)"
        made[-1 if made[-1].startswith("control") else -2] += self.turn_rule + " / marks.end_of_turn"
        made += ["head          <- named json.ws [<{\\[`]", "unclosed      <- named ( json.ws \"<\" [^<>]* )? / \"<\" [^<>]*", "call_mark     <- " + ("block_open / call_open" if self.has_block else "call_open")]
        return made

    def _fields(self) -> list[str]:
        key_open, inner = self.marks.key
        tag = re.fullmatch(r"\s*<([^<>\s=]+) name=\"", key_open)
        opening = re.fullmatch(r"\s*<([^<>\s=]+) name=\"", self.call_open)
        typed = self.marks.type_words is not None
        if tag and opening and (typed or re.fullmatch(r'">\s*', inner)) and re.fullmatch(r'">\s*', self.marks.after_name):
            return self._attributes(opening[1], tag[1])
        if re.fullmatch(r"\s*<param(eter)?=", key_open) and re.fullmatch(r"\s*<function=", self.call_open):
            return self._equals()
        if has_mark(key_open) and has_mark(inner) and key_open.rstrip().endswith((">", "]", "|")):
            if self.marks.quoted:
                raise NoPage("strings stand in quotes between marks that could hold raw text")
            return []
        raise NoPage(f"marks of another form than pages know stand around a field: {key_open!r}, {inner!r}")

    def _attributes(self, element: str, inner: str) -> list[str]:
        names = [f"element       <- {literal(element)}", f"inner         <- {literal(inner)}"]
        if self.has_block and self.marks.type_words is None:
            return ["block         <- block_open xml.blanks invoke.block", *names]
        if self.marks.type_words is not None and (self.marks.type_words != ("true", "false") or ' string="' not in self.marks.key[1]):
            raise NoPage(f"a word in a field's tag says the type of its value in a way that no page reads: {self.marks.key[1]!r}")
        fields = "invoke_field.body(layout <- xml.blanks)"
        if self.marks.type_words is not None:
            fields = "invoke_field.fields(typed_parameter.parameter(mark <- message.never, layout <- xml.blanks, alone <- message.never))"
        one = (
            'one           <- call:( "<" element xml.gap xml.attribute("name") quote:["\']? name:invoke.tool_name =quote xml.tag_end ^\n'
            f"                        {fields} xml.blanks field.ended(xml.closing(element)) ) ^"
        )
        if self.has_block:
            return ["block         <- block_open xml.blanks invoke.calls(one, one)", one, *names]
        return [
            "call          <- last_calls",
            "last_calls    <- one ( xml.blanks one )*",
            one,
            *names,
            "block_open    <- message.never",
            "block_close   <- message.never",
            'call_mark     <- "<" element xml.gap',
            "unread        <- invoke_field.unreadable",
            f"control       <- reasoning.unopened(reasoning_end){self.turn_rule} / marks.end_of_turn / loose_field.text(value_begin)",
        ]

    def _equals(self) -> list[str]:
        if not self.has_block:
            raise NoPage("<function=…> stands without an element around it")
        return [
            "call          <- last_calls / function.bare",
            "last_calls    <- function.blocks(block_open)",
            "call_sign     <- call_mark / function_tag.call_begin",
            "unread        <- function_field.unreadable",
            '               / marks.unread(block_open, function_tag.unread_head, ( "<" ( "f" [^<>]* )? ), block_close)',
        ]


def page_of(learned: Learned) -> str:
    """Raises NoPage where no page reads such calls."""
    writer = _Writer(learned)
    declared, rules = writer.declarations(), writer.rules()
    literals = set(re.findall(r"'((?:\\.|[^'\\])*)'", "\n".join(declared)))
    tokens = sorted(literals & learned.tokens)
    front = [f"dialect: {learned.name}"]
    front += [f"tokens: {yaml_list(tokens)}"] if tokens else []
    front += [f"starts: {yaml_list(learned.starts)}", *(["values: json"] if learned.marks.quoted or learned.marks.json_values else [])]
    front += ["order: 600   # where automatic detection asks it: for toolcall dialects --verbose, choose one of your own"]
    text = "---\n" + "\n".join(front) + "\n---\n"
    source = learned.source or "chat template (`toolcall learn`): from what it prints for conversations that were chosen\nfor it"
    text += f"# {learned.name}\n\nLearned from the model's {source}. "
    text += "Say here what the model writes, for people.\n\n"
    notes = list(dict.fromkeys([*learned.marks.notes, *learned.notes]))
    if notes:
        text += "What could not be learned:\n\n" + "".join(f"- {each}\n" for each in notes) + "\n"
    if learned.source:
        said = "# Rests on: the patterns of the template say it."
        declared = [said if each.startswith("# Rests on: ") else each for each in declared]
    text += "```marks\n" + "\n".join(declared) + "\n```\n\n"
    if rules:
        text += "What does not follow from the marks:\n\n```peg\n" + "\n".join(rules) + "\n```\n\n"
    if not learned.examples:
        return text
    text += "## Examples\n\n" + ("As the page writes them.\n\n" if learned.source else "As the template prints them.\n\n")
    return text + "\n".join(example(*each) for each in learned.examples)
