// The schema report with what only the dialects know: which names are markers.
//
// A name meets a marker where both stand behind "<" or "</", so the markers are the words that begin that way in the
// laid-out pages; there is no other list of them.

#include <set>

#include <toolcall/schema_report.hpp>

#include "engine/vocabulary.hpp"
#include "events/compiled_dialects.hpp"
#include "typing/typing.hpp"

namespace toolcall {
namespace {

std::set<std::string, std::less<>> markers_of(const dialect& read_by) {
  std::set<std::string, std::less<>> all;
  for (const engine::literal& each : read_by.internals().grammar.program.literals) {
    std::string_view text = each.text;
    if (!text.starts_with('<')) continue;
    text.remove_prefix(text.starts_with("</") ? 2 : 1);
    std::size_t length = 0;
    while (length < text.size() && engine::is_name_byte(static_cast<unsigned char>(text[length]))) ++length;
    if (length != 0) all.emplace(text.substr(0, length));
  }
  return all;
}

}  // namespace

std::vector<tools::remark> schema_report(const tools& of, const dialect& read_by) {
  if (!of.given()) return {};
  typing::remarks all;
  all.list = of.report();
  const auto markers = markers_of(read_by);
  const typing::tool_set& set = *of.internals();
  for (std::size_t i = 0; i < set.size(); ++i) {
    all.tool = set.name(i);
    if (markers.contains(all.tool)) {
      all.add(typing::code::marker_name, set.place(i),
              "the tool is named like the marker <" + all.tool + ">, which wins where a text could be read as either");
    }
    for (const std::string& field : set.fields(i)) {
      if (!markers.contains(field)) continue;
      all.add(typing::code::marker_name, set.place(i),
              "the field \"" + field + "\" is named like the marker <" + field +
                  ">, which wins where a text could be read as either");
    }
  }
  return std::move(all.list);
}

std::string to_line(const tools::remark& said) {
  std::string line = std::string(to_string(said.is)) + ' ' + (said.pointer.empty() ? "/" : said.pointer) + ": " +
                     std::string(said.code) + ": " + said.message;
  if (!said.tool.empty()) line += " [" + said.tool + ']';
  return line;
}

}  // namespace toolcall
