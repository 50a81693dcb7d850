// A program as the arrays that it is made of.

#include "grammarc/emit_program.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include <toolcall/error.hpp>

#include "grammarc/emit_source.hpp"
#include "grammarc/lay_out_pages.hpp"

namespace toolcall::grammarc {

namespace {

std::string list(std::initializer_list<std::size_t> numbers) {
  std::string all = "{";
  for (const std::size_t each : numbers) all += (all.size() > 1 ? "," : "") + std::to_string(each);
  return all + "}";
}
template <typename T, std::size_t Size>
std::string list(const std::array<T, Size>& numbers) {
  std::string all = "{";
  for (const T each : numbers) all += (all.size() > 1 ? "," : "") + std::to_string(each);
  return all + "}";
}

void write_code(const engine::program& of, array_source& to) {
  const auto ends_rule = [&](std::size_t at) {
    return std::any_of(of.rules.begin(), of.rules.end(), [&](const auto& rule) { return rule.address == at + 1; });
  };
  to.array(
      "instruction", "instructions", of.code,
      [](const engine::instruction& i) {
        return "i(" + std::to_string(static_cast<unsigned>(i.is)) + "," +
               std::to_string(static_cast<unsigned>(i.role)) + "," + std::to_string(i.y) + "," +
               std::to_string(static_cast<std::int32_t>(i.x)) + ")";
      },
      ends_rule);
  const auto number = [](auto n) { return std::to_string(n); };
  const auto span = [](const engine::text_span& s) { return list({s.from, s.size}); };
  to.array("std::uint16_t", "rows", of.rows, number);
  to.array("rule_rows", "instances", of.instances, [](const engine::rule_rows& r) {
    return list({r.address, r.row, r.width, r.count, r.copy});
  });
  to.array("rule_place", "arguments", of.arguments, [](const engine::rule_place& a) {
    return list({a.address, a.row});
  });
  to.array("byte_set", "sets", of.sets, [](const engine::byte_set& s) { return "{" + list(s.bits) + "}"; });
  to.array("literal_bytes", "literals", of.literals, [&](const engine::literal_bytes& l) {
    return "{" + span(l.text) + "," + (l.any_case ? "true" : "false") + "," + (l.token ? "true" : "false") + "}";
  });
  to.array("std::uint16_t", "literal_lists", of.literal_lists, number);
  to.array("text_span", "labels", of.labels, span);
  to.array("text_span", "replacements", of.replacements, span);
  to.array("std::uint32_t", "spans_from", of.spans_from, number);
  to.array("std::uint16_t", "span_captures", of.span_captures, number);
  to.array("item_entry", "items", of.items, [](const engine::item_entry& i) {
    return "{" + std::to_string(i.address) + "," + std::to_string(i.dialect) + "," + std::to_string(i.same_as) + ",{" +
           std::to_string(i.when.code) + "}," + std::to_string(i.note) + "}";
  });
  to.array("rule_start", "rules", of.rules,
           [&](const engine::rule_start& r) { return "{" + std::to_string(r.address) + "," + span(r.name) + "}"; });
}

void write_stops(const engine::stop_automaton& of, array_source& to) {
  using stops = engine::stop_automaton;
  const auto number = [](auto n) { return std::to_string(n); };
  const auto word = [](bool is) { return std::string(is ? "true" : "false"); };
  to.array("std::uint8_t", "classes", of.classes, number);
  to.array("stop_automaton::row", "stop_rows", of.rows, [](const stops::row& r) {
    return list({r.base, r.fallback, r.outcome});
  });
  to.array("std::uint8_t", "target_classes", of.target_classes, number);
  to.array("stop_automaton::state", "targets", of.targets, number);
  to.array("stop_automaton::outcome", "outcomes", of.outcomes, [](const stops::outcome& o) {
    return list({o.left, o.settled, o.open, o.waits_from, o.waits_end});
  });
  to.array("stop_automaton::text_wait", "waits", of.waits, [&](const stops::text_wait& w) {
    return "{" + std::to_string(w.parts) + "," + std::to_string(w.of) + "," + word(w.if_given) + "}";
  });
  to.array("std::uint32_t", "sets_from", of.sets_from, number);
  to.array("stop_automaton::candidate", "candidates", of.candidates, [](const stops::candidate& c) {
    return "{" + std::to_string(c.item) + ",{" + std::to_string(c.when.code) + "}}";
  });
  to.array("stop_automaton::start", "starts", of.starts, [&](const stops::start& s) {
    return "{" + std::to_string(s.at) + "," + std::to_string(s.every) + "," + std::to_string(s.count) + "," +
           std::to_string(s.block) + "," + word(s.by_nibbles) + "," + word(s.by_lines) + "," + word(s.asks_the_call) +
           "," + list(s.firsts) + "," + list(s.nibbles) + "," + list(s.line_only) + "}";
  });
  to.array("stop_automaton::set", "elsewhere", of.elsewhere, number);
}

}  // namespace

std::string source_of(const engine::program& of, std::string_view function) {
  if (!of.leaves.empty()) throw setup_error("", "a rule that PEGTL runs itself cannot be written down");
  array_source to;
  to.text = std::string(generated_mark) +
            "spec/dialects. Do not edit it: change the pages.\n\n"
            "#include \"dialects/compiled_grammar.hpp\"\n\n"
            "namespace toolcall::grammar {\n\nusing namespace engine;\n\nnamespace {\n\n"
            "constexpr instruction i(unsigned is, unsigned role, unsigned y, int x) {\n"
            "  return {static_cast<code>(is), static_cast<node_role>(role), static_cast<std::uint16_t>(y),\n"
            "          static_cast<std::uint32_t>(x)};\n}\n\n";
  write_code(of, to);
  write_stops(of.stops, to);
  to.text += pool(literal_lines(of.text), of.text.size());
  to.text += "\n}  // namespace\n\nprogram " + std::string(function) + "() {\n  program made;\n";
  for (const char* const name : {"rows", "instances", "arguments", "sets", "literals", "literal_lists", "labels",
                                 "replacements", "spans_from", "span_captures", "items", "rules", "text"})
    to.text += "  made." + std::string(name) + " = " + name + ";\n";
  to.text += "  made.code = instructions;\n";
  to.text +=
      "  made.stops = {classes,   stop_rows,  target_classes, targets,  outcomes,\n"
      "                waits,     sets_from,  candidates,     starts,   elsewhere};\n";
  to.text += "  made.start = " + std::to_string(of.start) + ";\n";
  to.text += "  made.broken_call = " + std::to_string(of.broken_call) + ";\n";
  to.text += std::string("  made.asks_for_fields = ") + (of.asks_for_fields ? "true" : "false") + ";\n";
  to.text += "  return made;\n}\n\n}  // namespace toolcall::grammar\n";
  return to.text;
}

namespace {

engine::program laid_out(const engine::grammar& all, const engine::layout_effort& effort) {
  std::vector<std::string> problems;
  engine::program made = engine::lay_out(all, problems, effort);
  if (!problems.empty()) throw setup_error("", problems.front());
  return made;
}

}  // namespace

engine::program program_of(const std::vector<page>& pages) {
  return laid_out(to_select_from(pages), program_effort);
}

engine::program heads_of(const std::vector<page>& pages) {
  return laid_out(heads_in(pages), heads_effort);
}

std::vector<generated_file> emit_program(const engine::program& dialects, const engine::program& heads) {
  return {{"program.cpp", source_of(dialects, "all_dialects")},
          {"head_program.cpp", source_of(heads, "message_heads")}};
}

}  // namespace toolcall::grammarc
