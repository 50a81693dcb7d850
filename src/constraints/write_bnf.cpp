// EBNF as xgrammar reads it and GBNF as llama.cpp does; what they differ in is how a class of characters is written.

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "constraints/stop_automaton.hpp"
#include "constraints/writers.hpp"
#include "text/utf8.hpp"

namespace toolcall::constraints {

namespace {

std::string control(unsigned char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return std::string("\\x") + digits[byte >> 4U] + digits[byte & 15U];
}

std::string bnf_string(std::string_view text) {
  return in_quotes(text, "\\x");
}

class bnf_text {
 public:
  bnf_text(const grammar& of, bnf notation) : of_(of), notation_(notation) {}

  std::string all(const expression& start) {
    lines_.emplace_back("root", "");
    std::string root = alternatives(start);
    lines_.front().second = std::move(root);
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      const rule& each = of_.rules()[wanted_[i]];
      std::string text = alternatives(each.body);
      lines_.emplace_back(each.name, std::move(text));
    }
    std::string made;
    for (const auto& [name, body] : lines_) made += name + " ::= " + body + "\n";
    return made;
  }

 private:
  std::string alternatives(const expression& of) {
    if (of.is == form::dispatch) return dispatch(of);
    if (of.is != form::choice) return sequence(of);
    std::string made;
    for (const expression& each : of.parts) made += (made.empty() ? "" : " | ") + sequence(each);
    return made.empty() ? bnf_string("") : made;
  }

  std::string sequence(const expression& of) {
    if (of.is != form::sequence) return part(of);
    std::string made;
    for (const expression& each : of.parts) made += (made.empty() ? "" : " ") + part(each);
    return made.empty() ? bnf_string("") : made;
  }

  std::string part(const expression& of) {
    switch (of.is) {
      case form::text:
        return bnf_string(of.text);
      case form::rule:
        want(of.rule);
        return of_.rules()[of.rule].name;
      case form::repeat:
        return "( " + alternatives(of.parts.front()) + " )" + quantifier(of.least, of.most);
      case form::until:
        return until(of.ends, of.never);
      case form::token:
        return token_text(of);
      case form::json:  // a part of structural tags, and of no EBNF in them
        return bnf_string("");
      default:
        return "( " + alternatives(of) + " )";
    }
  }

  void want(std::size_t rule) {
    if (is_wanted_.insert(rule).second) wanted_.push_back(rule);
  }

  // Text that may end anywhere, and after each of the marks a rule of what follows it.
  std::string dispatch(const expression& of) {
    const std::string name = "text-" + std::to_string(++texts_);
    std::vector<std::string> after;
    for (std::size_t i = 0; i < of.ends.size(); ++i) {
      after.push_back(name + "-then-" + std::to_string(i + 1));
      std::string then = alternatives(of.parts[i]);
      lines_.emplace_back(after.back(), std::move(then));
    }
    add_states(name, stop_automaton(of.ends, of.never), after, true);
    return name;
  }

  std::string until(const std::vector<std::string>& ends, const std::vector<std::string>& never) {
    const auto key = std::pair(ends, never);
    if (const auto found = untils_.find(key); found != untils_.end()) return found->second;
    const std::string name = (ends.empty() ? "text-" : "until-") + std::to_string(++texts_);
    untils_.emplace(key, name);
    add_states(name, stop_automaton(ends, never), {}, ends.empty());
    return name;
  }

