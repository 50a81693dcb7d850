// Finds the rules of the dialects, in the order in which they are tried.

#include "pegtl/message_by_pegtl.hpp"

#include <algorithm>

#include "grammar/dialects.hpp"
#include "grammar/message.hpp"
#include "pegtl/dialect.hpp"

namespace toolcall::tests {

namespace by_pegtl {

// Written by CMake, with the sources that it calls.
void add_all_rules(std::vector<dialect_rules>& to);

}  // namespace by_pegtl

using namespace by_pegtl;

namespace {

const std::vector<dialect_rules>& all_rules() {
  static const std::vector<dialect_rules> all = [] {
    std::vector<dialect_rules> made;
    by_pegtl::add_all_rules(made);
    return made;
  }();
  return all;
}

}  // namespace

bool has_rules_for_pegtl(std::string_view dialect) {
  const std::vector<dialect_rules>& all = all_rules();
  return std::any_of(all.begin(), all.end(), [&](const dialect_rules& each) { return each.name == dialect; });
}

std::vector<interpreter::node_event> message_by_pegtl(const std::string& dialect, std::string_view text,
                                                      const interpreter::names& declared) {
  std::vector<const dialect_rules*> in_use, others;
  for (const engine::page_facts& listed : grammar::dialects)
    for (const dialect_rules& each : all_rules())
      if (each.name == listed.name) (dialect.empty() || dialect == each.name ? in_use : others).push_back(&each);
  reading now(text, declared);
  now.read_message(run<grammar::message::quoted>, in_use, others);
  return now.events;
}

}  // namespace toolcall::tests
