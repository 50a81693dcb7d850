"""A stand-in for what vLLM's server and its tool parsers have to do with each other.

vLLM itself is not among Debian's packages. The names, the fields and their defaults are those of vLLM's source:

    vllm/entrypoints/generate/base/protocol.py     FunctionCall(id, name, arguments), ToolCall(id, type, function),
                                                   DeltaFunctionCall(name, arguments), DeltaToolCall(id, type, index,
                                                   function), DeltaMessage(role, content, reasoning, tool_calls),
                                                   ExtractedToolCallInformation(tools_called, tool_calls, content)
    vllm/tool_parsers/abstract_tool_parser.py      ToolParser(tokenizer, tools), its attributes and methods;
                                                   ToolParserManager.register_module(name, force, module),
                                                   import_tool_parser(plugin_path), get_tool_parser(name)
    vllm/parser/abstract_parser.py                 what DelegatingParser calls: extract_tool_calls for a whole text;
                                                   in a stream extract_tool_calls_streaming for each piece, then
                                                   get_remaining_unstreamed_args, and finish_streaming of a parser that
                                                   has engine_based_streaming

Models are plain objects here; vLLM's are Pydantic's, which refuse what they do not know, as these do.
"""

import importlib.util
import os
import sys
import types


def model(title, /, **defaults):
    """A class with these fields; a default may be a function that makes it, and REQUIRED has none."""

    def fill(self, /, **given):
        unknown = given.keys() - defaults.keys()
        missing = {field for field, default in defaults.items() if default is REQUIRED} - given.keys()
        assert not unknown and not missing, (title, unknown, missing)
        for field, default in defaults.items():
            setattr(self, field, given.get(field, default() if callable(default) else default))

    def dump(self, exclude_none=False):
        said = {field: getattr(self, field) for field in defaults}
        return {field: value for field, value in said.items() if not exclude_none or value is not None}

    return type(title, (), {"__init__": fill, "model_dump": dump, "model_fields": defaults})


REQUIRED = object()


def protocol():
    made = types.ModuleType("vllm.entrypoints.generate.base.protocol")
    made.FunctionCall = model("FunctionCall", id=None, name=REQUIRED, arguments=REQUIRED)
    made.ToolCall = model("ToolCall", id=REQUIRED, type="function", function=REQUIRED)
    made.DeltaFunctionCall = model("DeltaFunctionCall", name=None, arguments=None)
    made.DeltaToolCall = model("DeltaToolCall", id=None, type=None, index=REQUIRED, function=None)
    made.DeltaMessage = model("DeltaMessage", role=None, content=None, reasoning=None, tool_calls=list)
    made.ExtractedToolCallInformation = model(
        "ExtractedToolCallInformation", tools_called=REQUIRED, tool_calls=REQUIRED, content=None
    )
    return made


class ToolParser:
    supports_required_and_named = True
    structural_tag_model = None
    engine_based_streaming = False

    def __init__(self, tokenizer, tools=None):
        self.prev_tool_call_arr = []
        self.current_tool_id = -1
        self.current_tool_name_sent = False
        self.streamed_args_for_tool = []
        self.model_tokenizer = tokenizer
        self.tools = tools or []

    def get_remaining_unstreamed_args(self):
        raise AssertionError("the plug-in answers this itself")

    def adjust_request(self, request):
        return request

    def extract_tool_calls(self, model_output, request):
        raise NotImplementedError

    def extract_tool_calls_streaming(
        self,
        previous_text,
        current_text,
        delta_text,
        previous_token_ids,
        current_token_ids,
        delta_token_ids,
        request,
    ):
        raise NotImplementedError


class ToolParserManager:
    tool_parsers = {}

    @classmethod
    def register_module(cls, name=None, force=True, module=None):
        assert module is not None and issubclass(module, ToolParser)
        cls.tool_parsers[name] = module
        return module

    @classmethod
    def get_tool_parser(cls, name):
        return cls.tool_parsers[name]

    @classmethod
    def import_tool_parser(cls, plugin_path):
        """Under the file's name, which therefore must not be that of a module."""
        name = os.path.splitext(os.path.basename(plugin_path))[0]
        assert name not in sys.modules or name == "vllm_plugin", name
        spec = importlib.util.spec_from_file_location(name, plugin_path)
        loaded = importlib.util.module_from_spec(spec)
        sys.modules[name] = loaded
        spec.loader.exec_module(loaded)


def modules():
    """The modules by their names."""
    parsers = types.ModuleType("vllm.tool_parsers.abstract_tool_parser")
    parsers.ToolParser, parsers.ToolParserManager = ToolParser, ToolParserManager
    made = {each.__name__: each for each in (protocol(), parsers)}
    for name in list(made):
        while "." in name:
            name = name.rpartition(".")[0]
            made.setdefault(name, types.ModuleType(name))
            made[name].__path__ = []
    return made


class Tokenizer:
    eos_token_id = 2
    all_special_ids = [0, 1, 2, 3]


Function = model("FunctionDefinition", name=REQUIRED, description=None, parameters=None, strict=None)


class Tool(model("ChatCompletionToolsParam", type="function", function=REQUIRED)):
    def model_dump(self, exclude_none=False):
        return {"type": self.type, "function": self.function.model_dump(exclude_none)}


Request = model(
    "ChatCompletionRequest",
    tools=None,
    tool_choice="auto",
    skip_special_tokens=True,
    stop_token_ids=None,
    ignore_eos=False,
)


def stream(parser, request, pieces, *, end_call=True):
    """What the server sends for a stream of (text, token ids); ``end_call`` says whether it calls finish_streaming."""
    text, ids = "", []
    for piece, more in pieces:
        yield parser.extract_tool_calls_streaming(text, text + piece, piece, ids, ids + more, more, request)
        text, ids = text + piece, ids + more
    if end_call and parser.engine_based_streaming:
        yield parser.finish_streaming()
    assert parser.get_remaining_unstreamed_args() == ""