  // A rule for each state. What leads back to the first state stands in it as a repetition, so that plain text needs no
  // rule a character.
  void add_states(const std::string& name, const stop_automaton& stops, const std::vector<std::string>& after,
                  bool may_end) {
    const auto& states = stops.states();
    const auto name_of = [&](std::size_t state) { return state == 0 ? name : name + "-" + std::to_string(state); };
    const auto target = [&](std::size_t state) {
      if (states[state].end == stop_automaton::forbidden) return " " + name_of(state);
      return after.empty() ? std::string() : " " + after[states[state].end];
    };
    for (std::size_t i = 0; i < states.size(); ++i) {
      const stop_automaton::state& each = states[i];
      if (i != 0 && each.next.empty()) continue;  // a mark is complete
      std::map<std::size_t, std::u32string> by_target;
      std::u32string others;
      for (const auto& [by, to] : each.next) {
        others += by;
        if (to != stop_automaton::forbidden) by_target[to] += by;
      }
      std::string ways;
      const auto add = [&](const std::string& way) { ways += (ways.empty() ? "" : " | ") + way; };
      for (const auto& [to, by] : by_target) add(char_class(by, false) + target(to));
      if (i != 0) add(char_class(others, true) + " " + name);
      if (may_end) add(bnf_string(""));
      const std::string plain = others.empty() ? "[^\\x00]" : char_class(others, true);
      lines_.emplace_back(name_of(i), i == 0 ? plain + "* ( " + ways + " )" : ways);
    }
  }

  std::string char_class(const std::u32string& of, bool is_other) const {
    std::string made = is_other ? "[^" : "[";
    for (const char32_t each : of) made += character(each);
    return made + "]";
  }

  std::string character(char32_t of) const {
    constexpr std::string_view special = "]^-\\[";
    if (of == U'\n') return "\\n";
    if (of < 0x20) return control(static_cast<unsigned char>(of));
    if (of < 0x80 && special.find(static_cast<char>(of)) != special.npos) {
      if (notation_ == bnf::xgrammar && of != U'[') return std::string("\\") + static_cast<char>(of);
      if (notation_ == bnf::xgrammar) return "[";
      return of == U'-' ? "\\x2D" : of == U'^' ? "\\x5E" : std::string("\\") + static_cast<char>(of);
    }
    std::string made;
    utf8::append(made, of);
    return made;
  }

  std::string token_text(const expression& of) {
    switch (of.word) {
      case token::json_string:
        named("surrogates", R"([89abAB] [0-9a-fA-F]{2} "\\u" [dD] [c-fC-F] [0-9a-fA-F]{2})");
        named("unit", R"([0-9abcefABCEF] [0-9a-fA-F]{3} | [dD] ( [0-7] [0-9a-fA-F]{2} | t-surrogates ))");
        return bnf_string("\"") + " " +
               named("json-character", R"([^"\\\x00-\x1F] | "\\" ( ["\\/bfnrt] | "u" t-unit ))") +
               quantifier(of.least, of.most) + " " + bnf_string("\"");
      case token::python_string:
        named("python-escape", R"("\\" ( [nrt'"\\] | "x" [0-7] [0-9a-fA-F] ))");
        return named(
            "python-string",
            R"("'" ( [^'\\\x00-\x1F] | t-python-escape )* "'" | "\"" ( [^"\\\x00-\x1F] | t-python-escape )* "\"")");
      case token::integer:
        return named("integer", R"("-"? ( "0" | [1-9] [0-9]* ))");
      case token::number:
        return named("number", R"("-"? ( "0" | [1-9] [0-9]* ) ( "." [0-9]+ )? ( [eE] [+)" + character(U'-') +
                                   R"(]? [12]? [0-9]? [0-9] )?)");
      case token::digits:
        return named("digits", R"("0" | [1-9] [0-9]*)");
      case token::id:
        return named("id", "[a-zA-Z0-9_.:" + character(U'-') + "]+");
      case token::bare_key:
        return named("key", "[a-zA-Z_] [a-zA-Z0-9_]*");
    }
    return {};
  }

  // No rule of a grammar has such a name: they begin with a tool's, or with "call".
  std::string named(const std::string& name, const std::string& body) {
    const std::string as = "t-" + name;
    if (named_.insert(as).second) lines_.emplace_back(as, body);
    return as;
  }

  const grammar& of_;
  bnf notation_;
  std::vector<std::pair<std::string, std::string>> lines_;
  std::vector<std::size_t> wanted_;
  std::set<std::size_t> is_wanted_;
  std::set<std::string> named_;
  std::size_t texts_ = 0;
  std::map<std::pair<std::vector<std::string>, std::vector<std::string>>, std::string> untils_;
};

}  // namespace

std::string write_bnf(const grammar& of, const expression& start, bnf notation) {
  return bnf_text(of, notation).all(start);
}

}  // namespace toolcall::constraints
