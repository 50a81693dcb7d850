// The arrays of a program while it is laid out: each thing is kept once, and has a number.

#pragma once

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <toolcall/error.hpp>

#include "engine/program.hpp"
#include "engine/stops.hpp"

namespace toolcall::engine {

struct program_arrays {
  std::vector<instruction> code;
  std::vector<std::uint16_t> rows{0};
  std::vector<rule_rows> instances;
  std::vector<std::size_t> rules_in_use;  // by number in `instances`: which written rule it is
  std::vector<rule_place> arguments;
  std::vector<byte_set> sets;
  std::vector<literal_bytes> literals;
  std::vector<std::uint16_t> literal_lists;
  std::vector<leaf_rule> leaves;
  std::vector<text_span> labels, replacements;
  std::vector<std::uint32_t> spans_from;
  std::vector<std::uint16_t> span_captures;
  std::vector<item_entry> items;
  std::vector<rule_start> rules;
  std::string text;
  stop_arrays stops;

  text_span text_of(const std::string& of) {
    const auto [known, fresh] = texts_.try_emplace(of);
    if (!fresh) return known->second;
    known->second = {static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(of.size())};
    text += of;
    return known->second;
  }
  std::uint16_t label(const std::string& name) {
    return static_cast<std::uint16_t>(text_number(known_labels_, labels, name));
  }
  std::size_t replacement(const std::string& with) { return text_number(known_replacements_, replacements, with); }
  std::size_t capture(const std::string& name) { return number(captures_, name); }
  std::size_t argument(rule_place of) {
    const auto [known, fresh] = arguments_.try_emplace({of.address, of.row}, arguments.size());
    if (fresh) arguments.push_back(of);
    return known->second;
  }
  // By number of a written rule, in the order in which they are asked for: the same for the same grammar, whatever else
  // was read with it.
  std::uint16_t rule_number(std::size_t written) {
    const auto [known, fresh] = rules_.try_emplace(written, rules_in_use.size());
    if (fresh) rules_in_use.push_back(written);
    return small(known->second);
  }
  std::size_t leaf(leaf_rule rule) { return number(leaves, rule); }
  std::size_t set(const std::bitset<256>& bytes) {
    byte_set table;
    for (std::size_t byte = 0; byte < 256; ++byte)
      if (bytes[byte]) table.bits[byte / 32] |= 1U << (byte % 32);
    return number(sets, table);
  }
  std::size_t literal(const expression& e) {
    const auto [known, fresh] = literals_.try_emplace({e.text, {e.any_case, e.token}}, literals.size());
    if (fresh) literals.push_back({text_of(e.text), e.any_case, e.token});
    return known->second;
  }
  // Where they begin in literal_lists.
  std::size_t literal_list(const std::vector<std::uint16_t>& of) {
    const auto known = std::search(literal_lists.begin(), literal_lists.end(), of.begin(), of.end());
    const auto at = static_cast<std::size_t>(known - literal_lists.begin());
    if (known == literal_lists.end()) literal_lists.insert(literal_lists.end(), of.begin(), of.end());
    return at;
  }

  static std::uint16_t small(std::size_t number) {
    if (number > std::numeric_limits<std::uint16_t>::max())
      throw setup_error("",
                        "the grammar is too large: of its rules, the instances of one, its arguments and its stops "
                        "there may be 65,535 each");
    return static_cast<std::uint16_t>(number);
  }

  // Of what stands here: `of` keeps it.
  static program view(std::shared_ptr<program_arrays> of) {
    of->spans_from.push_back(static_cast<std::uint32_t>(of->span_captures.size()));
    program made;
    made.code = of->code;
    made.rows = of->rows;
    made.instances = of->instances;
    made.arguments = of->arguments;
    made.sets = of->sets;
    made.literals = of->literals;
    made.literal_lists = of->literal_lists;
    made.leaves = of->leaves;
    made.labels = of->labels;
    made.replacements = of->replacements;
    made.spans_from = of->spans_from;
    made.span_captures = of->span_captures;
    made.items = of->items;
    made.rules = of->rules;
    made.text = of->text;
    made.stops = of->stops.view();
    made.owner = std::move(of);
    return made;
  }

 private:
  template <typename T>
  static std::size_t number(std::vector<T>& known, const T& value) {
    const auto found = std::find(known.begin(), known.end(), value);
    if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
    known.push_back(value);
    return known.size() - 1;
  }
  std::size_t text_number(std::vector<std::string>& known, std::vector<text_span>& spans, const std::string& of) {
    const std::size_t found = number(known, of);
    if (found == spans.size()) spans.push_back(text_of(of));
    return found;
  }

  std::vector<std::string> captures_, known_labels_, known_replacements_;
  std::map<std::string, text_span> texts_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> arguments_;
  std::map<std::size_t, std::size_t> rules_;
  std::map<std::pair<std::string, std::pair<bool, bool>>, std::size_t> literals_;
};

}  // namespace toolcall::engine
