"""Readers, for work that may be done again: what is read depends on the text and the settings alone."""

import pytest

import toolcall
from toolcall.records import Reader


def call(n):
    return '<tool_call>{"name": "f", "arguments": {"n": %d}}</tool_call>' % n


def ids(messages):
    return [message["tool_calls"][0]["id"] for message in messages]


def test_texts_are_read_in_their_order_and_ids_are_those_of_the_text():
    reader = Reader()
    texts = [call(n % 150) for n in range(300)]
    found = list(reader.read_all(texts))
    assert [each["tool_calls"][0]["function"]["arguments"] for each in found] == [
        '{"n":%d}' % (n % 150) for n in range(300)
    ]
    assert ids(found) == ids(map(reader.read, texts)) and len(set(ids(found))) == 150
    assert ids(Reader(options=toolcall.Options(seed=1)).read_all(texts)) != ids(found)


def test_a_text_may_say_why_it_ends():
    first, second = Reader(finish_reason="length").read_pairs([("a", None), ("b", "stop")])
    assert (first["finish_reason"], second["finish_reason"]) == ("length", "stop")


def test_records_keep_what_they_have():
    records = ({"id": n, "output": call(n)} for n in range(200))
    found = list(Reader().read_records(records, "output", "read"))
    assert [each["id"] for each in found] == list(range(200))
    assert all(each["read"]["tool_calls"][0]["function"]["arguments"] == '{"n":%d}' % each["id"] for each in found)


def test_a_record_without_its_text_is_an_error_after_those_before_it():
    seen = []
    with pytest.raises(KeyError, match="output"):
        for record in Reader().read_records([{"output": "a"}, {"output": "b"}, {}], "output", "read"):
            seen.append(record["read"]["content"])
    assert seen == ["a", "b"]
