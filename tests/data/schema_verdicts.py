"""Makes schema_verdicts.json: what python-jsonschema says about pairs of a schema and an instance.

The schemas are written by hand below, in groups by keyword, each with instances; and a generator with a fixed seed makes
more of the same keywords. An entry is [schema, instance as text, valid]; all schemas are of draft 2020-12, or of draft 7
where "$schema" says so. Needs python-jsonschema with rfc3339-validator; the tests do not.

usage: python3 schema_verdicts.py [GENERATED [SEED]] > schema_verdicts.json
"""

import json
import random
import sys

import jsonschema

D7 = "http://json-schema.org/draft-07/schema#"

# (schema, instances as JSON text)
BY_HAND = [
    # types; a number without a fraction is an integer, however it is spelled
    ({"type": "string"}, ['"a"', "1", "null", '""', "[]", "{}", "true"]),
    ({"type": "integer"}, ["1", "1.0", "1.5", "-0", "1e2", '"1"', "true", "123456789012345678901234567890"]),
    ({"type": "number"}, ["1", "1.5", "1e400", '"1.5"', "false", "null"]),
    ({"type": "boolean"}, ["true", "false", "0", "1", '"true"', "null"]),
    ({"type": "null"}, ["null", "0", '""', "false", "[]"]),
    ({"type": "array"}, ["[]", "[1]", "{}", '"[]"']),
    ({"type": "object"}, ["{}", '{"a":1}', "[]", "null"]),
    ({"type": ["string", "null"]}, ['"a"', "null", "1", "{}"]),
    ({"type": ["integer", "array"]}, ["1", "[]", "1.5", '"1"']),
    ({}, ["1", "null", '{"a":[]}']),
    # enum and const, by value
    ({"enum": ["a", "b"]}, ['"a"', '"b"', '"c"', '"A"', "null", '"a "']),
    ({"enum": [1, "1", None, True]}, ["1", "1.0", '"1"', "null", "true", "false", "0"]),
    ({"enum": [[1, 2], {"a": 1}]}, ["[1,2]", "[2,1]", '{"a":1}', '{"a":1.0}', '{"a":2}', "[]"]),
    ({"enum": [0, False]}, ["0", "false", "0.0", "null", "1"]),
    ({"const": "x"}, ['"x"', '"y"', "null"]),
    ({"const": None}, ["null", "0", "false"]),
    ({"const": {"a": [1, {"b": 2}], "c": 3}}, ['{"c":3,"a":[1,{"b":2}]}', '{"c":3,"a":[1,{"b":3}]}', "{}"]),
    ({"const": 9007199254740993}, ["9007199254740993", "9007199254740992"]),
    ({"const": "\u00e9\U0001f600"}, ['"\\u00e9\\ud83d\\ude00"', '"e"']),
    ({"const": 0.1}, ["0.1", "0.10", "1e-1", "0.2"]),
    # bounds
    ({"minimum": 3}, ["3", "2", "2.999", "4", '"1"', "3.0"]),
    ({"maximum": 10.5}, ["10.5", "10.6", "10", "-1e9"]),
    ({"exclusiveMinimum": 0}, ["0", "0.001", "-1", "0.0"]),
    ({"exclusiveMaximum": 100}, ["100", "99.99", "101"]),
    ({"minimum": -9007199254740991, "maximum": 9007199254740991}, ["9007199254740991", "9007199254740992", "-9007199254740992", "0"]),
    ({"type": "integer", "maximum": 9007199254740992}, ["9007199254740992", "9007199254740993", "12345678901234567890"]),
    ({"minimum": 18446744073709551615}, ["18446744073709551615", "18446744073709551614"]),
    # multiples, in decimal
    ({"multipleOf": 2}, ["4", "3", "0", "-2", "4.0", '"3"', "2.5"]),
    ({"multipleOf": 1}, ["2.5", "2", "3.0"]),
    ({"multipleOf": 5}, ["15", "16", "12345678901234567890", "12345678901234567891"]),
    ({"multipleOf": 0.5}, ["1.5", "1.25", "2", "0"]),
    ({"multipleOf": 0.25}, ["0.75", "0.8"]),
    # lengths in characters
    ({"minLength": 2}, ['"ab"', '"a"', '""', '"\u00e9"', '"\u00e9\u00e9"', "1", '"\\ud83d\\ude00"']),
    ({"maxLength": 2}, ['"ab"', '"abc"', '"\U0001f600\U0001f600"', '"\U0001f600\U0001f600\U0001f600"', "[1,2,3]"]),
    ({"minLength": 1, "maxLength": 1}, ['"\u4e2d"', '"e\u0301"', '"\\n"', '""']),
    ({"minLength": 2.0}, ['"a"', '"ab"']),
    # patterns, unanchored
    ({"pattern": "b"}, ['"abc"', '"ac"', "1"]),
    ({"pattern": "^[a-z]+$"}, ['"abc"', '"aBc"', '""', '"ab1"']),
    ({"pattern": "^.$"}, ['"\u00e9"', '"\U0001f600"', '"ab"', '""']),
    ({"pattern": "^\\d{3}-\\d{4}$"}, ['"555-1234"', '"5555-123"', '"555-12345"']),
    ({"pattern": "^(foo|bar)?$"}, ['"foo"', '""', '"foobar"']),
    ({"pattern": "^(a+)+$"}, ['"aaaa"', '"aaab"']),
    ({"pattern": "^[^/]+/[^/]+$"}, ['"owner/repo"', '"owner"', '"a/b/c"']),
    ({"pattern": "\\u00e9$"}, ['"caf\u00e9"', '"cafe"']),
    ({"pattern": "^\\w+@\\w+\\.com$"}, ['"me@here.com"', '"me@here.org"', '"@.com"']),
    ({"pattern": "^[\\-_a-z]{1,5}$"}, ['"a-b_c"', '"abcdef"']),
    # objects
    ({"properties": {"a": {"type": "integer"}}}, ['{"a":1}', '{"a":"1"}', "{}", '{"b":"x"}', "[]"]),
    ({"required": ["a", "b"]}, ['{"a":1,"b":2}', '{"a":1}', "{}", "1", '{"a":null,"b":null}']),
    ({"properties": {"a": {}}, "additionalProperties": False}, ['{"a":1}', '{"a":1,"b":2}', "{}", '{"A":1}']),
    ({"additionalProperties": {"type": "string"}}, ['{"a":"x"}', '{"a":1}', "{}"]),
    ({"properties": {"n": True}, "additionalProperties": {"type": "integer"}}, ['{"n":"x","m":1}', '{"m":"x"}']),
    ({"patternProperties": {"^x-": {"type": "string"}}}, ['{"x-a":"s"}', '{"x-a":1}', '{"y":1}']),
    ({"properties": {"a": {}}, "patternProperties": {"^n": {"type": "number"}}, "additionalProperties": False},
     ['{"a":"s","n1":1}', '{"n1":"s"}', '{"z":1}', '{"a":1,"n":2,"nn":3}']),
    ({"properties": {"nice": {"minimum": 5}}, "patternProperties": {"^n": {"type": "integer"}}},
     ['{"nice":5}', '{"nice":4}', '{"nice":5.5}', '{"other":"x"}']),
    ({"propertyNames": {"pattern": "^[a-z]+$"}}, ['{"a":1}', '{"A":1}', "{}", '{"a1":1}']),
    ({"propertyNames": {"enum": ["a", "b"]}, "additionalProperties": {"type": "integer"}},
     ['{"a":1}', '{"a":"1"}', '{"c":1}', '{"a":1,"b":2}']),
    ({"properties": {"m": {"propertyNames": {"maxLength": 2}}}}, ['{"m":{"ab":1}}', '{"m":{"abc":1}}', '{"m":1}']),
    ({"minProperties": 1, "maxProperties": 2}, ["{}", '{"a":1}', '{"a":1,"b":2}', '{"a":1,"b":2,"c":3}', "[]"]),
    ({"dependentRequired": {"a": ["b", "c"]}}, ['{"a":1,"b":2,"c":3}', '{"a":1,"b":2}', '{"b":1}', "{}"]),
    ({"dependentSchemas": {"a": {"properties": {"b": {"type": "integer"}}}}}, ['{"a":1,"b":2}', '{"a":1,"b":"x"}', '{"b":"x"}']),
    ({"$schema": D7, "dependencies": {"a": ["b"], "c": {"required": ["d"]}}}, ['{"a":1}', '{"a":1,"b":1}', '{"c":1}', '{"c":1,"d":1}', "{}"]),
    ({"properties": {"": {"type": "integer"}, "a/b": {"type": "integer"}, "~": {"type": "string"}}},
     ['{"":1}', '{"":"x"}', '{"a/b":1}', '{"a/b":"x"}', '{"~":"s"}', '{"~":1}']),
    # arrays
    ({"items": {"type": "integer"}}, ["[1,2]", '[1,"2"]', "[]", "{}", "[1.0]"]),
    ({"items": False}, ["[]", "[1]"]),
    ({"prefixItems": [{"type": "string"}, {"type": "integer"}]}, ['["a",1]', '["a"]', '["a",1,true]', '[1,"a"]', "[]"]),
    ({"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False}, ['["a",1]', '["a",1,2]', '["a"]', "[]", "[1]"]),
    ({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}, ['["a",1,2]', '["a","b"]']),
    ({"$schema": D7, "items": [{"type": "string"}, {"type": "integer"}], "additionalItems": False}, ['["a",1]', '["a",1,2]', "[1]"]),
    ({"$schema": D7, "items": [{"type": "string"}], "additionalItems": {"type": "null"}}, ['["a",null]', '["a",1]']),
    ({"minItems": 1, "maxItems": 2}, ["[]", "[1]", "[1,2]", "[1,2,3]", '"abc"']),
    ({"uniqueItems": True}, ["[1,2]", "[1,1]", "[1,1.0]", '[1,"1"]', '[{"a":1,"b":2},{"b":2,"a":1}]', "[[1],[1]]", "[true,1]", "[false,0]", "[null,null]", "[]"]),
    ({"contains": {"type": "integer"}}, ["[1]", '["a",1]', '["a"]', "[]", "{}"]),
    ({"contains": {"minimum": 5}, "minContains": 2}, ["[5,6]", "[5]", "[1,5,6,7]", "[]"]),
    ({"contains": {"minimum": 5}, "maxContains": 1}, ["[5]", "[5,6]", "[1]", "[1,5]"]),
    ({"contains": {"type": "null"}, "minContains": 0}, ["[]", "[1]", "[null]"]),
    ({"contains": {"const": "a"}, "minContains": 1, "maxContains": 2}, ['["a"]', '["a","a","a"]', '["b"]']),
    # in place
    ({"anyOf": [{"type": "integer"}, {"minLength": 2}]}, ["1", '"ab"', '"a"', "1.5", "null"]),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, ['"a"', "null", "1"]),
    ({"anyOf": [{"pattern": "^a"}, {"multipleOf": 2}], "type": ["string", "integer"]}, ['"ab"', '"b"', "4", "3"]),
    ({"oneOf": [{"type": "integer"}, {"minimum": 2}]}, ["1", "2.5", "3", "1.5", '"x"']),
    ({"oneOf": [{"pattern": "^a"}, {"pattern": "b$"}], "type": "string"}, ['"ac"', '"cb"', '"ab"', '"c"']),
    ({"oneOf": [{"type": "integer"}, {"type": "number"}]}, ["1", "1.5", '"x"']),
    ({"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, ['{"a":1}', '{"b":1}', '{"a":1,"b":1}', "{}"]),
    ({"oneOf": [{"properties": {"kind": {"const": "a"}, "x": {"type": "integer"}}, "required": ["kind", "x"]},
                {"properties": {"kind": {"const": "b"}, "y": {"type": "string"}}, "required": ["kind", "y"]}]},
     ['{"kind":"a","x":1}', '{"kind":"b","y":"s"}', '{"kind":"a","y":"s"}', '{"kind":"c"}', "{}", '{"kind":"b","x":1,"y":"s"}']),
    ({"allOf": [{"properties": {"a": {"type": "integer"}}}, {"required": ["a"]}]}, ['{"a":1}', '{"a":"x"}', "{}"]),
    ({"allOf": [{"minimum": 2}, {"maximum": 4}]}, ["1", "2", "3", "5"]),
    ({"allOf": [{"type": "string"}, {"pattern": "^a"}, {"maxLength": 2}]}, ['"ab"', '"abc"', '"b"', "1"]),
    ({"not": {"type": "string"}}, ["1", '"a"', "null"]),
    ({"not": {"pattern": "^a"}}, ['"b"', '"a"', "1"]),
    ({"not": {"multipleOf": 2}}, ["3", "4", '"x"']),
    ({"not": {"required": ["a"]}}, ['{"a":1}', '{"b":1}']),
    ({"not": {"uniqueItems": True}}, ["[1,1]", "[1,2]"]),
    ({"not": {"not": {"const": 1}}}, ["1", "2"]),
    ({"not": {}}, ["1"]),
    ({"if": {"properties": {"a": {"const": 1}}, "required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}},
     ['{"a":1,"b":1}', '{"a":1}', '{"a":2}', '{"a":2,"c":1}', "{}", '{"c":1}']),
    ({"if": {"pattern": "^a"}, "then": {"maxLength": 1}}, ['"a"', '"ab"', '"bbb"']),
    ({"if": {"minimum": 10}, "else": {"multipleOf": 3}}, ["11", "3", "4"]),
    ({"then": {"type": "string"}}, ["1"]),
    ({"properties": {"a": False, "b": True}}, ['{"a":1}', '{"b":1}', "{}"]),
    # references
    ({"$defs": {"n": {"type": "integer"}}, "$ref": "#/$defs/n"}, ["1", '"1"']),
    ({"$defs": {"n": {"type": "integer"}}, "properties": {"a": {"$ref": "#/$defs/n", "minimum": 3}}}, ['{"a":3}', '{"a":2}', '{"a":"x"}']),
    ({"definitions": {"a/b": {"type": "integer"}, "c~d": {"type": "string"}, "e%f": {"type": "null"}},
      "properties": {"x": {"$ref": "#/definitions/a~1b"}, "y": {"$ref": "#/definitions/c~0d"}, "z": {"$ref": "#/definitions/e%25f"}}},
     ['{"x":1,"y":"s","z":null}', '{"x":"s"}', '{"y":1}', '{"z":1}']),
    ({"$defs": {"node": {"type": "object", "properties": {"v": {"type": "integer"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/node"}}},
                         "required": ["v"], "additionalProperties": False}}, "properties": {"t": {"$ref": "#/$defs/node"}}},
     ['{"t":{"v":1,"kids":[{"v":2,"kids":[]}]}}', '{"t":{"v":1,"kids":[{"v":"x"}]}}', '{"t":{"v":1,"kids":[{"kids":[]}]}}', '{"t":{"v":1,"x":1}}']),
    ({"properties": {"next": {"$ref": "#"}, "n": {"type": "integer"}}}, ['{"next":{"next":{"n":1}}}', '{"next":{"next":{"n":"x"}}}']),
    ({"$defs": {"a": {"$anchor": "here", "type": "integer"}}, "properties": {"p": {"$ref": "#here"}}}, ['{"p":1}', '{"p":"x"}']),
    ({"$id": "https://example.com/tool", "$defs": {"s": {"type": "string"}}, "properties": {"p": {"$ref": "https://example.com/tool#/$defs/s"}}}, ['{"p":"x"}', '{"p":1}']),
    ({"properties": {"a": {"type": "integer"}, "b": {"$ref": "#/properties/a"}}}, ['{"b":1}', '{"b":"x"}']),
    ({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/c"}, "c": {"type": "null"}}, "items": {"$ref": "#/$defs/a"}}, ["[null]", "[1]"]),
    # what is left over
    ({"allOf": [{"properties": {"a": {}}}], "properties": {"b": {}}, "unevaluatedProperties": False}, ['{"a":1,"b":2}', '{"c":1}', "{}"]),
    ({"anyOf": [{"properties": {"a": {"const": 1}}, "required": ["a"]}, {"properties": {"b": {}}, "required": ["b"]}], "unevaluatedProperties": False},
     ['{"a":1}', '{"b":1}', '{"a":1,"b":1}', '{"a":2,"b":1}', '{"a":1,"c":1}']),
    ({"$defs": {"base": {"properties": {"id": {"type": "integer"}}}}, "$ref": "#/$defs/base", "properties": {"x": {}}, "unevaluatedProperties": False},
     ['{"id":1,"x":2}', '{"id":1,"y":2}', '{"id":"s"}']),
    ({"unevaluatedProperties": {"type": "string"}, "properties": {"n": {"type": "integer"}}}, ['{"n":1,"m":"s"}', '{"n":1,"m":2}']),
    ({"if": {"properties": {"k": {"const": "a"}}, "required": ["k"]}, "then": {"properties": {"x": {}}}, "unevaluatedProperties": False},
     ['{"k":"a","x":1}', '{"k":"a","y":1}', '{"k":"b"}']),
    ({"prefixItems": [{"type": "integer"}], "unevaluatedItems": False}, ["[1]", "[1,2]", "[]"]),
    ({"allOf": [{"prefixItems": [{}, {}]}], "unevaluatedItems": {"type": "string"}}, ['[1,2,"s"]', "[1,2,3]"]),
    ({"contains": {"const": 1}, "unevaluatedItems": False}, ["[1]", "[1,2]"]),
    # formats, asserted
    ({"format": "date"}, ['"2024-02-29"', '"2023-02-29"', '"2024-13-01"', '"2024-1-1"', '"05/01/2024"', '"tomorrow"', "1", '"2024-04-31"']),
    ({"format": "time"}, ['"12:30:00Z"', '"12:30:00+02:00"', '"25:00:00Z"', '"12:60:00Z"', '"noon"']),
    ({"format": "date-time"}, ['"2024-02-29T12:30:00Z"', '"2024-02-29T12:30:00.123+05:30"', '"2024-02-29 12:30"', '"2024-02-30T12:30:00Z"', '"2024-02-29"']),
    ({"format": "email"}, ['"a@b.c"', '"plain"', '"first.last@example.com"']),
    ({"format": "ipv4"}, ['"192.0.2.1"', '"256.1.1.1"', '"1.2.3"', '"01.2.3.4"', '"a.b.c.d"', '"1.2.3.4.5"']),
    ({"format": "ipv6"}, ['"::1"', '"2001:db8::8a2e:370:7334"', '"1:2:3:4:5:6:7:8"', '"1:2:3"', '"::g"', '"1::2::3"', '"::ffff:192.0.2.1"', '"12345::"', '"::"', '":::"']),
    ({"format": "uuid"}, ['"123e4567-e89b-12d3-a456-426614174000"', '"123E4567-E89B-12D3-A456-426614174000"', '"123e4567e89b12d3a456426614174000"', '"x"', '"123e4567-e89b-12d3-a456-42661417400g"']),
    ({"format": "regex"}, ['"^a+$"', '"(a"', '"[a"', '"(?=a)b"', '"a**"', '"*a"']),
    ({"type": "string", "format": "date", "minLength": 3}, ['"2024-01-01"', '"x"', "null"]),
    ({"anyOf": [{"format": "ipv4", "type": "string"}, {"type": "null"}]}, ['"1.2.3.4"', "null", '"x"']),
    # shapes that generators of tools write
    ({"type": "object", "properties": {"q": {"type": "string"}, "page": {"type": "number", "minimum": 1}, "sort": {"type": "string", "enum": ["asc", "desc"]}},
      "required": ["q"], "additionalProperties": False},
     ['{"q":"x"}', '{"q":"x","page":2,"sort":"asc"}', '{"q":"x","page":0}', '{"q":"x","sort":"up"}', '{"page":1}', '{"q":"x","zz":1}', '{"q":null}']),
    ({"type": "object", "properties": {"tags": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}], "default": None}}},
     ['{"tags":["a"]}', '{"tags":null}', '{"tags":[1]}', '{"tags":"a"}', "{}"]),
    ({"type": "object", "propertyNames": {"type": "string"}, "additionalProperties": {"type": "number"}}, ['{"a":1}', '{"a":"1"}']),
    ({"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}], "minItems": 2, "maxItems": 2}, ["[1,2]", "[1]", "[1,2,3]", '["1",2]']),
]

TEXTS = ["", "a", "ab", "abc", "b", "x1", "\u00e9\u00e9", "\U0001f600", "2024-01-01", "10.0.0.1", "zz"]
NAMES = ["a", "b", "c", "x1"]


def a_value(r, depth=0):
    kind = r.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return r.choice([None, True, False])
    if kind in (1, 2):
        return r.choice([0, 1, 2, 3, 5, 10, -1, 2.5, 1.0, 0.1, 9007199254740993])
    if kind in (3, 4, 5):
        return r.choice(TEXTS)
    if kind == 6:
        return [a_value(r, depth + 1) for _ in range(r.randrange(4))]
    return {r.choice(NAMES): a_value(r, depth + 1) for _ in range(r.randrange(4))}


def a_schema(r, depth=0):
    if r.random() < 0.06:
        return r.choice([True, False, {}, {"$ref": "#/$defs/d"}])
    s = {}
    sub = lambda: a_schema(r, depth + 1) if depth < 3 else {"type": r.choice(["string", "integer"])}
    subs = lambda: [sub() for _ in range(r.randrange(1, 4))]
    makers = [
        lambda: s.update(type=r.choice(["string", "integer", "number", "boolean", "null", "array", "object", ["string", "null"], ["integer", "object"]])),
        lambda: s.update(enum=[a_value(r, 2) for _ in range(r.randrange(1, 4))]),
        lambda: s.update(const=a_value(r, 2)),
        lambda: s.update(minimum=r.choice([0, 1, 2.5]), exclusiveMaximum=r.choice([3, 10])),
        lambda: s.update(multipleOf=r.choice([1, 2, 0.5, 5])),
        lambda: s.update(minLength=r.randrange(3), maxLength=r.randrange(1, 5)),
        lambda: s.update(pattern=r.choice(["^a", "b$", "^.$", "[0-9]", "^[a-c]*$"])),
        lambda: s.update(format=r.choice(["date", "ipv4"])),
        lambda: s.update(properties={r.choice(NAMES): sub() for _ in range(r.randrange(1, 4))}),
        lambda: s.update(properties={r.choice(NAMES): sub() for _ in range(r.randrange(1, 4))}, additionalProperties=r.choice([False, sub()])),
        lambda: s.update(patternProperties={r.choice(["^a", "[0-9]$", "b"]): sub()}),
        lambda: s.update(required=r.sample(NAMES, r.randrange(1, 3))),
        lambda: s.update(propertyNames=sub()),
        lambda: s.update(minProperties=r.randrange(2), maxProperties=r.randrange(1, 4)),
        lambda: s.update(dependentRequired={r.choice(NAMES): [r.choice(NAMES)]}),
        lambda: s.update(dependentSchemas={r.choice(NAMES): sub()}),
        lambda: s.update(items=sub()),
        lambda: s.update(prefixItems=subs(), items=r.choice([False, sub()])),
        lambda: s.update(contains=sub(), minContains=r.randrange(3)),
        lambda: s.update(contains=sub(), maxContains=r.randrange(1, 3)),
        lambda: s.update(uniqueItems=True),
        lambda: s.update(minItems=r.randrange(3), maxItems=r.randrange(1, 4)),
        lambda: s.update(anyOf=subs()),
        lambda: s.update(oneOf=subs()),
        lambda: s.update(allOf=subs()),
        lambda: s.update({"not": sub()}),
        lambda: s.update({"if": sub(), "then": sub(), "else": sub()}),
        lambda: s.update(unevaluatedProperties=False, anyOf=subs()),
        lambda: s.update(unevaluatedItems=False, anyOf=subs()),
    ]
    for make in r.sample(makers, r.randrange(1, 4)):
        make()
    return s


def generated(seed, count):
    r = random.Random(seed)
    yes = no = 0
    while yes + no < count:
        schema = {"properties": {"p": a_schema(r)}, "$defs": {"d": r.choice([{"type": "integer"}, {"minLength": 1, "type": "string"}])}}
        instance = json.dumps({"p": a_value(r)}, ensure_ascii=r.random() < 0.5)
        valid = verdict(schema, instance)
        # As many of one kind as of the other.
        if valid and yes <= no:
            yes += 1
        elif not valid and no <= yes:
            no += 1
        else:
            continue
        yield schema, instance, valid


def verdict(schema, text):
    draft = jsonschema.Draft7Validator if schema.get("$schema") == D7 else jsonschema.Draft202012Validator
    draft.check_schema(schema)
    return draft(schema, format_checker=draft.FORMAT_CHECKER).is_valid(json.loads(text))


def main():
    pairs = [[schema, text, verdict(schema, text)] for schema, texts in BY_HAND for text in texts]
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    pairs += [list(p) for p in generated(int(sys.argv[2]) if len(sys.argv) > 2 else 1, count)]
    print("[" + ",\n".join(json.dumps(p, separators=(",", ":")) for p in pairs) + "]")


main()
