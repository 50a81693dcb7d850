"""Transformers of Hugging Face: what a model generated, text or ids, as a message. Needs no more than the tokenizer.

    message = toolcall.transformers.parse_response(tokenizer, ids[0, prompt_length:], tools=tools)
    conversation.append(toolcall.transformers.chat_message(message))

The chat template of the tokenizer says which dialect its model writes.
"""

from typing import Any

from .errors import SetupError
from .message import Message
from .parser import parse
from .settings import DialectLike, Options, dialect_from_template
from .tools import ToolsLike


def dialect_of(tokenizer: Any) -> str:
    """What the model of this tokenizer writes, by its chat template; "auto" where that shows no dialect."""
    template = getattr(tokenizer, "chat_template", None)
    if isinstance(template, dict):
        template = template.get("tool_use") or template.get("default")
    try:
        return dialect_from_template(template) if template else "auto"
    except SetupError:
        return "auto"


def parse_response(
    tokenizer: Any,
    text_or_ids: Any,
    *,
    tools: ToolsLike | None = None,
    dialect: DialectLike = None,
    options: Options | None = None,
    finish_reason: str | None = None,
) -> Message:
    """Reads what a model generated after its prompt: a text, or the ids of one text's tokens.

    Give ids, or a text that was decoded with ``skip_special_tokens=False``: marks of calls are special tokens. Where no
    ``finish_reason`` is given, a text is taken as whole, and ids are where a special token ends them; else the limit of
    new tokens has, and a call that is open then is none. Where the prompt ends inside of reasoning,
    ``Options(prefill="<think>\\\\n")`` says so.
    """
    text = text_or_ids
    if not isinstance(text, str):
        ids = [int(each) for each in (text.tolist() if hasattr(text, "tolist") else text)]
        finish_reason = finish_reason or ("stop" if ids and ids[-1] in tokenizer.all_special_ids else "length")
        while ids and ids[-1] in (tokenizer.eos_token_id, tokenizer.pad_token_id):
            ids.pop()
        text = tokenizer.decode(ids, skip_special_tokens=False, clean_up_tokenization_spaces=False)
    chosen = dialect_of(tokenizer) if dialect is None else dialect
    return parse(text, dialect=chosen, tools=tools, options=options, finish_reason=finish_reason)


def chat_message(message: Message) -> dict[str, Any]:
    """The message as chat templates take it, with dictionaries for the arguments of calls."""
    made = message.to_openai()
    by_id = {call.id: call for call in message.tool_calls}  # those that wait for a confirmation are not among the entries
    for entry in made.get("tool_calls", ()):
        entry["function"]["arguments"] = by_id[entry["id"]].values()
    return {**made, "content": message.content}
