"""BFCL's calls, written by chat templates and read again.

    round_trip.py COMMAND [--sample N] [--write PAGE] PACKAGE...

The calls are those that BFCL's ground truth has (bfcl-eval), with their tools; the templates are those of the packages. A call
that is read with other arguments, and is complete, is wrong, unless the template wrote other arguments: it does so where it
writes a value that is no text as text, or leaves one out. With --sample each N-th pair of a template and an entry is tried.
"""
import argparse
import ast
import collections
import importlib.util
import json
import pathlib
import sys

import reading
import rendering
from reading import between

TYPES = {"dict": "object", "float": "number", "tuple": "array", "any": None, "list": "array", "str": "string", "int": "integer", "bool": "boolean",
         "hashmap": "object", "arraylist": "array", "char": "string", "double": "number", "long": "integer", "short": "integer", "byte": "integer",
         "set": "array", "hashtable": "object", "stack": "array", "queue": "array"}
NAMES = str.maketrans({each: "_" for each in ".- /"})


def schema_of(value):
    """BFCL's types as JSON Schema has them."""
    if isinstance(value, list):
        return [schema_of(each) for each in value]
    if not isinstance(value, dict):
        return value
    made = {}
    for key, each in value.items():
        if key == "type" and isinstance(each, str):
            word = TYPES.get(each.lower(), each.lower())
            if word in ("object", "number", "array", "string", "integer", "boolean", "null"):
                made[key] = word
        elif key in ("properties",) and isinstance(each, dict):
            made[key] = {name: schema_of(of) for name, of in each.items()}
        elif key in ("items", "additionalProperties") or key in ("anyOf", "oneOf", "allOf"):
            made[key] = schema_of(each)
        elif key in ("description", "required", "enum", "default"):
            made[key] = each
    return made


def fits(value, schema):
    """Whether a value is of the schema's type: the ground truth has other ones, too, which no schema would let through."""
    kind = schema.get("type")
    if kind == "integer":
        right = isinstance(value, int) and not isinstance(value, bool)
    elif kind == "number":
        right = isinstance(value, (int, float)) and not isinstance(value, bool)
    else:
        right = {"string": str, "boolean": bool, "array": list, "object": dict}.get(kind, object)
        right = isinstance(value, right)
    if not right or ("enum" in schema and value not in schema["enum"]):
        return False
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return all(fits(each, schema["items"]) for each in value)
    if isinstance(value, dict) and schema.get("properties"):
        return all(key in schema["properties"] and fits(each, schema["properties"][key]) for key, each in value.items()) and \
            all(key in value for key in schema.get("required", []))
    return True


def first_of(options, schema):
    """The first of the right values for an argument that its schema lets through; None where the argument may be left out."""
    for option in options:
        value = option
        if option == "":
            continue
        if isinstance(option, dict) and schema.get("type") == "object":
            properties = schema.get("properties", {})
            value = {key: first_of(each, properties.get(key, {})) for key, each in option.items() if isinstance(each, list)}
            value = {key: each for key, each in value.items() if each is not None}
        if isinstance(option, list) and option and isinstance(option[0], dict):
            inner = schema.get("items", {}).get("properties", {})
            value = [{key: first_of(each, inner.get(key, {})) for key, each in element.items() if isinstance(each, list)} for element in option]
            value = [{key: each for key, each in element.items() if each is not None} for element in value]
        if fits(value, schema):
            return value
    return None


def entries():
    """[(name, tools, calls)] of BFCL's ground truth."""
    folder = pathlib.Path(importlib.util.find_spec("bfcl_eval").origin).parent / "data"
    for answers in sorted((folder / "possible_answer").glob("*.json")):
        if "multi_turn" in answers.name or "memory" in answers.name or "web_search" in answers.name:
            continue
        questions = {}
        for line in (folder / answers.name).read_text("utf-8").splitlines():
            question = json.loads(line)
            questions[question["id"]] = question
        for line in answers.read_text("utf-8").splitlines():
            answer = json.loads(line)
            question = questions.get(answer["id"])
            if question is None or "function" not in question:
                continue
            tools = [{"type": "function", "function": {"name": each["name"].translate(NAMES), "description": each.get("description", ""),
                                                       "parameters": schema_of(each["parameters"])}} for each in question["function"]]
            schemas = {each["function"]["name"]: each["function"]["parameters"] for each in tools}
            calls = []
            for call in answer["ground_truth"]:
                if not isinstance(call, dict):
                    break
                (name, options), = call.items()
                name = name.translate(NAMES)
                properties = schemas.get(name, {}).get("properties", {})
                arguments = {key: first_of(each, properties.get(key, {})) for key, each in options.items()}
                arguments = {key: each for key, each in arguments.items() if each is not None}
                if name not in schemas or not fits(arguments, schemas[name]):
                    break
                calls.append({"name": name, "arguments": arguments})
            else:
                if calls:
                    yield answer["id"], tools, calls


