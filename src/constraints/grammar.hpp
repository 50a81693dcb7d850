// What a message may be, as a grammar that belongs to no engine: rules of texts, of what JSON a schema allows, and of
// text up to a mark. The writers (writers.hpp) say it in the notations of the engines.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolcall::constraints {

enum class form : std::uint8_t {
  text,      // these bytes
  sequence,  // its parts, one after the other
  choice,    // one of its parts
  repeat,    // its part, at least `least` and at most `most` times
  rule,      // the rule of this number
  until,     // text up to the first of `ends`, and with it; without ends, text to the end of the message. None of
             // `ends` and `never` is in it
  dispatch,  // text to the end of the message, or up to one of `ends`, after which the part of that number follows.
             // None of `ends` and `never` is in the text
  token,     // a word of a literal
  json,      // what the schema in `text` allows
};

enum class token : std::uint8_t {
  json_string,  // with `least` to `most` characters
  python_string,
  integer,
  number,
  digits,
  id,        // letters, digits and some marks
  bare_key,  // of an object whose keys have no quotes
};

constexpr std::size_t unbounded = std::numeric_limits<std::size_t>::max();

struct expression {
  form is = form::sequence;
  std::string text{};
  std::vector<expression> parts{};
  std::size_t least = 0, most = unbounded, rule = 0;
  token word = token::integer;
  std::vector<std::string> ends{}, never{};
};
using expressions = std::vector<expression>;

expression text_of(std::string text);
// Texts that stand side by side become one, and a sequence in a sequence its parts.
expression sequence_of(expressions parts);
expression choice_of(expressions parts);
expression repeated(expression part, std::size_t least, std::size_t most);
expression optional_of(expression part);
expression reference_to(std::size_t rule);
expression word_of(token is, std::size_t least = 0, std::size_t most = unbounded);
expression text_until(std::vector<std::string> ends, std::vector<std::string> never);

bool is_empty(const expression& of);

// What no text is of: a choice without parts. A sequence that holds it is nothing too, and a choice leaves it out.
expression nothing();
bool is_nothing(const expression& of);

struct rule {
  std::string name;  // of a-z, 0-9 and -; no two are alike
  expression body;
};

class grammar {
 public:
  // A rule whose body may be set later, so that it can stand in itself. The name is made of these words.
  std::size_t add(std::string_view words, expression body = {});
  void set(std::size_t at, expression body) { rules_[at].body = std::move(body); }
  // The expression without what no text is of; so all rules afterwards, among them those that never end.
  expression possible(const expression& of);
  const std::vector<rule>& rules() const { return rules_; }
  expression start{};

 private:
  std::vector<rule> rules_;
  std::map<std::string, std::size_t, std::less<>> names_;  // how often each was wanted
};

}  // namespace toolcall::constraints
