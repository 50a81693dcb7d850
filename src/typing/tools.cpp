// Reads the tools that a host hands in.
//
// Three vendors write the same three things under different names; an entry is read by what it has, not by a format
// that is declared, so that mixed lists work. Every mistake is an error with a pointer and what is allowed.

#include <algorithm>
#include <limits>
#include <utility>

#include <toolcall/tools.hpp>

#include "text/ascii.hpp"
#include "text/utf8.hpp"
#include "typing/compiled_tool.hpp"
#include "typing/typing.hpp"

namespace toolcall {
namespace typing {
namespace {

constexpr std::size_t max_schema_bytes = 256 * 1024;
// Of containers: each of the 64 subschemas may stand in a "properties". The exact limit is normalise's.
constexpr unsigned max_schema_depth = 200;

[[noreturn]] void fail_to_parse(std::string_view text, const json::syntax_error& why) {
  const std::string_view before = text.substr(0, why.at);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t column = 1 + utf8::length(before.substr(before.rfind('\n') + 1));
  throw refusal(code::not_json, "",
                "the tools are not JSON: line " + std::to_string(line) + ", column " + std::to_string(column) + ": " +
                    why.reason);
}

// How deep a container goes. The text is read to any depth, because that costs nothing, and so a schema that is too
// deep is refused with its place like any other.
unsigned depth_of(const json::document& doc, std::uint32_t at) {
  unsigned deepest = 0;
  std::vector<std::uint32_t> open;
  for (std::uint32_t n = at; n < doc[at].next; ++n) {
    while (!open.empty() && doc[open.back()].next <= n) open.pop_back();
    if (doc[n].what == json::value_kind::array || doc[n].what == json::value_kind::object) open.push_back(n);
    deepest = std::max(deepest, static_cast<unsigned>(open.size()));
  }
  return deepest;
}

void check_schema(const json::document& doc, std::uint32_t at, const std::string& pointer) {
  if (doc[at].what != json::value_kind::object)
    throw refusal(code::not_a_schema, pointer, "the schema must be an object");
  if (doc[at].end - doc[at].begin > max_schema_bytes) {
    throw refusal(code::schema_too_large, pointer, "the schema is longer than 256 KiB");
  }
  if (depth_of(doc, at) > max_schema_depth) {
    throw refusal(code::schema_too_deep, pointer, "the schema is nested more than 64 deep");
  }
}

std::string name_in(const json::document& doc, std::uint32_t tool, const std::string& pointer) {
  const std::uint32_t name = doc.member(tool, "name");
  if (name == 0) throw refusal(code::bad_name, pointer, "the tool has no \"name\"");
  if (doc[name].what != json::value_kind::string) throw refusal(code::bad_name, pointer + "/name", "must be a string");
  std::string text = utf8::well_formed(doc.text_of(name));
  if (ascii::is_blank(text)) throw refusal(code::bad_name, pointer + "/name", "must not be empty");
  return text;
}

constexpr const char* schema_names[] = {"parameters", "input_schema", "inputSchema"};

// Whether this member of a tool without a schema is its schema under another name. What a tool returns has a schema
// too.
bool looks_like_schema(const json::document& doc, std::uint32_t key) {
  const std::string name = doc.text_of(key);
  for (const std::string_view of_result : {"output", "return", "response", "result"})
    if (name.starts_with(of_result)) return false;
  const std::uint32_t value = key + 1;
  return doc[value].what == json::value_kind::object && doc.member(value, "properties") != 0;
}

// The node that has the tool's name, and its pointer. OpenAI's custom tools have no schema: their input is text.
std::uint32_t node_with_name(const json::document& doc, std::uint32_t tool, std::string& pointer) {
  const char* const part = doc.member(tool, "function") != 0 ? "function" : "custom";
  const std::uint32_t inside = doc.member(tool, part);
  if (inside == 0) return tool;
  pointer = pointer + "/" + part;
  if (doc[inside].what != json::value_kind::object)
    throw refusal(code::not_a_tool, pointer, "must be an object with \"name\"");
  return inside;
}

}  // namespace

void tool_set::read(std::string_view text, refused tools, unusable_schema schemas) {
  text = utf8::without_mark(text);
  if (utf8::ill_formed(text) != text.npos)
    issues_.add(code::ill_formed, "", "the text is not UTF-8 everywhere; U+FFFD is read in place of what is not");
  if (tools == refused::thrown) return read_list(text, tools, schemas);
  try {
    read_list(text, tools, schemas);
  } catch (const refusal& of_list) {
    note(of_list);
  }
}

void tool_set::read_list(std::string_view text, refused tools, unusable_schema schemas) {
  json::document doc;
  json::syntax_error why;
  if (!doc.read(text, why, std::numeric_limits<unsigned>::max())) fail_to_parse(text, why);
  std::uint32_t list = 0;
  std::string pointer;
  if (doc[0].what == json::value_kind::object) {
    list = doc.member(0, "tools");
    pointer = "/tools";
    if (list == 0) {
      throw refusal(code::not_a_list, "",
                    "there is no list of tools; expected an array, or an object with an array \"tools\"");
    }
  }
  if (doc[list].what != json::value_kind::array) {
    throw refusal(code::not_a_list, pointer, "the list of tools must be an array");
  }
  std::size_t i = 0;
  for (std::uint32_t n = list + 1; n < doc[list].next; n = doc[n].next, ++i) {
    issues_.tool.clear();
    try {
      add_tool(doc, n, pointer + "/" + std::to_string(i), schemas);
    } catch (const refusal& of_tool) {
      if (tools == refused::thrown) throw;
      note(of_tool);
    }
  }
  for (std::size_t tool = 0; tool < tools_.size(); ++tool)
    for (std::string& written : spellings_of(tools_[tool]->name))
      if (resolver_.find(written) == static_cast<int>(tool))
        names_.add_spelling(static_cast<int>(tool), std::move(written));
}

void tool_set::add_tool(const json::document& doc, std::uint32_t at, const std::string& pointer,
                        unusable_schema schemas) {
  if (doc[at].what != json::value_kind::object) throw refusal(code::not_a_tool, pointer, "a tool must be an object");
  std::string here = pointer;
  const std::uint32_t outer = std::exchange(at, node_with_name(doc, at, here));
  auto entry = std::make_unique<tool_entry>();
  entry->name = name_in(doc, at, here);
  entry->place = here;
  issues_.tool = entry->name;
  if (names_.tool(entry->name) != vocabulary::none) {
    throw refusal(code::repeated_name, here + "/name",
                  "there are two tools named \"" + entry->name + "\"; names must differ");
  }
  std::uint32_t schema = 0;
  for (const char* keyword : schema_names) {
    schema = doc.member(at, keyword);
    if (schema == 0 || doc[schema].what == json::value_kind::null) continue;
    entry->pointer = here + "/" + keyword;
    break;
  }
  if (!entry->pointer.empty()) {
    add_schema(*entry, doc, schema, schemas);
  } else {
    note_misplaced_schema(doc, at, here);
    if (outer != at) note_misplaced_schema(doc, outer, pointer);
  }
  entry->issues_before = issues_.list.size();
  const int index = names_.add_tool(entry->name);
  resolver_.add(entry->name, index);
  const auto plain = entry->schema.empty() ? std::vector<std::string>() : plain_fields(doc, schema);
  tools_.push_back(std::move(entry));
  for (const std::string& field : plain ? *plain : fields(tools_.size() - 1)) names_.add_field(index, field);
}

void tool_set::note_misplaced_schema(const json::document& doc, std::uint32_t tool, const std::string& pointer) {
  for (std::uint32_t key = tool + 1; key < doc[tool].next; key = doc[key + 1].next) {
    if (!looks_like_schema(doc, key)) continue;
    std::string at = pointer;
    json::append_step(at, utf8::well_formed(doc.text_of(key)));
    issues_.add(code::schema_misplaced, at,
                "this member is ignored, so arguments are not checked; a schema is in \"parameters\", \"input_schema\" "
                "or \"inputSchema\", "
                "beside the tool's name");
  }
}

// What cannot be used at all is not kept; the rest is compiled now only if it may have to be refused.
void tool_set::add_schema(tool_entry& entry, const json::document& doc, std::uint32_t at, unusable_schema schemas) {
  try {
    check_schema(doc, at, entry.pointer);
  } catch (const refusal& of_schema) {
    if (schemas == unusable_schema::refused) throw;
    note(of_schema);
    return issues_.add(code::schema_not_enforced, entry.pointer, std::string(arguments_are_not_checked));
  }
  entry.schema = doc.lexeme(at);
  if (schemas != unusable_schema::refused) return;
  schema_issues found;
  found.tool = entry.name;
  try {
    entry.compiled.get([&] {
      auto made = compiled_from(entry.schema, entry.pointer, schemas, found);
      made->issues = std::move(found);
      return made;
    });
  } catch (const refusal&) {
    issues_.list.insert(issues_.list.end(), found.list.begin(), found.list.end());
    throw;
  }
}

}  // namespace typing

tools tools::from_json(std::string_view text, unusable_schema schemas) {
  using set = typing::tool_set;
  tools out;
  out.set_ = std::make_shared<const set>(text, set::refused::thrown, schemas);
  return out;
}

tools tools::checked(std::string_view text, unusable_schema schemas) {
  using set = typing::tool_set;
  tools out;
  out.set_ = std::make_shared<const set>(text, set::refused::reported, schemas);
  return out;
}

std::size_t tools::size() const noexcept {
  return set_ ? set_->size() : 0;
}

std::string_view tools::name(std::size_t i) const {
  return set_->name(i);
}

const std::vector<tools::schema_issue>& tools::report() const {
  static const std::vector<schema_issue> none;
  return set_ ? set_->report() : none;
}

}  // namespace toolcall
