// Rules of pages as numbers and characters, so that the library holds them without a pointer and sets nothing up.
// grammarc writes them (grammar/rules.cpp), and they are read where a dialect of a host is laid out beside them.
//
// A page is written without the places of the others, so that a change of one is not a change of all: its texts are
// places in its own characters, and its rules are counted from its own first.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/plain_form.hpp"

namespace toolcall::engine {

// The rules of one page, which stand side by side, and those of them that a message is tried for.
struct page_rules {
  static constexpr std::size_t none = written_grammar::no_rule;

  std::size_t first = 0, count = 0;
  std::size_t quoted = none;
  std::size_t call = none, unread = none, reasoning = none, control = none;
  std::size_t call_sign = none;  // how its calls begin, for messages in which none was read
};
inline constexpr std::array entries_of_page = {&page_rules::quoted,    &page_rules::call,    &page_rules::unread,
                                               &page_rules::reasoning, &page_rules::control, &page_rules::call_sign};

struct written_rules {
  static constexpr std::uint16_t none = 0xFFFF;
  struct page {
    std::uint16_t rules, characters;                            // how many
    std::array<std::uint16_t, entries_of_page.size()> entries;  // in the order of entries_of_page
  };

  std::span<const page> pages;
  std::span<const std::uint16_t> numbers;  // of each rule its name, then its tree
  std::string_view text;
};

// What written_rules are a view of.
struct rules_in_numbers {
  std::vector<written_rules::page> pages;
  std::vector<std::uint16_t> numbers;
  std::vector<std::size_t> starts;  // of each rule, in numbers
  std::string text;

  written_rules view() const { return {pages, numbers, text}; }
};

// The pages have all of these rules, in their order. Throws setup_error where a rule cannot be written down: one that
// PEGTL runs itself, or one that is too large.
rules_in_numbers in_numbers(const written_grammar& of, const std::vector<page_rules>& pages);

// Adds the rules after those that are there.
std::vector<page_rules> add_rules(const written_rules& from, written_grammar& to);

// What a dialect offers is all rules of its page, by their names in it.
dialect_offers offers_of(const written_grammar& all, const page_rules& page, std::size_t dialect);

}  // namespace toolcall::engine
