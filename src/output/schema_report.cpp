// The schema report with what only the dialects know: which names are markers.
//
// A name meets a marker where both stand after "<" or "</", so the markers are the words that begin that way in the
// laid-out pages; there is no other list of them.

#include <set>
#include <vector>

#include <toolcall/schema_report.hpp>

#include "dialects/compiled_dialects.hpp"
#include "dialects/dialect_internals.hpp"
#include "output/json_writer.hpp"
#include "text/vocabulary.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace toolcall {
namespace {

std::set<std::string, std::less<>> markers_of(const dialect& read_by) {
  std::set<std::string, std::less<>> all;
  const engine::program& laid_out = internals(read_by).grammar.program;
  const std::vector<bool> in_use = laid_out.literals_in_use();
  for (std::size_t i = 0; i < in_use.size(); ++i) {
    std::string_view text = laid_out.at(laid_out.literals[i].text);
    if (!in_use[i] || !text.starts_with('<')) continue;
    text.remove_prefix(text.starts_with("</") ? 2 : 1);
    std::size_t length = 0;
    while (length < text.size() && is_name_byte(static_cast<unsigned char>(text[length]))) ++length;
    if (length != 0) all.emplace(text.substr(0, length));
  }
  return all;
}

}  // namespace

std::vector<tools::schema_issue> schema_report(const tools& declared, const dialect& read_by) {
  if (!declared.given()) return {};
  typing::schema_issues all;
  all.list = declared.report();
  const auto markers = markers_of(read_by);
  const typing::tool_set& set = *internals(declared);
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

std::string to_json(const tools& declared, const std::vector<tools::schema_issue>& report) {
  events::json_writer out;
  out.object([&] {
    out.key("usable").array([&] {
      for (std::size_t i = 0; i < declared.size(); ++i) out.string(declared.name(i));
    });
    out.key("issues").array([&] {
      for (const tools::schema_issue& each : report)
        out.object([&] {
          out.member("grade", to_string(each.kind)).member("tool", each.tool).member("pointer", each.pointer);
          out.member("code", each.code).member("message", each.message);
        });
    });
  });
  return out.take();
}

std::string to_line(const tools::schema_issue& issue) {
  std::string line = std::string(to_string(issue.kind)) + (issue.pointer.empty() ? "" : ' ' + issue.pointer) + ": " +
                     std::string(issue.code) + ": " + issue.message;
  if (!issue.tool.empty()) line += " [" + issue.tool + ']';
  return line;
}

}  // namespace toolcall
