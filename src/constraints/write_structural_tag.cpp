// A structural tag of xgrammar is a tree, so rules are written out where they are used. What refers to itself, and what
// no tag says, is EBNF in it.

#include <algorithm>
#include <set>
#include <utility>

#include "constraints/writers.hpp"
#include "text/joined.hpp"
#include "typing/json_escape.hpp"

namespace toolcall::constraints {

namespace {

std::string quoted(const std::string& text) {
  std::string made;
  typing::append_json_string(made, text);
  return made;
}

std::string list_of(const std::vector<std::string>& texts) {
  std::string made;
  for (const std::string& each : texts) made += (made.empty() ? "" : ",") + quoted(each);
  return "[" + made + "]";
}

std::string elements(std::string_view type, const std::vector<std::string>& parts) {
  return "{\"type\":\"" + std::string(type) + "\",\"elements\":[" + joined(parts, ",") + "]}";
}

std::string constant(const std::string& text) {
  return "{\"type\":\"const_string\",\"value\":" + quoted(text) + "}";
}

class tag_text {
 public:
  explicit tag_text(const grammar& of) : of_(of) {}

  std::string format(const expression& of) {
    switch (of.is) {
      case form::text:
        return constant(of.text);
      case form::sequence:
        return sequence(of.parts);
      case form::choice:
        return choice(of);
      case form::repeat:
        return repeat(of);
      case form::rule:
        return is_tree(of) && (says_more(of) || is_plain(of)) ? format(of_.rules()[of.rule].body) : ebnf(of);
      case form::until:
        return of.ends.empty() ? "{\"type\":\"any_text\",\"excludes\":" + list_of(of.never) + "}" : tag("", of);
      case form::dispatch:
        return dispatch(of);
      case form::json:
        return "{\"type\":\"json_schema\",\"json_schema\":" + of.text + ",\"max_whitespace_cnt\":1}";
      case form::token:
        return ebnf(of);
    }
    return {};
  }

 private:
  std::string ebnf(const expression& of) const {
    return "{\"type\":\"grammar\",\"grammar\":" + quoted(write_bnf(of_, of, bnf::xgrammar)) + "}";
  }

  // Text up to a mark is the content of a tag, which begins with the text before it.
  std::string tag(const std::string& begin, const expression& until) const {
    if (until.ends.size() != 1) return ebnf(until);
    return "{\"type\":\"tag\",\"begin\":" + quoted(begin) +
           ",\"content\":{\"type\":\"any_text\",\"excludes\":" + list_of(until.never) +
           "},\"end\":" + quoted(until.ends.front()) + "}";
  }

  std::string sequence(const expressions& parts) {
    if (parts.empty()) return constant("");
    std::vector<std::string> all;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool begins_tag = parts[i].is == form::text && i + 1 < parts.size() && parts[i + 1].is == form::until &&
                              parts[i + 1].ends.size() == 1;
      all.push_back(begins_tag ? tag(parts[i].text, parts[i + 1]) : format(parts[i]));
      if (begins_tag) ++i;
    }
    return all.size() == 1 ? all.front() : elements("sequence", all);
  }

  std::string choice(const expression& of) {
    std::vector<std::string> all;
    for (const expression& each : of.parts) all.push_back(format(each));
    return elements("or", all);
  }

  std::string repeat(const expression& of) {
    const std::string content = ",\"content\":" + format(of.parts.front()) + "}";
    if (of.least == 0 && of.most == 1) return "{\"type\":\"optional\"" + content;
    if (of.least == 0 && of.most == unbounded) return "{\"type\":\"star\"" + content;
    if (of.least == 1 && of.most == unbounded) return "{\"type\":\"plus\"" + content;
    return "{\"type\":\"repeat\",\"min\":" + std::to_string(of.least) +
           ",\"max\":" + (of.most == unbounded ? "-1" : std::to_string(of.most)) + content;
  }

  std::string dispatch(const expression& of) {
    const bool is_mixed = std::any_of(of.never.begin(), of.never.end(), [&](const std::string& mark) {
      return std::any_of(of.ends.begin(), of.ends.end(),
                         [&](const std::string& end) { return end.find(mark) != end.npos; });
    });
    const bool are_trees =
        std::all_of(of.parts.begin(), of.parts.end(), [&](const expression& each) { return is_tree(each); });
    const auto says = [&](const expression& each) { return says_more(each); };
    if (!are_trees || std::none_of(of.parts.begin(), of.parts.end(), says)) return ebnf(of);
    if (is_mixed) return spelled_dispatch(of);
    std::string rules;
    for (std::size_t i = 0; i < of.ends.size(); ++i)
      rules += (i == 0 ? "[" : ",[") + quoted(of.ends[i]) + "," + format(of.parts[i]) + "]";
    return "{\"type\":\"dispatch\",\"rules\":[" + rules + "],\"loop\":false,\"excludes\":" + list_of(of.never) + "}";
  }

  // Where a mark counts at the start of a line alone: no dispatch excludes a part of what it waits for.
  std::string spelled_dispatch(const expression& of) {
    std::vector<std::string> all = of.ends;
    all.insert(all.end(), of.never.begin(), of.never.end());
    std::vector<std::string> ways{format(text_until({}, all))};
    for (std::size_t i = 0; i < of.ends.size(); ++i) {
      std::vector<std::string> others = of.never;
      for (std::size_t other = 0; other < of.ends.size(); ++other)
        if (other != i) others.push_back(of.ends[other]);
      ways.push_back(elements("sequence", {ebnf(text_until({of.ends[i]}, std::move(others))), format(of.parts[i])}));
    }
    return elements("or", ways);
  }

  // Whether no rule in it refers to itself.
  bool is_tree(const expression& of) {
    if (of.is == form::rule) {
      if (above_.contains(of.rule)) return false;
      above_.insert(of.rule);
      const bool found = is_tree(of_.rules()[of.rule].body);
      above_.erase(of.rule);
      return found;
    }
    return std::all_of(of.parts.begin(), of.parts.end(), [&](const expression& each) { return is_tree(each); });
  }

  // Whether it has what EBNF does not say, or a tag says better. It is asked of trees.
  bool says_more(const expression& of) const {
    if (of.is == form::json || of.is == form::until || of.is == form::dispatch) return true;
    if (of.is == form::rule) return says_more(of_.rules()[of.rule].body);
    return std::any_of(of.parts.begin(), of.parts.end(), [&](const expression& each) { return says_more(each); });
  }

  bool is_plain(const expression& of) const {
    if (of.is == form::token) return false;
    if (of.is == form::rule) return is_plain(of_.rules()[of.rule].body);
    return std::all_of(of.parts.begin(), of.parts.end(), [&](const expression& each) { return is_plain(each); });
  }

  const grammar& of_;
  std::set<std::size_t> above_;
};

}  // namespace

std::string write_structural_tag(const grammar& of) {
  return "{\"type\":\"structural_tag\",\"format\":" + tag_text(of).format(of.start) + "}\n";
}

}  // namespace toolcall::constraints
