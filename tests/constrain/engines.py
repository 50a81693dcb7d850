"""The same questions as check.py, to the engines themselves, and which keywords of JSON Schema they hold a model to.

usage: engines.py COMMAND [DIALECT...]

Both engines take a vocabulary of the 256 bytes and an end here, so no model is needed.
"""

import importlib.machinery
import json
import sys
import types

sys.dont_write_bytecode = True

import check  # noqa: E402
import llguidance  # noqa: E402
import tvm_ffi  # noqa: E402, F401  asks whether there is a torch, which must not be the one below


def stand_in_for(name, members):
    """xgrammar imports torch and transformers for masks on a device, which are not asked for here."""
    made = types.ModuleType(name)
    made.__spec__ = importlib.machinery.ModuleSpec(name, None)
    made.__getattr__ = lambda member: members.get(member, type(member, (), {}))
    sys.modules[name] = made


class Nothing:
    def __init__(self, *words, **named):
        pass


stand_in_for("torch", {"tensor": Nothing, "full": Nothing, "Tensor": Nothing, "__version__": "0", "int32": 0,
                       "cuda": types.SimpleNamespace(is_available=lambda: False)})
stand_in_for("transformers", {})
import xgrammar  # noqa: E402

VOCABULARY = xgrammar.TokenizerInfo([bytes([i]) for i in range(256)] + [b"</s>"], xgrammar.VocabType.RAW, stop_token_ids=[256])
COMPILER = xgrammar.GrammarCompiler(VOCABULARY)
BYTES = llguidance.LLTokenizer("byte")


def of_xgrammar(compiled):
    def allows(text):
        matcher = xgrammar.GrammarMatcher(compiled, terminate_without_stop_token=True)
        return matcher.accept_string(text) and matcher.is_completed()
    return allows


def of_llguidance(text):
    grammar = llguidance.LLMatcher.grammar_from_lark(text)
    first = llguidance.LLMatcher(BYTES, grammar, log_level=0)
    if first.is_error():
        raise ValueError(first.get_error())

    def allows(message):
        matcher = llguidance.LLMatcher(BYTES, grammar, log_level=0)
        tokens = list(message.encode())
        return matcher.try_consume_tokens(tokens) == len(tokens) and matcher.is_accepting()
    return allows


def ask(form, text):
    if form == "lark":
        return of_llguidance(text)
    return of_xgrammar(COMPILER.compile_structural_tag(text) if form == "structural-tag" else COMPILER.compile_grammar(text))


