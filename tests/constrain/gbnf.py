"""Reads GBNF, and xgrammar's EBNF, and says whether a text is of a grammar.

Written from the descriptions of the two notations, and not from what writes them here. A grammar is run as llama.cpp
runs one: as a set of stacks of what is still to come.
"""

import re

TOKEN = re.compile(r'\s+|(?P<name>[a-zA-Z][a-zA-Z0-9-]*)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<set>\[(?:[^\]\\]|\\.)*\])|'
                   r"(?P<times>[*+?]|\{\d+,?\d*\})|(?P<mark>[()|])", re.S)
ESCAPE = re.compile(r"\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\(.)", re.S)
PLAIN = {"n": "\n", "t": "\t", "r": "\r"}


class Grammar:
    def __init__(self, text):
        self.rules = {}  # by name: ways, each a tuple of items
        for line in text.splitlines():
            name, _, body = line.partition(" ::= ")
            if not re.fullmatch("[a-zA-Z][a-zA-Z0-9-]*", name) or name in self.rules:
                raise ValueError("no rule, or the second of this name: " + line)
            self.rules[name] = ()
            self.rules[name] = self.ways(list(self.tokens(body)))
        for ways in self.rules.values():
            for way in ways:
                for item in way:
                    if isinstance(item, str) and item not in self.rules:
                        raise ValueError("no rule is called " + item)

    @staticmethod
    def tokens(body):
        at = 0
        while at < len(body):
            found = TOKEN.match(body, at)
            if not found:
                raise ValueError("cannot be read: " + body[at:at + 40])
            at = found.end()
            if found.lastgroup:
                yield found.lastgroup, found.group()

    def ways(self, tokens):
        """Takes the tokens up to a bracket that closes."""
        ways, way = [], []
        while tokens and tokens[0][1] != ")":
            kind, text = tokens.pop(0)
            if text == "|":
                ways.append(tuple(way))
                way = []
            elif kind == "mark":
                inner = self.ways(tokens)
                if not tokens or tokens.pop(0)[1] != ")":
                    raise ValueError("a bracket is open")
                way.append(self.rule(inner))
            elif kind == "times":
                way[-1:] = self.repeated(way[-1], text)
            elif kind == "text":
                items = [frozenset(each) for each in self.unescaped(text[1:-1])]
                follows = tokens and tokens[0][0] == "times" and len(items) != 1
                way += [self.rule((tuple(items),))] if follows else items
            elif kind == "set":
                way.append(self.char_set(text[1:-1]))
            else:
                way.append(text)
        return (*ways, tuple(way))

    def rule(self, ways):
        name = f"({len(self.rules)})"
        self.rules[name] = ways
        return name

    def repeated(self, item, text):
        least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(text) or self.counts(text)
        if most is None:
            rest = self.rule(())
            self.rules[rest] = ((item, rest), ())
        else:
            rest = None
            for _ in range(most - least):
                rest = self.rule(((item, *([rest] if rest else [])), ()))
        return [item] * least + ([rest] if rest else [])

    @staticmethod
    def counts(text):
        least, comma, most = text[1:-1].partition(",")
        return int(least), int(most) if most else None if comma else int(least)

    @staticmethod
    def unescaped(text):
        at = 0
        while at < len(text):
            found = ESCAPE.match(text, at)
            if found:
                code = found.group(1) or found.group(2)
                yield chr(int(code, 16)) if code else PLAIN.get(found.group(3), found.group(3))
                at = found.end()
            else:
                yield text[at]
                at += 1

    def char_set(self, text):
        """A set of characters, or ("but", set)."""
        is_other = text.startswith("^")
        text = text[1:] if is_other else text
        parts = re.findall(r"\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", text, re.S)
        found, i = set(), 0
        while i < len(parts):
            first = next(self.unescaped(parts[i]))
            if i + 2 < len(parts) and parts[i + 1] == "-":
                found.update(map(chr, range(ord(first), ord(next(self.unescaped(parts[i + 2]))) + 1)))
                i += 2
            else:
                found.add(first)
            i += 1
        return ("but", frozenset(found)) if is_other else frozenset(found)

    def opened(self, stacks):
        """Stacks whose first item is a character."""
        seen, todo, ready = set(), list(stacks), set()
        while todo:
            stack = todo.pop()
            if stack in seen:
                continue
            seen.add(stack)
            if not stack or not isinstance(stack[0], str):
                ready.add(stack)
                continue
            todo += [(*way, *stack[1:]) for way in self.rules[stack[0]]]
        return ready

    def some_text(self, rand, others="ab<>/{}\"'[]\n =,:|é1-"):
        """A text of the grammar; after some hundred steps the shortest ways are usually taken. Of the characters that are
        anything but some, it takes `others`. Nothing where it does not end soon."""
        made, todo = [], ["root"]
        for step in range(6000):
            if not todo:
                return "".join(made)
            item = todo.pop(0)
            if isinstance(item, str):
                ways = self.rules[item]
                if step > 400 and rand.random() < 0.9:
                    ways = sorted(ways, key=lambda way: (item in way, len(way)))[:1]
                todo[:0] = rand.choice(ways)
            elif isinstance(item, tuple):
                made.append(rand.choice([each for each in others if each not in item[1]]))
            else:
                made.append(rand.choice(sorted(item)))
        return None

    def accepts(self, text):
        stacks = self.opened({("root",)})
        for each in text:
            after = set()
            for stack in stacks:
                if not stack:
                    continue
                first = stack[0]
                is_in = each not in first[1] if isinstance(first, tuple) else each in first
                if is_in:
                    after.add(stack[1:])
            stacks = self.opened(after)
            if not stacks:
                return False
        return () in stacks
