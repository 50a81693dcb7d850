"""Transformers: ids of a real tokenizer, made here, with the template of a model that writes its calls in tags."""

import pytest
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from toolcall.transformers import chat_message, parse_response

TEMPLATE = """{%- for message in messages %}<|im_start|>{{ message.role }}
{{ message.content }}{% for call in message.tool_calls or [] %}<tool_call>
{"name": "{{ call.function.name }}", "arguments": {{ call.function.arguments | tojson }}}
</tool_call>{% endfor %}<|im_end|>
{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant
{% endif %}"""
TEXT = 'I look. 🌞<tool_call>\n{"name": "get_weather", "arguments": {"city": "Zürich", "days": "3"}}\n</tool_call>'


def get_weather(city: str, days: int = 1) -> str:
    """Says what the weather will be."""
    return f"{days} days of sun in {city}"


@pytest.fixture(scope="module")
def tokenizer():
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=400, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False)
    made.train_from_iterator([TEXT], trainer)
    fast = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    fast.add_tokens([AddedToken("<|im_start|>", special=True), *(AddedToken(mark) for mark in ("<tool_call>", "</tool_call>"))])
    fast.chat_template = TEMPLATE
    return fast


@pytest.mark.parametrize("end", ["<|im_end|>", "<|im_end|><|endoftext|><|endoftext|>"])
def test_ids_as_generate_gives_them(tokenizer, end):
    ids = tokenizer.encode(TEXT + end, add_special_tokens=False)
    message = parse_response(tokenizer, ids, tools=[get_weather])
    (call,) = message.tool_calls
    assert call.values() == {"city": "Zürich", "days": 3} and call.dialect == "hermes"
    assert message.content.strip() == "I look. 🌞" and message.finish_reason == "tool_calls"


def test_ids_that_the_limit_cut_off(tokenizer):
    ids = tokenizer.encode(TEXT, add_special_tokens=False)
    for size in range(len(ids)):
        for call in parse_response(tokenizer, ids[:size], tools=[get_weather]).tool_calls:
            assert call.values() == {"city": "Zürich", "days": 3}


def test_the_docs_name_this_version(section):
    section("Transformers")


def test_a_text(tokenizer):
    assert parse_response(tokenizer, TEXT, tools=[get_weather]).tool_calls[0].values() == {"city": "Zürich", "days": 3}


def test_the_message_is_written_by_the_template(tokenizer):
    said = chat_message(parse_response(tokenizer, TEXT, tools=[get_weather]))
    conversation = [{"role": "user", "content": "Weather?"}, said]
    written = tokenizer.apply_chat_template(conversation, tokenize=False)
    again = parse_response(tokenizer, written.split("assistant\n")[1].removesuffix("<|im_end|>\n"), tools=[get_weather])
    assert again.tool_calls[0].values() == {"city": "Zürich", "days": 3}
