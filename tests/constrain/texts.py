"""Calls of tools, what the command makes of them, and the same texts damaged."""

import json
import random
import re
import subprocess

TOOLS = [
    {"name": "get_weather", "parameters": {"type": "object", "required": ["city"], "properties": {
        "city": {"type": "string"}, "days": {"type": "integer"}, "unit": {"type": "string", "enum": ["c", "f"]}}}},
    {"name": "write_file", "parameters": {"type": "object", "required": ["path", "content"], "properties": {
        "path": {"type": "string"}, "content": {"type": "string"}, "append": {"type": "boolean"}}}},
    {"name": "find", "parameters": {"type": "object", "required": ["where"], "properties": {
        "tags": {"type": "array", "items": {"type": "string"}},
        "where": {"type": "object", "required": ["x"], "properties": {"x": {"type": "number"}, "note": {"type": "string"}}},
        "limit": {"type": ["integer", "null"]}}}},
    {"name": "ping", "parameters": {"type": "object", "properties": {}}},
]
WORDS = ["Bern", "a b", "x < y & z", "two\nlines", "it's", 'say "hi"', "日本", "<b>x</b>", "a/b.txt", "1, 2", "{x}", "[1]",
         "a\\b", "é", "</x", "f(a=1)", "#", "tab\there"]


def value(schema, rand):
    if "enum" in schema:
        return rand.choice(schema["enum"])
    kind = schema["type"]
    kind = rand.choice(kind) if isinstance(kind, list) else kind
    if kind == "object":
        return arguments(schema, rand)
    if kind == "array":
        return [value(schema["items"], rand) for _ in range(rand.randint(0, 3))]
    return {"string": lambda: rand.choice(WORDS), "integer": lambda: rand.randint(-3, 40), "null": lambda: None,
            "number": lambda: rand.choice([0, 1.5, -2, 1e30]), "boolean": lambda: rand.random() < 0.5}[kind]()


def arguments(schema, rand):
    """In the order of the schema, as a constraint has them."""
    required = schema.get("required", [])
    return {name: value(part, rand) for name, part in schema["properties"].items()
            if name in required or rand.random() < 0.6}


def random_calls(rand, most=2):
    return [{"name": tool["name"], "arguments": arguments(tool["parameters"], rand)}
            for tool in rand.choices(TOOLS, k=rand.randint(1, most))]


class Command:
    def __init__(self, path, tools):
        """`tools` is a file with TOOLS."""
        self.path, self.tools = path, tools

    def run(self, *words, text=""):
        done = subprocess.run([self.path, *words], input=text.encode(), capture_output=True, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def dialects(self):
        """Those that are written."""
        names = [line.split()[0] for line in self.run("dialects")[1].splitlines() if line and line[0] != " "]
        return [name for name in names if self.render(name, {"tool_calls": [self.plain_call()]}) is not None]

    @staticmethod
    def plain_call():
        return {"name": "get_weather", "arguments": {"city": "Bern"}}

    def render(self, dialect, message):
        """Nothing where the dialect cannot carry it."""
        code, text, _ = self.run("render", "--dialect", dialect, "--tools", self.tools, text=json.dumps(message))
        return text if code == 0 else None

    def constrain(self, dialect, form, *words):
        code, text, said = self.run("constrain", "--dialect", dialect, "--tools", self.tools, "--format", form, *words)
        if code != 0:
            raise ValueError(said)
        return text

    def is_read(self, dialect, text):
        """Whether the text has calls, all of them complete and of their schemas, without a recovery."""
        words = ["--dialect", dialect, "--tools", self.tools, "--strict", "--require-valid", "--require-call"]
        return self.run("parse", *words, text=text)[0] == 0


def damaged(text, rand, most=12):
    """Texts with one mark, bracket or quote taken away, or their end."""
    marks = [match.span() for match in re.finditer(r"<[^<>\s]{1,40}>|\[[A-Z_]{3,}\]|\]<\]minimax\[>\[|[{}\[\]\"<>|=():]", text)]
    rand.shuffle(marks)
    made = {text[:begin] + text[end:] for begin, end in marks[:most]}
    made.add(text[:-1])
    made.discard(text)
    return sorted(made)


def without_required(calls, rand):
    """The calls, one of them without a field that it must have; nothing where there is none."""
    made = json.loads(json.dumps(calls))
    for call in made:
        schema = next(tool["parameters"] for tool in TOOLS if tool["name"] == call["name"])
        if schema.get("required"):
            del call["arguments"][rand.choice(schema["required"])]
            return made
    return None


def rand_of(*words):
    return random.Random(":".join(map(str, words)))
