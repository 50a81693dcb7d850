// A report as JSON; what it is made of is a JSON object, because most of it is optional.

#include <charconv>
#include <optional>

#include <toolcall/report.hpp>

#include "c_interface/handles.hpp"
#include "serving/json_reading.hpp"
#include "typing/json.hpp"

namespace toolcall::c_interface {

namespace {

using typing::json::document;
using typing::json::value_kind;

struct report_settings {
  std::string tools, dialect = "auto", finish_reason = "stop";
  bool redacts = false;
  redaction how;
};

std::string report_word(const document& in, std::uint32_t node, std::string_view name) {
  if (in[node].what == value_kind::string) return in.text_of(node);
  throw setup_error(typing::json::pointer_to(name), std::string(name) + " must be a string");
}

bool report_switch(const document& in, std::uint32_t node, std::string_view name) {
  if (in[node].what == value_kind::boolean) return in.lexeme(node) == "true";
  throw setup_error(typing::json::pointer_to(name), std::string(name) + " must be true or false");
}

std::uint64_t report_seed(const document& in, std::uint32_t node) {
  const std::string_view digits = in.lexeme(node);
  std::uint64_t made = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), made);
  if (in[node].what != value_kind::number || error != std::errc() || end != digits.data() + digits.size())
    throw setup_error("/seed", "seed must be an integer from 0 to 18446744073709551615");
  return made;
}

// Tools may be JSON, or a string that holds it.
std::string report_tools(const document& in, std::uint32_t node) {
  if (in[node].what == value_kind::null) return {};
  return in[node].what == value_kind::string ? in.text_of(node) : std::string(in.lexeme(node));
}

void set(report_settings& to, const document& in, std::uint32_t node, std::string_view name) {
  if (name == "tools")
    to.tools = report_tools(in, node);
  else if (name == "dialect")
    to.dialect = report_word(in, node, name);
  else if (name == "finish_reason")
    to.finish_reason = report_word(in, node, name);
  else if (name == "redact")
    to.redacts = report_switch(in, node, name);
  else if (name == "redact_names")
    to.how.names = report_switch(in, node, name);
  else if (name == "seed")
    to.how.seed = report_seed(in, node);
  else
    throw setup_error(typing::json::pointer_to(name),
                      std::string(name) + " is not one of tools, dialect, finish_reason, redact, redact_names, seed");
}

report_settings report_settings_of(std::string_view text) {
  report_settings made;
  if (text.empty()) return made;
  document in;
  typing::json::syntax_error why;
  if (!in.read(text, why) || in[0].what != value_kind::object)
    throw setup_error("", "the settings of a report must be a JSON object, such as {\"redact\": true}");
  serving::each_member(in, 0, [&](std::string_view name, std::uint32_t node) { set(made, in, node, name); });
  if (made.how.names && !made.redacts) throw setup_error("/redact_names", "redact_names needs redact");
  return made;
}

}  // namespace

}  // namespace toolcall::c_interface

using namespace toolcall::c_interface;

char* toolcall_report_json(const char* text, size_t text_size, const char* settings, size_t settings_size, size_t* size,
                           toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const report_settings chosen = report_settings_of(
        settings == nullptr && settings_size == 0 ? std::string_view() : view("settings", settings, settings_size));
    const std::optional<toolcall::redaction> how =
        chosen.redacts ? std::optional<toolcall::redaction>(chosen.how) : std::nullopt;
    return copied(
        toolcall::report({view("text", text, text_size), chosen.tools, chosen.dialect, chosen.finish_reason}, how),
        size);
  });
}
