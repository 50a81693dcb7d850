// Only what does not depend on arguments is expressed here; what a parameter stands for is not known yet.

#include "engine/plain_form.hpp"

#include <algorithm>
#include <utility>

#include <toolcall/error.hpp>

namespace toolcall::engine {

namespace {

expression with_children(form is, std::vector<expression> children) {
  expression e;
  e.is = is;
  e.children = std::move(children);
  return e;
}

// e{2,3} is e e e?
expression repeated(expression e) {
  expression all;
  for (std::size_t i = 0; i < e.most; ++i)
    all.children.push_back(i < e.least ? e.children.front() : with_children(form::choice, {e.children.front(), {}}));
  return all;
}

// What is one instruction is not a rule of its own.
bool stands_in_place(const expression& body) {
  return body.children.empty() && !body.token && body.is != form::call && body.is != form::parameter;
}

// By the forms that are laid out, what is only written.
expression by_other_forms(expression e) {
  switch (e.is) {
    case form::any:
      e.is = form::set;
      e.bytes.set();
      break;
    case form::optional:
      e.is = form::choice;
      e.children.emplace_back();
      break;
    case form::plus:
      e.is = form::sequence;
      e.children.push_back(with_children(form::star, {e.children.front()}));
      break;
    case form::repeat:
      return repeated(std::move(e));
    case form::note:
    case form::when:
      e.is = form::recovery;  // of what never matches
      if (e.children.empty()) e.children.emplace_back();
      e.children.insert(e.children.begin(), with_children(form::nothing, {}));
      break;
    default:
      break;
  }
  return e;
}

}  // namespace

void serialize(const expression& e, std::string& out) {
  const auto add = [&](std::size_t number) { out.append(reinterpret_cast<const char*>(&number), sizeof number); };
  out += static_cast<char>(e.is);
  out += static_cast<char>(e.role);
  out += static_cast<char>((e.any_case ? 1 : 0) + (e.token ? 2 : 0));
  add(e.rule);
  add(e.number);
  if (e.is == form::set) out += e.bytes.to_string();
  if (e.is == form::leaf) add(reinterpret_cast<std::uintptr_t>(e.leaf));
  for (const std::string* text : {&e.text, &e.label}) {
    add(text->size());
    out += *text;
  }
  add(e.children.size());
  for (const expression& child : e.children) serialize(child, out);
}

grammar::rule plain_forms::of(std::size_t rule) const {
  const grammar::rule& written = from_->rules[rule];
  return {written.name, plain(written.body)};
}

expression plain_forms::plain(const expression& written) const {
  if (written.is == form::call) return call(written);
  expression e;
  e.is = written.is;
  e.text = written.text;
  e.label = written.label;
  e.bytes = written.bytes;
  e.leaf = written.leaf;
  e.number = written.is == form::parameter ? written.number : 0;
  e.role = written.role;
  e.least = written.is == form::repeat ? written.least : 0;
  e.most = written.is == form::repeat ? written.most : 0;
  e.any_case = written.any_case;
  e.token = written.token;
  if (e.is == form::parameter) e.text.clear();
  e.children.reserve(written.children.size() + 1);
  for (const expression& child : written.children) e.children.push_back(plain(child));
  return by_other_forms(std::move(e));
}

expression plain_forms::call(const expression& written) const {
  const std::string_view asked = rule_of_dialects(written.text);
  if (!asked.empty()) return of_dialects(written, asked);
  if (written.rule == written_grammar::no_rule) throw setup_error("", "there is no rule " + written.text);
  std::vector<expression> arguments;
  for (const expression& each : written.children) arguments.push_back(plain(each));
  return called(written.rule, std::move(arguments));
}

expression plain_forms::called(std::size_t rule, std::vector<expression> arguments) const {
  const expression& body = from_->rules[rule].body;
  if (!every_call_ && stands_in_place(body)) return plain(body);
  expression e = with_children(form::call, std::move(arguments));
  e.rule = rule;
  return e;
}

expression plain_forms::of_dialects(const expression& written, std::string_view name) const {
  expression all = with_children(form::choice, {});
  for (const dialect_offers& each : from_->dialects) {
    const auto offered = each.rules.find(name);
    if (offered == each.rules.end()) continue;
    std::vector<expression> arguments;
    for (const expression& argument : written.children) arguments.push_back(plain(argument));
    expression& one =
        all.children.emplace_back(with_children(form::role, {called(offered->second, std::move(arguments))}));
    one.role = node_role::dialect;
    one.number = each.number;
  }
  if (all.children.empty()) all.is = form::nothing;
  return all;
}

}  // namespace toolcall::engine
