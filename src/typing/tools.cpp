// Reads the tools that a host hands in.
//
// Three vendors write the same three things under different names; an entry is read by what it has, not by a format
// that was announced, so that mixed lists work. Every mistake is an error with a pointer and what is allowed.

#include <toolcall/error.hpp>
#include <toolcall/tools.hpp>

#include "typing/convert.hpp"
#include "typing/dom.hpp"
#include "typing/judge.hpp"
#include "typing/typing.hpp"

namespace toolcall {
namespace typing {
namespace {

constexpr std::size_t max_schema_bytes = 256 * 1024;

[[noreturn]] void fail_to_parse(std::string_view text, const json::fault& why) {
  std::size_t line = 1, column = 1;
  for (const char c : text.substr(0, why.at)) {
    if (c == '\n') {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) {
      ++column;
    }
  }
  throw setup_error("", "the tools are not JSON: line " + std::to_string(line) + ", column " + std::to_string(column) +
                            ": " + why.reason);
}

}  // namespace

void tool_set::read(std::string_view text) {
  json::document doc;
  json::fault why;
  if (!doc.read(text, why, dom_depth_limit)) fail_to_parse(text, why);
  std::uint32_t list = 0;
  std::string pointer;
  if (doc[0].what == json::kind::object) {
    list = doc.member(0, "tools");
    pointer = "/tools";
    if (list == 0)
      throw setup_error("", "there is no list of tools; expected an array, or an object with an array \"tools\"");
  }
  if (doc[list].what != json::kind::array) throw setup_error(pointer, "the list of tools must be an array");
  std::size_t i = 0;
  for (std::uint32_t n = list + 1; n < doc[list].next; n = doc[n].next, ++i) {
    add_tool(doc, n, pointer + "/" + std::to_string(i));
  }
}

void tool_set::add_tool(const json::document& doc, std::uint32_t at, const std::string& pointer) {
  if (doc[at].what != json::kind::object) throw setup_error(pointer, "a tool must be an object");
  std::string here = pointer;
  if (const std::uint32_t function = doc.member(at, "function")) {
    here += "/function";
    if (doc[function].what != json::kind::object) throw setup_error(here, "must be an object with \"name\"");
    at = function;
  }
  const std::uint32_t name = doc.member(at, "name");
  if (name == 0) throw setup_error(here, "the tool has no \"name\"");
  if (doc[name].what != json::kind::string) throw setup_error(here + "/name", "must be a string");
  tool_entry entry;
  entry.name = well_formed(doc.text_of(name));
  if (entry.name.empty()) throw setup_error(here + "/name", "must not be empty");
  if (names_.tool(entry.name) != engine::vocabulary::none) {
    throw setup_error(here + "/name", "there are two tools named \"" + entry.name + "\"; names must differ");
  }
  const int index = names_.add_tool(entry.name);
  ladder_.add(entry.name, index);
  for (const char* keyword : {"parameters", "input_schema", "inputSchema"}) {
    const std::uint32_t schema = doc.member(at, keyword);
    if (schema == 0 || doc[schema].what == json::kind::null) continue;
    const std::string there = here + "/" + keyword;
    if (doc[schema].what != json::kind::object) throw setup_error(there, "the schema must be an object");
    if (doc[schema].end - doc[schema].begin > max_schema_bytes)
      throw setup_error(there, "the schema is longer than 256 KiB");
    add_schema(entry, to_dom(doc, schema, big_numbers::as_double), there);
    break;
  }
  for (const auto& [field, ignored] : entry.fields) names_.add_field(index, field);
  tools_.push_back(std::move(entry));
}

}  // namespace typing

tools tools::from_json(std::string_view text) {
  tools out;
  out.set_ = std::make_shared<const typing::tool_set>(text);
  return out;
}

std::size_t tools::size() const noexcept {
  return set_ ? set_->size() : 0;
}

std::string_view tools::name(std::size_t i) const {
  return set_->name(i);
}

const std::vector<tools::warning>& tools::warnings() const noexcept {
  static const std::vector<warning> none;
  return set_ ? set_->report() : none;
}

}  // namespace toolcall