def texts_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for each in value if isinstance(value, list) else [*value.values(), *value]:
            yield from texts_in(each)


def says(text, calls):
    """Whether each call's name and each text of its arguments stands in what the template wrote, as it is or as JSON has it."""
    names = collections.Counter(call["name"] for call in calls)
    if any(text.count(name) < count for name, count in names.items()):
        return False
    plain = "".join(text.split())

    def stands(each):
        return any("".join(form.split()) in plain for form in (each, json.dumps(each)[1:-1], json.dumps(each, ensure_ascii=False)[1:-1], repr(each)[1:-1]))

    return all(stands(each) for call in calls for each in texts_in(call["arguments"]))


def stripped(value):
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, dict):
        return {key: stripped(each) for key, each in value.items()}
    return type(value)(stripped(each) for each in value) if isinstance(value, (list, tuple)) else value


def main():
    words = argparse.ArgumentParser()
    words.add_argument("command")
    words.add_argument("--sample", type=int, default=1)
    words.add_argument("--write", type=pathlib.Path)
    words.add_argument("packages", nargs="+")
    given = words.parse_args()
    all_entries = list(entries())
    counts, wrong, shown = collections.Counter(), [], collections.Counter()
    by_template = collections.defaultdict(collections.Counter)
    number = 0
    for package in given.packages:
        for name, text in rendering.templates_of(package):
            try:
                template = rendering.Template(text)
            except Exception:
                continue
            if template.written([rendering.CALL], rendering.TOOLS) is None:
                continue
            named = reading.dialects_of_template(given.command, text)[0] or "auto"
            records, asked = [], []
            for entry, tools, calls in all_entries:
                number += 1
                if number % given.sample:
                    continue
                written = template.written(calls, tools)
                if written is None:
                    counts["the template refuses it"] += len(calls)
                    continue
                records.append({"text": written, "tools": tools, "dialect": named})
                asked.append((entry, calls))
            for record, (entry, calls), message in zip(records, asked, reading.read_all(given.command, records)):
                judge(name, record, entry, calls, message, counts, wrong, shown, by_template[name])
    total = sum(counts.values())
    for reason, count in counts.most_common():
        print(f"{count:7} {reason}")
    meant = total - counts["the template refuses it"] - counts["the template writes something else"]
    said = (f"{total} calls in {len(by_template)} templates; of {meant} that the template writes as they are meant {counts['identical']} are read as such "
            f"({100 * counts['identical'] / max(1, meant):.2f} %), {len(wrong)} are complete and wrong")
    print(said)
    if given.write:
        lines = ["| | calls |", "|---|---:|", *(f"| {reason} | {count} |" for reason, count in counts.most_common())]
        page = given.write.read_text("utf-8")
        given.write.write_text(between(page, "round_trip", f"{said[0].upper()}{said[1:]}:\n\n" + "\n".join(lines)), "utf-8")
    for each in wrong[:50]:
        print("wrong:", *each)
    return 1 if wrong else 0


def judge(name, record, entry, calls, message, counts, wrong, shown, of_template):
    found = reading.calls_of(message)
    meant = says(record["text"], calls)
    made = [(each, reading.comparable(arguments)) for each, arguments, _ in found]
    wanted = [(each["name"], reading.comparable(each["arguments"])) for each in calls]
    if made == wanted:
        reason = "identical"
    elif stripped(made) == stripped(wanted):
        reason = "identical but for blanks at the ends of texts, which the template writes"
    elif not meant:
        reason = "the template writes something else"
    else:
        extra = [pair for pair, (*_, status) in zip(made, found) if pair not in wanted and status == "complete"]
        notes = message["toolcall"]["incomplete"] + message["toolcall"]["refused"]
        reason = "complete and wrong" if extra else f"lost: {notes[0]['label']}" if notes else "lost: text" if not made else "invalid, or not all of them"
        if extra:
            wrong.append((name, entry, repr(record["text"][:400]), extra))
        elif shown[reason, name] < 1 and sum(shown.values()) < 60:
            shown[reason, name] += 1
            print(f"{reason}: {name}, {record['dialect']}: {entry}: {record['text'][:300]!r}")
    counts[reason] += len(calls)
    of_template[reason] += len(calls)


if __name__ == "__main__":
    sys.exit(main())
