// Random pages over a tiny alphabet, random texts that lean towards them, and random splits: input of the property
// tests. A seed means the same on every machine, because no distribution of the standard library is used.

#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/stops.hpp"
#include "interpreter/interpreter.hpp"

namespace toolcall::interpreter {

class draws {
 public:
  explicit draws(std::uint64_t seed) : bits_(seed) {}
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits_() % n); }
  std::size_t between(std::size_t low, std::size_t high) { return low + below(high - low + 1); }
  bool percent(std::size_t p) { return below(100) < p; }
  template <typename list>
  auto& one_of(list& all) {
    return all[below(all.size())];
  }

 private:
  std::mt19937_64 bits_;
};

struct grammar {
  std::vector<grammarc::page> pages;
  std::vector<item> items;
  names declared;
  reading_limits bounds;
};

struct sample {
  grammar of;
  std::string text;
  std::vector<std::size_t> splits;   // positions in the text, ascending; equal ones are empty pieces
  std::set<std::string> out_of_use;  // dialects, by page; all of them are laid out
  engine::layout_effort effort = {};
};

// The items that are left when some dialects are out of use: what a grammar of the others alone would have.
std::vector<item> items_in_use(const sample& s);

// What is declared around a grammar, and how far it may read; recoveries with one of these labels may be off.
names random_names(draws& draw, const std::vector<std::string>& labels);
reading_limits random_limits(draws& draw);

// No nullable loop, no left recursion, entries take a byte before their first cut, no cut in captures, names and keys.
grammar random_grammar(draws& draw);

// Walks the entries to produce text that they match, then spoils it, or not.
std::string random_text(draws& draw, const grammar& g);

std::vector<std::size_t> random_splits(draws& draw, std::size_t size);

// Another dialect, one of whose items reads what an item of the grammar reads.
void add_dialect_that_shares(draws& draw, grammar& g);

// Which dialects are out of use, and what is left out when a program is laid out.
std::set<std::string> random_selection(draws& draw, grammar& g);
engine::layout_effort random_effort(draws& draw);

sample random_sample(std::uint64_t seed);

// What forbids a grammar, or nothing: an undefined name, or what random_grammar promises to avoid.
std::string ill_formed(const grammar& g);

}  // namespace toolcall::interpreter
