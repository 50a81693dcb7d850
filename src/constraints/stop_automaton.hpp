// Text up to a mark, as states: which marks may have begun, after each character.
//
// The automaton of Aho and Corasick (1975), over characters. Notations without lookahead say by it that a text does not
// hold a mark.

#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace toolcall::constraints {

class stop_automaton {
 public:
  // Well-formed UTF-8, none of them empty.
  stop_automaton(const std::vector<std::string>& ends, const std::vector<std::string>& never);

  static constexpr std::size_t forbidden = static_cast<std::size_t>(-1);
  struct state {
    std::map<char32_t, std::size_t> next;  // where it leads to another state than the first; the rest lead there
    std::size_t end = forbidden;           // which of `ends` is complete here
  };
  const std::vector<state>& states() const { return states_; }

 private:
  struct node {
    std::map<char32_t, std::size_t> children;
    std::size_t shorter = 0;  // the longest suffix that begins a mark, too
    int says = 0;             // 1 + the number of an end; -1: a mark that must not be there
  };
  void insert(const std::string& mark, int says);
  void link();
  std::size_t step(std::size_t from, char32_t by) const;
  void make_states();

  std::vector<node> nodes_;
  std::vector<state> states_;
};

// The characters of well-formed UTF-8.
std::u32string characters_of(const std::string& text);

}  // namespace toolcall::constraints
