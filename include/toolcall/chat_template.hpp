// Which dialects the model of a chat template writes: by the marks of their calls that stand in the template.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall {

struct template_dialect {
  std::string_view name;  // as in dialect::all(), or "auto"
  std::vector<std::string_view>
      marks;               // of its calls that were found, such as <tool_call>, or "name" for a key of JSON
  bool is_likely = false;  // none of the others has these marks and more
};

// The dialects whose pages have an example of a call all of whose marks stand in the template. Tags count first: keys
// of JSON and plain words decide only between dialects with the same tags. The likely ones come first, and those with
// more marks (by their bytes). Several likely ones write alike as far as a template shows; none at all: nothing is
// known of this template, and dialect::automatic() is the choice. Where the turns of a template show no more than keys
// of JSON, or have tags of calls that no likely one has, "auto" is the first and only likely one. Where it shows no
// call's marks whole, because it prints the JSON in its tags as it comes, the tags alone count. What stands around and
// in the list of tools does not count.
//
// The text is a template in Jinja or Go's language, or a tokenizer_config.json, whose chat_template it is: a string, or
// a list of templates with names, of which tool_use counts if it is there, else all. Nothing is run: texts in the
// template count, texts in its expressions, and variables that are set to a text. The views are valid for ever.
//
// Throws setup_error where the text is a JSON object without a chat_template.
[[nodiscard]] std::vector<template_dialect> dialects_of_template(std::string_view text);

// The names of the likely ones, with commas between them, or "auto", as dialect::named takes them. Throws setup_error
// likewise, and where no dialect is known of the template.
[[nodiscard]] std::string likely_dialects_of_template(std::string_view text);

// A JSON array of objects with "dialect", "likely" and "marks".
[[nodiscard]] std::string to_json(std::span<const template_dialect> found);

}  // namespace toolcall
