// A mark's role is the kind of its declaration and the place that it has there: what stands before a call's name opens
// the call, what stands after the last thing that is filled in closes it.

#include "grammarc/mark_rules.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "grammarc/marks.hpp"
#include "grammarc/print.hpp"

namespace toolcall::grammarc {
namespace {

using parts = std::vector<expression>;

expression node(form is, std::size_t line, std::vector<expression> children = {}, std::string text = {}) {
  expression one;
  one.is = is;
  one.line = line;
  one.children = std::move(children);
  one.text = std::move(text);
  return one;
}

bool ends_with(const parts& all, std::string_view end) {
  return !all.empty() && all.back().is == form::literal && all.back().text.size() > end.size() &&
         std::string_view(all.back().text).substr(all.back().text.size() - end.size()) == end;
}

// A tag that is not closed before what follows it: the name, or the key, stands in the tag.
bool is_open_tag(const parts& before) {
  return !before.empty() && before.back().is == form::literal && before.back().text.find('<') != std::string::npos &&
         before.back().text.rfind('<') + 1 > before.back().text.rfind('>') + 1;
}

class deriver {
 public:
  explicit deriver(const page& dialect) : page_(dialect) {}

  std::vector<rule> all() {
    for (const mark_declaration& each : page_.marks) {
      if (each.kind == "think") thinks_.push_back(&each);
      if (each.conditions.empty()) roles_of(each);
    }
    reasoning();
    tokens();
    std::vector<rule> made;
    for (const std::string& name : order_) made.push_back(rule_of(name));
    return made;
  }

 private:
  void add(const std::string& role, const parts& marks) {
    if (marks.empty() || std::any_of(marks.begin(), marks.end(), holds_slot)) return;
    // One that the model may leave out is a mark where it stands.
    const bool may_lack = marks.size() == 1 && marks[0].is == form::optional;
    add(role, may_lack ? marks[0].children.front() : one_after_the_other(marks));
  }

  // Where several declarations have the role, it is each of them, in the order of the page.
  void add(const std::string& role, expression mark) {
    auto& known = of_[role];
    if (known.empty()) order_.push_back(role);
    const auto is_same = [&](const expression& each) { return print(each) == print(mark); };
    if (std::none_of(known.begin(), known.end(), is_same)) known.push_back(std::move(mark));
  }

  rule rule_of(const std::string& name) const {
    const parts& alternatives = of_.at(name);
    rule one;
    one.name = name;
    one.line = alternatives.front().line;
    one.by_default = one.of_marks = true;
    one.body = alternatives.size() == 1 ? alternatives.front() : node(form::choice, one.line, alternatives);
    one.source = print(one);
    return one;
  }

  void roles_of(const mark_declaration& of) {
    const parts all = parts_of(of);
    if (of.kind == "block") around(all, "calls", "block");
    if (of.kind == "answer") around(all, "text", "answer");
    if (of.kind == "call") call(all);
    if (of.kind == "field") field(all);
    if (of.kind == "object") object(all);
    for (const char* const kind : {"turn", "result", "speaker"})
      if (of.kind == kind) add(of.kind + "_mark", all);
  }

  // The marks before and after what a declaration holds.
  void around(const parts& all, std::string_view slot, const std::string& what) {
    const std::size_t at = place_of(all, slot);
    if (at == all.size()) return;
    const bool thought = what == "reasoning";
    add(what + (thought ? "_begin" : "_open"), {all.begin(), at_of(all, at)});
    add(what + (thought ? "_end" : "_close"), {at_of(all, at + 1), all.end()});
  }

  void call(const parts& all) {
    for (const char* const whole : {"object", "python"})
      if (const std::size_t at = place_of(all, whole); at != all.size()) {
        add("close", {at_of(all, at + 1), all.end()});
        return around(all, whole, whole);
      }
    const std::size_t name = place_of(all, "name");
    const parts before(all.begin(), at_of(all, name));
    if (name == all.size() || is_open_tag(before)) return;
    const std::size_t last = last_slot(all);
    add("call_open", before);
    if (last > name) add("after_name", inner(all, name + 1, last));
    add("call_close", {at_of(all, last + 1), all.end()});
  }

  // Between a name and what follows it a mark may be left out; what is called after_name is there.
  static parts inner(const parts& all, std::size_t begin, std::size_t end) {
    parts between(at_of(all, begin), at_of(all, end));
    if (between.size() == 1 && between[0].is == form::optional) between = {between[0].children.front()};
    return between;
  }

