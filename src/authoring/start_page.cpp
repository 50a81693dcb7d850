// A mark, calls in JSON, a mark: most dialects are that, and the shared pages have the rest.

#include "authoring/start_page.hpp"

#include <string_view>

namespace toolcall::authoring {

namespace {

// NAME stands for the page's name. spec/notation.md explains every form.
constexpr std::string_view page = R"page(---
dialect: NAME
models: [My-Model-1]             # as users call them; names of other pages' models are fine
tokens: ["<|calls|>", "<|/calls|>", "<think>", "</think>"]   # marks that are single tokens of the model
starts: [""]                     # what the prompt may end with, such as "<think>\n"
order: 60                        # where automatic detection asks it: the specific before the generic
---
# NAME

Say here what the model writes, for people: which marks there are, what stands between them, what it does wrong.

Each call is a JSON object with the tool's name and its arguments (`spec/shapes/envelope.md`), alone or in an array, between
`<|calls|>` and `<|/calls|>`. The model thinks between `<think>` and `</think>`.

```peg
# Reading begins at call, reasoning and control; what none of them finds is text.
call          <- last_calls

# Calls may end reasoning that was not closed, so the rule for them has a name that shared pages know.
last_calls    <- block ( json.ws block )*

# envelope.calls reads one call, several, or an array; it makes the call, its name and its arguments, and mends what models
# get wrong in JSON. ^ is a cut: what stands left of it is final.
block         <- open json.ws envelope.calls(keys.any_name) envelope.closed ^

# The marks. The shared page asks for close by this name. "x"i is any letter case; a / b tries a first.
open          <- "<|calls|>"
close         <- "<|/calls|>"

# Two rules that the shared pages ask for: how a call begins, and calls in a code fence at the end.
call_mark     <- open
fenced        <- fenced.calls

# The marks of reasoning. These two are those of every page that gives none (spec/shapes/defaults.md), so the lines may go;
# for a model that does not think write reasoning <- message.never.
reasoning_begin <- "<think>"
reasoning_end <- "</think>"

# Marks that are not shown. note(stray_close, e) reports what e read: spec/recovery.md has all such labels.
control       <- note(stray_close, close) / reasoning.unopened(reasoning_end) / marks.turn_mark("<|im_end|>")
```

Where fields are tags and not JSON, docs/adding_a_dialect.md shows a page ("Fields that are tags"): `invoke.block` reads the
calls, and `key:`, `value:` and `name:` are their parts.

## Examples

An example is a text and what becomes of it, and each is a test: `toolcall try NAME.md --examples` runs them. The
tools are those of `spec/tools.json`. `toolcall try NAME.md < text` prints the lines that belong below the second `---`.

```example a call after reasoning
tools get_weather
---
<think>The user asks for the weather.</think>I'll look it up.
<|calls|>{"name": "get_weather", "arguments": {"city": "Paris", "days": 2}}<|/calls|>
---
reasoning "The user asks for the weather."
text "I'll look it up.\n"
call get_weather {"city": "Paris", "days": 2}
```

The closing mark is often the last thing, and missing. `finish length` before the first `---` would say that the text was
cut off.

```example an array, and the closing mark is missing
tools ping,add
---
<|calls|>[{"name": "ping", "arguments": {}}, {"name": "add", "arguments": {"a": 1}}]
---
call ping {}
call add {"a": 1}
note missing_block_close ``
```
)page";

}  // namespace

std::string start_page(const std::string& name) {
  std::string made(page);
  for (std::size_t at = made.find("NAME"); at != made.npos; at = made.find("NAME", at + name.size()))
    made.replace(at, 4, name);
  return made;
}

}  // namespace toolcall::authoring
