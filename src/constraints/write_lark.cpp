// Lark as llguidance reads it. Its lexer takes the longest lexeme and never goes back, so what a mark ends is one
// terminal together with that mark, and no terminal may go on where another one ended.

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "constraints/writers.hpp"

namespace toolcall::constraints {

namespace {

std::string lark_string(std::string_view text) {
  return in_quotes(text, "\\u00");
}

// The text, in a regular expression between slashes.
std::string lark_expression(const std::string& text) {
  std::string made;
  for (const char c : text) {
    constexpr std::string_view special = "\\/.^$*+?()[]{}|&~-#";
    if (c == '\n')
      made += "\\n";
    else if (special.find(c) != special.npos)
      (made += '\\') += c;
    else
      made += c;
  }
  return made;
}

std::string either(const std::vector<std::string>& marks) {
  std::string made;
  for (const std::string& each : marks) made += (made.empty() ? "(" : "|") + lark_expression(each);
  return made + ")";
}

class lark_text {
 public:
  explicit lark_text(const grammar& of) : of_(of) {}

  std::string all() {
    std::string made = "start: " + alternatives(of_.start) + "\n";
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      const rule& each = of_.rules()[wanted_[i]];
      made += rule_name(wanted_[i]) + ": " + alternatives(each.body) + "\n";
    }
    return made + terminals_;
  }

 private:
  std::string rule_name(std::size_t at) const {
    std::string name = of_.rules()[at].name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
  }

  std::string alternatives(const expression& of) {
    if (of.is == form::dispatch) return dispatch(of);
    if (of.is != form::choice) return sequence(of);
    std::string made;
    for (const expression& each : of.parts) made += (made.empty() ? "" : " | ") + sequence(each);
    return made.empty() ? lark_string("") : made;
  }

  std::string sequence(const expression& of) {
    if (of.is == form::dispatch || of.is == form::choice) return "( " + alternatives(of) + " )";
    if (of.is != form::sequence) return part(of);
    std::string made;
    for (const expression& each : of.parts) made += (made.empty() ? "" : " ") + part(each);
    return made.empty() ? lark_string("") : made;
  }

  std::string part(const expression& of) {
    switch (of.is) {
      case form::text:
        return lark_string(of.text);
      case form::rule:
        if (is_wanted_.insert(of.rule).second) wanted_.push_back(of.rule);
        return rule_name(of.rule);
      case form::repeat:
        return "( " + alternatives(of.parts.front()) + " )" + quantifier(of.least, of.most);
      case form::until:
        return until(of.ends, of.never);
      case form::token:
        return token_name(of);
      case form::json:
        return json(of);
      default:
        return "( " + alternatives(of) + " )";
    }
  }

  std::string dispatch(const expression& of) {
    std::vector<std::string> all = of.ends;
    all.insert(all.end(), of.never.begin(), of.never.end());
    std::string made = until({}, all);
    for (std::size_t i = 0; i < of.ends.size(); ++i) {
      std::vector<std::string> others = of.never;
      for (std::size_t other = 0; other < of.ends.size(); ++other)
        if (other != i) others.push_back(of.ends[other]);
      made += " | " + until({of.ends[i]}, others);
      if (!is_empty(of.parts[i])) made += " " + sequence(of.parts[i]);
    }
    return made;
  }

  // All text with an end, but for that in which a mark is followed by something.
  std::string until(const std::vector<std::string>& ends, const std::vector<std::string>& never) {
    std::vector<std::string> all = ends;
    all.insert(all.end(), never.begin(), never.end());
    std::string text = "/(?s:.*)" + (ends.empty() ? "" : either(ends)) + "/";
    if (!all.empty()) text += " & ~/(?s:.*)" + either(all) + (ends.empty() ? "(?s:.*)" : "(?s:.+)") + "/";
    return terminal(ends.empty() ? "TEXT" : "UNTIL", text);
  }

  std::string json(const expression& of) {
    const auto found = json_.find(of.text);
    if (found != json_.end()) return found->second;
    const std::string name = "json_" + std::to_string(json_.size() + 1);
    json_.emplace(of.text, name);
    terminals_ += name + ": %json " + of.text + "\n";
    return name;
  }

  std::string terminal(const std::string& name, const std::string& text) {
    const auto found = named_.find(text);
    if (found != named_.end()) return found->second;
    const std::string numbered = name + "_" + std::to_string(named_.size() + 1);
    named_.emplace(text, numbered);
    terminals_ += numbered + ": " + text + "\n";
    return numbered;
  }

  std::string token_name(const expression& of) {
    switch (of.word) {
      case token::json_string:
        return terminal(
            "STRING",
            R"(/"([^"\\\x00-\x1F]|\\(["\\\/bfnrt]|u([0-9abcefABCEF][0-9a-fA-F]{3}|[dD]([0-7][0-9a-fA-F]{2}|[89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})))))" +
                quantifier(of.least, of.most) + "\"/");
      case token::python_string:
        return terminal(
            "STRING",
            R"(/'([^'\\\x00-\x1F]|\\([nrt'"\\]|x[0-7][0-9a-fA-F]))*'|"([^"\\\x00-\x1F]|\\([nrt'"\\]|x[0-7][0-9a-fA-F]))*"/)");
      case token::integer:
        return terminal("INTEGER", R"(/-?(0|[1-9][0-9]*)/)");
      case token::number:
        return terminal("NUMBER", R"(/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[12]?[0-9]?[0-9])?/)");
      case token::digits:
        return terminal("DIGITS", R"(/0|[1-9][0-9]*/)");
      case token::id:
        return terminal("ID", R"(/[a-zA-Z0-9_.:\-]+/)");
      case token::bare_key:
        return terminal("KEY", R"(/[a-zA-Z_][a-zA-Z0-9_]*/)");
    }
    return {};
  }

  const grammar& of_;
  std::vector<std::size_t> wanted_;
  std::set<std::size_t> is_wanted_;
  std::string terminals_;
  std::map<std::string, std::string> named_, json_;
};

}  // namespace

std::string write_lark(const grammar& of) {
  return lark_text(of).all();
}

}  // namespace toolcall::constraints
