// How large the grammar of the pages is, and how much of it a call leads through: figures that are to fall.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// What a call of one dialect leads to, whole and damaged: its rule `call`, what that calls, and so on.
struct dialect_stats {
  std::string name;
  std::size_t lines = 0;  // of its own page
  std::size_t rules = 0, pages = 0;
};

struct spec_stats {
  std::size_t lines = 0;                // of marks and rules, as written, in lines of at most 110 columns
  std::size_t bytes = 0;                // of these lines
  std::size_t marks = 0;                // declarations
  std::size_t rules = 0;                // that pages write
  std::size_t givens = 0;               // that pages name, each as often as a page names it
  std::vector<dialect_stats> dialects;  // in the order of the pages
};

spec_stats stats_of(const std::vector<page>& pages);

// As grammarc --stats prints it.
std::string table(const spec_stats& of);

}  // namespace toolcall::grammarc