  void field(const parts& all) {
    const std::size_t key = place_of(all, "key"), value = place_of(all, "value");
    const parts before(all.begin(), at_of(all, std::min(key, all.size())));
    if (is_open_tag(before)) {
      add(ends_with(before, "=\"") ? "attribute_field"
          : ends_with(before, "=") ? "equals_field"
                                   : "named_field",
          before);
      return;
    }
    if (key >= value || value - key < 3 || value == all.size()) return;
    add("key_open", before);
    add("key_close", parts{all[key + 1]});
    if (value - key == 4) after_key(all[key + 2]);
    add("value_open", parts{all[value - 1]});
    tag_word(before, all[value - 1]);
    add("value_close", {at_of(all, value + 1), all.end()});
  }

  // How the names of the tags of keys and values begin alike.
  void tag_word(const parts& key, const expression& value) {
    if (key.size() != 1 || key[0].is != form::literal || value.is != form::literal) return;
    const std::string_view a = key[0].text, b = value.text;
    const auto differs = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    const auto same = static_cast<std::size_t>(differs - a.begin());
    if (same < 2 || a.front() != '<' || a[same - 1] != '_') return;
    expression word = key[0];
    word.text = a.substr(1, same - 1);
    add("tag_word", word);
  }

  // Marks between a key and its value, and what they hold.
  void after_key(const expression& between) {
    const expression& inside = between.is == form::optional ? between.children.front() : between;
    if (inside.is != form::sequence) return;
    parts filled = inside.children;
    for (expression& each : filled) {
      if (slot_of(each).empty()) continue;
      expression text = node(form::set, each.line);
      text.bytes.set();
      text.bytes.reset('<');
      each = node(form::star, each.line, {text});
    }
    add("after_key", node(form::sequence, between.line, filled));
  }

  // The keys of a call in JSON.
  void object(const parts& all) {
    for (std::size_t at = 0; at + 1 < all.size(); ++at)
      if (all[at].is == form::literal && !slot_of(all[at + 1]).empty()) {
        expression key = all[at];
        key.text = "\"" + key.text + "\"";
        add(std::string(slot_of(all[at + 1])) + "_key", key);
      }
  }

  static parts::const_iterator at_of(const parts& all, std::size_t at) {
    return all.begin() + static_cast<std::ptrdiff_t>(at);
  }

  static std::size_t last_slot(const parts& all) {
    std::size_t last = all.size();
    while (last > 0 && !holds_slot(all[last - 1])) --last;
    return last - 1;
  }

  // Reasoning with one pair of marks is read as most is. Where it has conditions, or several pairs, that is said here.
  void reasoning() {
    const bool is_usual = thinks_.size() == 1 && thinks_[0]->conditions.empty();
    for (const mark_declaration* const each : thinks_) {
      const parts all = parts_of(*each);
      around(all, "text", "reasoning");
      const std::size_t at = place_of(all, "text");
      const parts open(all.begin(), at_of(all, at)), close(at_of(all, std::min(at + 1, all.size())), all.end());
      const bool is_said = !open.empty() && !close.empty() && std::none_of(all.begin(), at_of(all, at), holds_slot);
      if (is_usual || !is_said) continue;
      const parts marks{one_after_the_other(open), one_after_the_other(close)};
      add("reasoning", under(each->conditions, node(form::call, each->line, marks, "reasoning.think")));
    }
  }

  // Special tokens, but for closing tags, which begin nothing.
  void tokens() {
    const auto found = page_.front.find("tokens");
    if (found == page_.front.end()) return;
    for (const std::string& token : found->second) {
      if (token.starts_with("</")) continue;
      expression mark = node(form::literal, 1);
      mark.text = token;
      add("token", std::move(mark));
    }
  }

  static expression under(const std::vector<std::string>& conditions, const expression& read) {
    parts all;
    for (const std::string& each : conditions)
      if (each == "start" || each == "line_start")
        all.push_back(node(each == "start" ? form::start : form::line_start, read.line));
    if (all.empty()) return read;
    all.push_back(read);
    return node(form::sequence, read.line, all);
  }

  const page& page_;
  std::vector<const mark_declaration*> thinks_;
  std::map<std::string, parts> of_;
  std::vector<std::string> order_;
};

}  // namespace

std::vector<rule> mark_rules(const page& dialect) {
  return deriver(dialect).all();
}

}  // namespace toolcall::grammarc
