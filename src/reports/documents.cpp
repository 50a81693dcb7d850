// A schema is walked by its keywords: what holds schemas, what stays, and all else, which are words for a model. A key
// of properties is a field's name, even where it is spelled like a keyword.

#include "reports/documents.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include "typing/json_escape.hpp"

namespace toolcall::reports {

namespace {

using typing::json::document;
using typing::json::value_kind;

constexpr std::string_view maps_of_schemas[] = {"properties",  "patternProperties", "$defs",
                                                "definitions", "dependentSchemas",  "dependencies"};
constexpr std::string_view schemas[] = {"function",
                                        "custom",
                                        "parameters",
                                        "input_schema",
                                        "inputSchema",
                                        "output_schema",
                                        "outputSchema",
                                        "items",
                                        "contains",
                                        "not",
                                        "if",
                                        "then",
                                        "else",
                                        "anyOf",
                                        "oneOf",
                                        "allOf",
                                        "prefixItems",
                                        "propertyNames",
                                        "additionalItems",
                                        "additionalProperties",
                                        "extends",
                                        "disallow",
                                        "unevaluatedItems",
                                        "unevaluatedProperties"};
constexpr std::string_view kept_keywords[] = {"type",
                                              "format",
                                              "pattern",
                                              "$ref",
                                              "$schema",
                                              "$id",
                                              "$anchor",
                                              "$dynamicRef",
                                              "$dynamicAnchor",
                                              "required",
                                              "dependentRequired",
                                              "contentEncoding",
                                              "contentMediaType",
                                              "propertyOrdering",
                                              "discriminator"};
constexpr std::string_view bounds[] = {
    "minimum",   "maximum",  "exclusiveMinimum", "exclusiveMaximum", "multipleOf",    "divisibleBy", "minLength",
    "maxLength", "minItems", "maxItems",         "minProperties",    "maxProperties", "minContains", "maxContains"};
constexpr std::string_view kept_members[] = {"type",          "role",  "name",         "model",
                                             "object",        "id",    "tool_call_id", "created",
                                             "finish_reason", "index", "tool_choice",  "stop_reason"};

template <std::size_t size>
bool has(const std::string_view (&list)[size], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

// Writes a document anew; what becomes of a string or a number is said for each.
class rewriting {
 public:
  rewriting(const document& in, redactor& by) : in_(in), by_(by) {}

  std::string take() { return std::move(made_); }

  void tools(std::uint32_t list) {
    items(list, [&](std::uint32_t tool) { schema(tool); });
  }

  void schema(std::uint32_t at) {
    if (in_[at].what == value_kind::array) return items(at, [&](std::uint32_t item) { schema(item); });
    if (in_[at].what != value_kind::object) return words(at);
    members(at, [&](std::string_view key, std::uint32_t value) {
      if (has(maps_of_schemas, key) && in_[value].what == value_kind::object)
        members(value, [&](std::string_view, std::uint32_t each) { schema(each); });
      else if (has(schemas, key) || has(maps_of_schemas, key))
        schema(value);
      else if (key == "format" && in_[value].what == value_kind::object)  // of a custom tool
        schema(value);
      else if (has(kept_keywords, key) || has(bounds, key))
        copy(value);
      else
        words(value);
    });
  }

  // Of a document that is no schema.
  void data(std::uint32_t at) {
    if (in_[at].what == value_kind::array) return items(at, [&](std::uint32_t item) { data(item); });
    if (in_[at].what == value_kind::string) return said(at);
    if (in_[at].what != value_kind::object) return words(at);
    members(at, [&](std::string_view key, std::uint32_t value) {
      if (at == 0 && key == "tools" && in_[value].what == value_kind::array)
        tools(value);
      else if (key == "metadata")
        words(value);
      else if (has(kept_members, key) && key != "name")
        copy(value);
      else
        data(value);
    });
  }

 private:
  void copy(std::uint32_t at) { in_.append_compact(at, made_); }
  // A text, which is written anew, because what stands in it may have escapes of its own.
  void said(std::uint32_t at) { typing::append_json_string(made_, by_.applied(in_.text_of(at))); }
  // All strings and numbers below; keys stay.
  void words(std::uint32_t at) {
    if (in_[at].what == value_kind::array) return items(at, [&](std::uint32_t item) { words(item); });
    if (in_[at].what == value_kind::object)
      return members(at, [&](std::string_view, std::uint32_t value) { words(value); });
    if (in_[at].what == value_kind::string || in_[at].what == value_kind::number)
      made_ += by_.applied(in_.lexeme(at));
    else
      copy(at);
  }
  template <typename Write>
  void items(std::uint32_t list, const Write& write) {
    made_ += '[';
    for (std::uint32_t at = list + 1; at < in_[list].next; at = in_[at].next) {
      if (at != list + 1) made_ += ',';
      write(at);
    }
    made_ += ']';
  }
  template <typename Write>
  void members(std::uint32_t object, const Write& write) {
    made_ += '{';
    for (std::uint32_t key = object + 1; key < in_[object].next; key = in_[key + 1].next) {
      if (key != object + 1) made_ += ',';
      (made_ += in_.lexeme(key)) += ':';
      write(in_.text_of(key), key + 1);
    }
    made_ += '}';
  }

  const document& in_;
  redactor& by_;
  std::string made_;
};

bool is_tool_name(const document& in, std::uint32_t list, std::uint32_t name) {
  for (std::uint32_t tool = list + 1; tool < in[list].next; tool = in[tool].next) {
    if (in[tool].what != value_kind::object) continue;
    if (in.member(tool, "name") == name) return true;
    for (const char* const inner : {"function", "custom"}) {
      const std::uint32_t of = in.member(tool, inner);
      if (of != 0 && in[of].what == value_kind::object && in.member(of, "name") == name) return true;
    }
  }
  return false;
}

}  // namespace

std::uint32_t tools_in(const document& in) {
  if (in[0].what != value_kind::object) return 0;
  return in.member(0, "tools");
}

std::string redacted_tools(const document& in, std::uint32_t list, redactor& by) {
  rewriting made(in, by);
  made.tools(list);
  return made.take();
}

void add_declared_words(const document& in, std::uint32_t list, bool names, word_set& to) {
  const std::function<void(std::uint32_t)> walk = [&](std::uint32_t at) {
    if (in[at].what == value_kind::array)
      for (std::uint32_t item = at + 1; item < in[at].next; item = in[item].next) walk(item);
    if (in[at].what != value_kind::object) return;
    for (std::uint32_t key = at + 1; key < in[at].next; key = in[key + 1].next) {
      const std::string name = in.text_of(key);
      to.add_name(name);
      if (name == "name" && names && is_tool_name(in, list, key + 1)) to.add_name(in.text_of(key + 1));
      walk(key + 1);
    }
  };
  walk(list);
}

std::string redacted_document(const document& in, redactor& by) {
  rewriting made(in, by);
  made.data(0);
  return made.take();
}

}  // namespace toolcall::reports
