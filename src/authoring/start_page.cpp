// A mark, calls in JSON, a mark: most dialects are that, and the rest follows.

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

```marks
# What the model writes: its marks in quotes, and what is filled in between them (spec/marks.md). How its calls are read, whole
# and damaged, follows from this; toolcall show prints the rules of a page that is compiled in.
call  '<|calls|>' list(object) '<|/calls|>'

# The marks of reasoning. These two are those of every page that declares none, so the line may go; for a model that does not
# think write the rule reasoning <- message.never.
think '<think>' text '</think>'

# A mark at the end of a turn, which is not shown.
turn  '<|im_end|>'
```

```peg
# What does not follow from the marks is a rule: here, that calls may stand in a code fence at the end of a message.
fenced        <- fenced.calls
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
