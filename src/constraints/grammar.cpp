// A sequence is kept flat and its texts joined, so what a call begins with is one text, however many pieces it was
// made of.

#include "constraints/grammar.hpp"

#include <algorithm>

namespace toolcall::constraints {

namespace {

void append_part(expressions& to, expression part) {
  if (part.is == form::sequence) {
    for (expression& each : part.parts) append_part(to, std::move(each));
  } else if (part.is == form::text && part.text.empty()) {
    return;
  } else if (part.is == form::text && !to.empty() && to.back().is == form::text) {
    to.back().text += part.text;
  } else {
    to.push_back(std::move(part));
  }
}

// Whether a text is of it, as far as rules are known to have one.
bool has_text(const expression& of, const std::vector<bool>& known) {
  const auto inside = [&](const expression& each) { return has_text(each, known); };
  switch (of.is) {
    case form::rule:
      return known[of.rule];
    case form::repeat:
      return of.least == 0 || inside(of.parts.front());
    case form::choice:
      return std::any_of(of.parts.begin(), of.parts.end(), inside);
    case form::sequence:
      return std::all_of(of.parts.begin(), of.parts.end(), inside);
    default:
      return true;
  }
}

expression without_nothing(const expression& of, const std::vector<bool>& known) {
  if (of.is == form::rule) return known[of.rule] ? of : nothing();
  if (of.is != form::repeat && of.is != form::choice && of.is != form::sequence) return of;
  expressions parts;
  for (const expression& each : of.parts) parts.push_back(without_nothing(each, known));
  if (of.is == form::repeat) return repeated(std::move(parts.front()), of.least, of.most);
  return of.is == form::choice ? choice_of(std::move(parts)) : sequence_of(std::move(parts));
}

std::string rule_name(std::string_view words) {
  std::string name;
  for (const char c : words) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    const char next = is_upper ? static_cast<char>(c - 'A' + 'a') : is_plain ? c : '-';
    if (next == '-' && (name.empty() || name.back() == '-')) continue;
    name += next;
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  const bool begins_with_letter = !name.empty() && name.front() >= 'a' && name.front() <= 'z';
  return begins_with_letter ? name : "r-" + name;
}

}  // namespace

expression text_of(std::string text) {
  expression made;
  made.is = form::text;
  made.text = std::move(text);
  return made;
}

expression sequence_of(expressions parts) {
  expression made;
  if (std::any_of(parts.begin(), parts.end(), is_nothing)) return nothing();
  for (expression& each : parts) append_part(made.parts, std::move(each));
  if (made.parts.size() != 1) return made;
  expression only = std::move(made.parts.front());
  return only;
}

expression choice_of(expressions parts) {
  expression made;
  made.is = form::choice;
  for (expression& each : parts) {
    if (each.is == form::choice)
      for (expression& inner : each.parts) made.parts.push_back(std::move(inner));
    else
      made.parts.push_back(std::move(each));
  }
  if (made.parts.size() != 1) return made;
  expression only = std::move(made.parts.front());
  return only;
}

expression repeated(expression part, std::size_t least, std::size_t most) {
  if (most == 0 || is_empty(part)) return {};
  if (is_nothing(part)) return least == 0 ? expression() : part;
  if (least == 1 && most == 1) return part;
  expression made;
  made.is = form::repeat;
  made.parts.push_back(std::move(part));
  made.least = least;
  made.most = most;
  return made;
}

expression optional_of(expression part) {
  return repeated(std::move(part), 0, 1);
}

expression reference_to(std::size_t rule) {
  expression made;
  made.is = form::rule;
  made.rule = rule;
  return made;
}

expression word_of(token is, std::size_t least, std::size_t most) {
  expression made;
  made.is = form::token;
  made.word = is;
  made.least = least;
  made.most = most;
  return made;
}

expression text_until(std::vector<std::string> ends, std::vector<std::string> never) {
  expression made;
  made.is = form::until;
  made.ends = std::move(ends);
  made.never = std::move(never);
  return made;
}

bool is_empty(const expression& of) {
  return of.is == form::sequence && of.parts.empty();
}

expression nothing() {
  return choice_of({});
}

bool is_nothing(const expression& of) {
  return of.is == form::choice && of.parts.empty();
}

expression grammar::possible(const expression& of) {
  std::vector<bool> known(rules_.size());
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      if (known[i] || !has_text(rules_[i].body, known)) continue;
      known[i] = is_new = true;
    }
  }
  if (std::find(known.begin(), known.end(), false) == known.end()) return of;
  for (rule& each : rules_) each.body = without_nothing(each.body, known);
  return without_nothing(of, known);
}

std::size_t grammar::add(std::string_view words, expression body) {
  const std::string wanted = rule_name(words);
  std::string name = wanted;
  // A name with a number may be wanted itself.
  for (std::size_t count = ++names_[wanted]; count > 1; count = ++names_[wanted]) {
    name = wanted + "-" + std::to_string(count);
    if (names_.emplace(name, 1).second) break;
  }
  rules_.push_back({std::move(name), std::move(body)});
  return rules_.size() - 1;
}

}  // namespace toolcall::constraints