# A schema, a value that it allows and one that it does not.
KEYWORDS = {
    "pattern": ({"type": "string", "pattern": "^a+$"}, "aa", "b"),
    "format": ({"type": "string", "format": "date"}, "2020-01-31", "b"),
    "minLength": ({"type": "string", "minLength": 2}, "aa", "b"),
    "maxLength": ({"type": "string", "maxLength": 2}, "aa", "aaa"),
    "minimum": ({"type": "integer", "minimum": 3}, 3, 2),
    "maximum": ({"type": "integer", "maximum": 3}, 3, 4),
    "exclusiveMinimum": ({"type": "integer", "exclusiveMinimum": 3}, 4, 3),
    "exclusiveMaximum": ({"type": "number", "exclusiveMaximum": 3}, 2.5, 3),
    "multipleOf": ({"type": "integer", "multipleOf": 3}, 9, 10),
    "minItems": ({"type": "array", "minItems": 2}, [1, 2], [1]),
    "maxItems": ({"type": "array", "maxItems": 1}, [1], [1, 2]),
    "uniqueItems": ({"type": "array", "uniqueItems": True}, [1, 2], [1, 1]),
    "contains": ({"type": "array", "contains": {"type": "string"}}, ["a"], [1]),
    "prefixItems": ({"type": "array", "prefixItems": [{"type": "string"}]}, ["a", 1], [1]),
    "items": ({"type": "array", "items": {"type": "integer"}}, [1], ["a"]),
    "required": ({"type": "object", "properties": {"a": {}, "b": {}}, "required": ["b"]}, {"b": 1}, {"a": 1}),
    "properties": ({"type": "object", "properties": {"a": {"type": "null"}}}, {"a": None}, {"b": None}),
    "additionalProperties": ({"type": "object", "additionalProperties": {"type": "integer"}}, {"z": 1}, {"z": "a"}),
    "patternProperties": ({"type": "object", "patternProperties": {"^a": {"type": "string"}}}, {"ab": "x"}, {"ab": 1}),
    "propertyNames": ({"type": "object", "propertyNames": {"pattern": "^a$"}}, {"a": 1}, {"b": 1}),
    "minProperties": ({"type": "object", "minProperties": 1}, {"a": 1}, {}),
    "maxProperties": ({"type": "object", "maxProperties": 1}, {"a": 1}, {"a": 1, "b": 2}),
    "not": ({"not": {"type": "string"}}, 1, "a"),
    "if": ({"if": {"type": "string"}, "then": {"maxLength": 1}}, "a", "aa"),
    "anyOf": ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "a", True),
    "oneOf": ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, "a", True),
    "allOf": ({"allOf": [{"type": "integer"}]}, 1, "a"),
    "allOf of two": ({"allOf": [{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
                                {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]}]},
                     {"a": 1, "b": 2}, {"a": 1}),
    "const": ({"const": "a"}, "a", "b"),
    "enum": ({"enum": ["a", 1, None]}, None, 2),
    "type": ({"type": ["integer", "null"]}, None, "a"),
    "$ref": ({"$ref": "#/$defs/node"}, {"next": {"next": {}}}, {"next": 1}),
    "pattern and minLength": ({"type": "string", "pattern": "^a+$", "minLength": 2}, "aa", "a"),
    "beside properties": ({"type": "object", "properties": {"a": {}, "b": {}}, "anyOf": [{"required": ["a"]}]}, {"a": 1}, {"b": 1}),
    "type of Python": ({"type": "dict", "properties": {"a": {"type": "int"}}, "required": ["a"]}, {"a": 1}, {"a": 1.5}),
    "nullable word": ({"enum": ["a"], "nullable": True}, "a", None),
    "nullable": ({"type": "integer", "nullable": True}, None, "a"),
    "exclusiveMinimum of draft 4": ({"type": "integer", "minimum": 1, "exclusiveMinimum": True}, 2, 1),
    "items of draft 4": ({"type": "array", "items": [{"type": "string"}]}, ["a"], [1]),
    "required of draft 3": ({"type": "object", "properties": {"a": {"type": "integer", "required": True}}}, {"a": 1}, {"a": "x"}),
    "required, not declared": ({"type": "object", "properties": {"a": {}}, "required": ["b"]}, {"a": 1, "b": 2}, {"a": 1}),
    "required, nothing declared": ({"type": "object", "required": ["b"]}, {"b": 2}, {}),
    "tuple": ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False, "minItems": 2},
              ["a", 1], ["a", 1, 2]),
    "tuple of one kind": ({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}}, ["a", 1, 2],
                          ["a", "b"]),
    "items of none": ({"type": "array", "items": False}, [], [1]),
    "member of none": ({"type": "object", "properties": {"a": False, "b": {}}}, {"b": 1}, {"a": 1}),
    "member of none beside others": ({"type": "object", "properties": {"a": {"enum": []}}, "additionalProperties": True},
                                     {"b": 1}, ["a"]),
    "alternative of none": ({"anyOf": [{"enum": []}, {"type": "string", "minLength": 3, "maxLength": 2}, {"type": "integer"}]},
                            1, "aaa"),
    "alternative without end": ({"anyOf": [{"$ref": "#/$defs/endless"}, {"type": "null"}]}, None, {"next": None}),
    "required, of no type": ({"required": ["b"]}, {"b": 2}, {}),
    "tuple with an end": ({"type": "array", "prefixItems": [{"type": "string"}, False]}, ["a"], ["a", 1]),
    "enum beside a count": ({"type": "string", "minLength": 2, "enum": ["aa", "b"]}, "aa", "b"),
    "constant beside an enum": ({"const": "a", "enum": ["b", "a"]}, "a", "b"),
    "tuple of none": ({"type": "array", "prefixItems": [False, {"type": "string"}]}, [], ["a"]),
    "oneOf of numbers": ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, 1.5, "a"),
    "beside $ref": ({"$ref": "#/$defs/node", "minProperties": 1}, {"next": {}}, {}),
    "lookahead": ({"type": "string", "pattern": "^(?!b)"}, "a", "b"),
    "format of a host": ({"type": "string", "format": "cuid2"}, "a", 1),
}
DEFINITIONS = {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}},
               "endless": {"type": "object", "properties": {"next": {"$ref": "#/$defs/endless"}}, "required": ["next"]}}


def keywords_are_held_or_named(path, failures):
    """Of each keyword: what the schema allows is allowed; what it does not is refused, or a limit says so."""
    for form in ("lark", "structural-tag", "ebnf"):
        for name, (schema, good, bad) in KEYWORDS.items():
            tools = [{"name": "f", "parameters": {"type": "object", "properties": {"x": schema}, "required": ["x"],
                                                  "$defs": DEFINITIONS}}]
            with open(path, "w", encoding="utf-8") as file:
                json.dump(tools, file)
            command = check.Command(sys.argv[1], path)
            words = ["--dialect", "hermes", "--tools", path, "--format", form, "--choice", "required"]
            code, text, said = command.run("constrain", *words)
            failures.check(code == 0, form, name, said)
            try:
                allows = ask(form, text)
            except (ValueError, RuntimeError) as why:
                failures.check(False, form, name, "is refused by the engine:", str(why)[:200])
                continue

            def call(value):
                return '<tool_call>\n{"name": "f", "arguments": ' + json.dumps({"x": value}) + "}\n</tool_call>"
            failures.check(allows(call(good)), form, name, "refuses", good)
            failures.check(not allows(call(bad)) or "/0/parameters/properties/x" in said, form, name, "allows", bad, said)


if __name__ == "__main__":
    FAILURES = check.Failures()
    with check.tempfile.TemporaryDirectory() as made_folder:
        keywords_are_held_or_named(check.os.path.join(made_folder, "tools.json"), FAILURES)
    sys.exit(check.run(ask, ["lark", "ebnf", "structural-tag"], 12) or min(1, FAILURES.count))
