"""Chat templates of packages, and what they write for calls."""
import gzip
import hashlib
import importlib.util
import json
import pathlib
import tarfile

# A file of the Python package that imports nothing of it.
FROM = pathlib.Path(__file__).resolve().parents[2] / "bindings/python/src/toolcall/_sandbox.py"
SPEC = importlib.util.spec_from_file_location("sandbox", FROM)
sandbox = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(sandbox)

TOOLS = [{"type": "function", "function": {"name": "get_weather", "description": "The weather of a city.", "parameters": {
    "type": "object", "properties": {"city": {"type": "string", "description": "Its name."}, "days": {"type": "integer", "description": "How many."}},
    "required": ["city"]}}}]
CALL = {"name": "get_weather", "arguments": {"city": "Zürich", "days": 3}}

ENDINGS = (".jinja", ".jinja2", ".j2")


def is_template(text):
    return "{%" in text and "messages" in text


def texts_in(value):
    """Each string of a JSON value that is a chat template."""
    if isinstance(value, str):
        if is_template(value):
            yield value
    elif isinstance(value, (list, dict)):
        for each in value if isinstance(value, list) else value.values():
            yield from texts_in(each)


def texts_of(name, content):
    """The chat templates of one file."""
    if name.endswith(".gz"):
        name, content = name[:-3], gzip.decompress(content)
    if name.endswith(ENDINGS):
        return [content.decode("utf-8", "replace")]
    if name.endswith(".jsonl"):
        return [text for line in content.decode().splitlines() if line.strip() for text in texts_in(json.loads(line))]
    if name.endswith(".json"):
        return list(texts_in(json.loads(content)))
    return []


def templates_of(package):
    """[(name, text)] of an installed package, or of a package's source archive, without copies."""
    found = {}

    def take(name, content):
        try:
            texts = texts_of(name, content)
        except ValueError:
            return
        for number, text in enumerate(texts):
            if is_template(text):
                found.setdefault(hashlib.sha256(text.encode()).hexdigest(), (f"{name}#{number}" if len(texts) > 1 else name, text))

    if package.endswith(".tar.gz"):
        with tarfile.open(package) as archive:
            for member in archive:
                if member.isfile() and member.name.endswith(ENDINGS):
                    take(member.name.split("/", 1)[1], archive.extractfile(member).read())
    else:
        folder = pathlib.Path(importlib.util.find_spec(package).origin).parent
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.name.endswith((*ENDINGS, ".json", ".jsonl", ".json.gz", ".jsonl.gz")):
                take(str(file.relative_to(folder)), file.read_bytes())
    return sorted(found.values())


def environment():
    """That of `toolcall learn`; some templates also read the arguments that they are given as JSON."""
    made = sandbox.environment()
    made.filters["from_json"] = json.loads
    return made


class Template:
    """What one template writes. Templates differ in what they want of a message, so the usual shapes are tried."""

    def __init__(self, text):
        self.text = text
        self.compiled = environment().from_string(text)
        self.shape = None

    def rendered(self, messages, tools, **more):
        return self.compiled.render(messages=messages, tools=tools, bos_token="", eos_token="", pad_token="", unk_token="",
                                    add_generation_prompt=False, **more)

    def written(self, calls, tools, asked="What now?"):
        """What the model wrote to make these calls, and the end of the prompt before it; None where nothing is written."""
        question = [{"role": "user", "content": asked}]
        best = None
        for shape in [self.shape] if self.shape else SHAPES:
            try:
                before = self.rendered(question, tools)
                whole = self.rendered([*question, shape(calls)], tools)
                prompt = self.compiled.render(messages=question, tools=tools, bos_token="", eos_token="", pad_token="", unk_token="",
                                              add_generation_prompt=True)
            except Exception:  # templates fail in whatever way
                continue
            text = self.answer(before, prompt, whole)
            if text is not None and all(call["name"] in text for call in calls):
                if self.shape is None and "{'" in text:  # it prints arguments as Python does, and so wants them as JSON
                    best = best or (shape, text)
                    continue
                best = shape, text
                break
        if best is None:
            return None
        self.shape = best[0]
        return best[1]

    @staticmethod
    def answer(before, prompt, whole):
        """The part of the whole that the model wrote: behind the prompt, or behind the header of its turn."""
        if whole.startswith(prompt):
            return whole[len(prompt):]
        if not whole.startswith(before):
            before = before[:common(before, whole)]
        rest, header = whole[len(before):], prompt[len(before):]
        if not prompt.startswith(before):
            return rest
        same = rest[:common(rest, header)]  # it may end in the beginning of a mark of the answer
        return rest[max(same.rfind("\n"), same.rfind(">"), same.rfind("]")) + 1:]


def common(one, other):
    size = 0
    for a, b in zip(one, other):
        if a != b:
            break
        size += 1
    return size


def message(calls, content, arguments, flat=False):
    made = [{"id": f"call{number:05}", "type": "function", "function": {"name": call["name"], "arguments": arguments(call["arguments"])}}
            for number, call in enumerate(calls)]
    if flat:
        made = [{**call, **call["function"]} for call in made]
    return {"role": "assistant", "content": content, "tool_calls": made}


def as_json(value):
    return json.dumps(value, ensure_ascii=False)


SHAPES = [
    lambda calls: message(calls, "", lambda value: value),
    lambda calls: message(calls, None, lambda value: value),
    lambda calls: message(calls, "", as_json),
    lambda calls: message(calls, None, as_json),
    lambda calls: message(calls, "", lambda value: value, True),
    lambda calls: message(calls, None, as_json, True),
]
