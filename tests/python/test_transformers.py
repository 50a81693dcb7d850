"""What a model of Transformers generated, with a tokenizer that has its interface; a real one is in tests/frameworks."""

import pytest

import toolcall
from toolcall.transformers import chat_message, dialect_of, parse_response

TOOLS = [{"name": "f", "input_schema": {"properties": {"n": {"type": "integer"}}}}]
TEXT = 'Sure. <tool_call>\n{"name": "f", "arguments": {"n": "3"}}\n</tool_call>'
TEMPLATE = """{%- for call in message.tool_calls %}<tool_call>
{"name": "{{ call.name }}", "arguments": {{ call.arguments | tojson }}}
</tool_call>{% endfor %}"""


class Tokenizer:
    """A token is a byte; 256 ends a text, and 257 fills what comes after."""

    eos_token_id, pad_token_id = 256, 257
    all_special_ids = [256, 257]

    def __init__(self, template=TEMPLATE):
        self.chat_template = template

    def decode(self, ids, *, skip_special_tokens, clean_up_tokenization_spaces):
        assert not skip_special_tokens and not clean_up_tokenization_spaces
        return bytes(ids).decode("utf-8", "replace")


def test_a_text_and_ids():
    ids = list(TEXT.encode())
    for given in (TEXT, [*ids, 256], (*ids, 256, 257, 257)):
        message = parse_response(Tokenizer(), given, tools=TOOLS)
        assert message.content.strip() == "Sure." and message.tool_calls[0].values() == {"n": 3}
        assert message.finish_reason == "tool_calls"
    assert chat_message(message)["tool_calls"][0]["function"] == {"name": "f", "arguments": {"n": 3}}
    assert chat_message(parse_response(Tokenizer(), "Hi")) == {"role": "assistant", "content": "Hi"}


def test_ids_that_the_limit_of_tokens_cut_off():
    cut = list(TEXT[: TEXT.index("}}")].encode())
    assert parse_response(Tokenizer(), cut, tools=TOOLS).tool_calls == ()
    assert parse_response(Tokenizer(), [*cut, 256], tools=TOOLS).tool_calls[0].repairs == ("missing_brace", "missing_brace")
    assert parse_response(Tokenizer(), cut, tools=TOOLS).finish_reason == "length"


def test_the_dialect_is_that_of_the_template():
    assert dialect_of(Tokenizer()).startswith("hermes")
    assert dialect_of(Tokenizer({"default": "{{ messages }}", "tool_use": TEMPLATE})) == dialect_of(Tokenizer())
    assert dialect_of(Tokenizer("{{ messages }}")) == dialect_of(Tokenizer(None)) == dialect_of(object()) == "auto"
    with pytest.raises(toolcall.SetupError):
        parse_response(Tokenizer(), "", dialect="hermse")
