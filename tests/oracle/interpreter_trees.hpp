// Short words for writing trees by hand, for tests that do not want to depend on the reader.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "grammarc/tree.hpp"

namespace toolcall::interpreter::trees {

using grammarc::expression;
using grammarc::form;
using parts = std::vector<expression>;

inline expression make(form is, parts children = {}, std::string text = {}, std::string label = {}) {
  expression e;
  e.is = is;
  e.text = std::move(text);
  e.label = std::move(label);
  e.children = std::move(children);
  return e;
}

inline expression lit(std::string bytes) {
  return make(form::literal, {}, std::move(bytes));
}
inline expression lit_any_case(std::string bytes) {
  expression e = lit(std::move(bytes));
  e.any_case = true;
  return e;
}
inline expression set(const std::string& bytes) {
  expression e = make(form::set);
  for (const char byte : bytes) e.bytes.set(static_cast<unsigned char>(byte));
  return e;
}
inline expression any() {
  return make(form::any);
}
inline expression nothing() {
  return make(form::nothing);
}
inline expression cut() {
  return make(form::cut);
}
inline expression seq(parts children = {}) {
  return make(form::sequence, std::move(children));
}
inline expression alt(parts children) {
  return make(form::choice, std::move(children));
}
inline expression star(expression e) {
  return make(form::star, {std::move(e)});
}
inline expression plus(expression e) {
  return make(form::plus, {std::move(e)});
}
inline expression opt(expression e) {
  return make(form::optional, {std::move(e)});
}
inline expression repeat(expression e, std::size_t least, std::size_t most) {
  expression all = make(form::repeat, {std::move(e)});
  all.least = least;
  all.most = most;
  return all;
}
inline expression at(expression e) {
  return make(form::at, {std::move(e)});
}
inline expression not_at(expression e) {
  return make(form::not_at, {std::move(e)});
}
inline expression trial(expression e) {
  return make(form::trial, {std::move(e)});
}
inline expression run(expression stop) {
  return make(form::run, {std::move(stop)});
}
inline expression span(expression stop) {
  return make(form::span, {std::move(stop)});
}
inline expression role(std::string name, expression e) {
  return make(form::role, {std::move(e)}, std::move(name));
}
inline expression replace(expression e, std::string by) {
  return make(form::replace, {std::move(e)}, std::move(by));
}
inline expression capture(std::string name, expression e) {
  return make(form::capture, {std::move(e)}, std::move(name));
}
inline expression back(std::string name) {
  return make(form::back, {}, std::move(name));
}
inline expression parameter(std::string name) {
  return make(form::parameter, {}, std::move(name));
}
inline expression call(std::string rule, parts arguments = {}) {
  return make(form::call, std::move(arguments), std::move(rule));
}
inline expression recover(expression a, std::string label, expression b) {
  return make(form::recovery, {std::move(a), std::move(b)}, std::move(label));
}
inline expression note(std::string label, expression e) {
  return make(form::note, {std::move(e)}, std::move(label));
}
inline expression when(std::string label) {
  return make(form::when, {}, std::move(label));
}
inline expression followed_by(expression a, expression f, std::string role, std::string label = {}) {
  return make(form::followed_by, {std::move(a), std::move(f)}, std::move(role), std::move(label));
}

inline grammarc::rule rule(std::string name, expression body, std::vector<std::string> parameters = {}) {
  grammarc::rule r;
  r.name = std::move(name);
  r.parameters = std::move(parameters);
  r.body = std::move(body);
  return r;
}
inline grammarc::page page(std::string name, std::vector<grammarc::rule> rules) {
  grammarc::page p;
  p.name = std::move(name);
  p.rules = std::move(rules);
  return p;
}

}  // namespace toolcall::interpreter::trees
