// Each rule is converted once for each list of converted arguments; a capture is named after that instance, so that
// what an argument refers to is the caller's capture wherever the argument is used.

#include "authoring/lay_out_page.hpp"

#include <map>
#include <set>
#include <stdexcept>

#include <toolcall/error.hpp>

#include "ascii.hpp"
#include "grammarc/dialects.hpp"

namespace toolcall::authoring {

namespace {

using engine::expression;
using engine::noun;
using engine::op;
using grammarc::form;

const std::map<std::string, noun> nouns = {
    {"call", noun::call},     {"name", noun::name},           {"id", noun::id},       {"key", noun::key},
    {"value", noun::value},   {"arguments", noun::arguments}, {"text", noun::text},   {"reasoning", noun::reasoning},
    {"string", noun::string}, {"object", noun::object},       {"array", noun::array},
};

const std::map<form, op> same = {
    {form::sequence, op::sequence}, {form::choice, op::choice},   {form::recovery, op::recover},
    {form::star, op::star},         {form::at, op::at},           {form::not_at, op::not_at},
    {form::literal, op::literal},   {form::set, op::set},         {form::nothing, op::fail},
    {form::cut, op::cut},           {form::role, op::role},       {form::run, op::run},
    {form::span, op::span},         {form::trial, op::trial},     {form::late, op::late},
    {form::json, op::json},         {form::python, op::python},   {form::tool, op::tool},
    {form::field, op::field},       {form::line, op::line},       {form::new_field, op::new_field},
    {form::replace, op::replace},   {form::capture, op::capture}, {form::back, op::back},
    {form::offered, op::offered},   {form::forced, op::forced},   {form::chosen, op::chosen},
};

std::string spelled(const expression& e) {
  std::string text = std::to_string(static_cast<int>(e.is)) + ":" + e.text + ":" + e.bytes.to_string() +
                     std::to_string(e.rule) + std::to_string(static_cast<int>(e.role)) + std::to_string(e.number) +
                     (e.any_case ? "i(" : "(");
  for (const expression& child : e.children) text += spelled(child);
  return text + ")";
}

class converter {
 public:
  converter(const std::vector<grammarc::page>& pages, const std::vector<oracle::item>& items) : pages_(pages) {
    for (const oracle::item& each : items) in_use_.insert(each.page);
  }

  struct scope {
    const grammarc::page* page;
    std::string instance;
    std::map<std::string, expression> arguments;
  };

  expression convert(const grammarc::expression& e, const scope& in) {
    expression made;
    made.text = e.text;
    made.any_case = e.any_case;
    made.bytes = e.bytes;
    for (const auto& child : e.children) made.children.push_back(convert(child, in));
    switch (e.is) {
      case form::call:
        if (!grammarc::rule_of_dialects(e.text).empty()) return of_dialects(e, made.children, in);
        return call(e, std::move(made.children), in);
      case form::parameter:
        return in.arguments.at(e.text);
      case form::any:
        made.is = op::set;
        made.bytes.set();
        return made;
      case form::optional:
        made.is = op::choice;
        made.children.emplace_back();
        return made;
      case form::plus:
        return plus(std::move(made));
      default:
        break;
    }
    made.is = same.at(e.is);
    if (e.is == form::role) made.role = nouns.at(e.text);
    if (e.is == form::late) made.role = nouns.at(e.text), made.text = e.label;
    if (e.is == form::capture || e.is == form::back) made.text = in.instance + "." + e.text;
    if (e.is == form::literal && e.any_case) made.text = ascii::lowered(made.text);
    if (e.is == form::role || e.is == form::cut) made.text.clear();
    return made;
  }

  engine::grammar laid_out;

 private:
  static expression plus(expression body) {
    expression star = body;
    star.is = op::star;
    expression both;
    both.children = {body.children.front(), star};
    return both;
  }

  expression of_dialects(const grammarc::expression& e, const std::vector<expression>& arguments, const scope& in) {
    expression all;
    all.is = op::choice;
    for (const auto& target : grammarc::rules_of_dialects(pages_, grammarc::rule_of_dialects(e.text))) {
      expression& one = all.children.emplace_back();
      one.is = op::fail;
      if (in_use_.count(target.where->name) == 0) continue;
      one.is = op::role;
      one.role = noun::dialect;
      one.number = static_cast<std::size_t>(target.where - pages_.data());
      grammarc::expression written = e;
      written.text = target.where->name + "." + target.of->name;
      one.children.push_back(call(written, arguments, in));
    }
    if (all.children.empty()) all.is = op::fail;
    return all;
  }

  expression call(const grammarc::expression& e, std::vector<expression> arguments, const scope& in) {
    const std::size_t dot = e.text.find('.');
    const grammarc::page* page = in.page;
    if (dot != std::string::npos)
      for (const auto& other : pages_)
        if (other.name == e.text.substr(0, dot)) page = &other;
    const std::string name = dot == std::string::npos ? e.text : e.text.substr(dot + 1);
    const grammarc::rule* called = nullptr;
    for (const auto& rule : page->rules)
      if (rule.name == name) called = &rule;
    if (called == nullptr) throw std::logic_error("no rule " + e.text);
    scope inner{page, page->name + "." + name, {}};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      inner.instance += "," + spelled(arguments[i]);
      inner.arguments[called->parameters[i]] = std::move(arguments[i]);
    }
    expression reference;
    reference.is = op::call;
    const auto [place, fresh] = known_.try_emplace(inner.instance, laid_out.rules.size());
    reference.rule = place->second;
    if (!fresh) return reference;
    laid_out.rules.push_back({page->name + "." + name, {}});
    if (depth_ == most_rules)
      throw setup_error("", "rules call each other more than " + std::to_string(most_rules) + " deep, at " + e.text +
                                "; let them repeat instead");
    ++depth_;
    expression body = convert(called->body, inner);
    --depth_;
    laid_out.rules[reference.rule].body = std::move(body);
    return reference;
  }

  const std::vector<grammarc::page>& pages_;
  static constexpr std::size_t most_rules = 400;  // a rule takes some kilobytes of the stack; pages need a few dozen
  std::size_t depth_ = 0;
  std::map<std::string, std::size_t> known_;
  std::set<std::string> in_use_;  // the pages that the items come from
};

}  // namespace

engine::grammar lay_out_page(const std::vector<grammarc::page>& pages, const std::vector<oracle::item>& items) {
  converter from(pages, items);
  for (const oracle::item& entry : items)
    for (const auto& page : pages)
      for (const auto& rule : page.rules)
        if (page.name == entry.page && rule.name == entry.rule) {
          expression body = from.convert(rule.body, {&page, page.name + "." + rule.name + " as item", {}});
          from.laid_out.items.push_back({std::move(body), 0, page.name + "." + rule.name});
        }
  return from.laid_out;
}

}  // namespace toolcall::authoring
