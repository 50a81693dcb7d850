// One rule of a page as the definition of a PEGTL rule.
//
// The tree is first translated into nested template names, then laid out: on one line where it fits, else broken at
// its outermost brackets. A rule that is only another rule is wrapped in a sequence, because a base class must be
// complete and rules may be defined in any order.

#include "grammarc/emit_rule.hpp"

#include <algorithm>
#include <vector>

#include "grammarc/dialects.hpp"
#include "grammarc/emit_spelling.hpp"

namespace toolcall::grammarc {
namespace {

// head<parts…>, or head alone.
struct piece {
  std::string head;
  std::vector<piece> parts;
};

class translator {
 public:
  translator(const rule& r, const page& around) : rule_(r), page_(around) {}

  piece body() const {
    auto made = translate(rule_.body);
    const bool refers = rule_.body.is == form::call || rule_.body.is == form::parameter;
    return refers ? piece{"pegtl::seq", {std::move(made)}} : made;
  }

 private:
  piece translate(const expression& e) const {
    const auto type = engine::facts_of(e.is).type;
    if (!type.empty() && !(e.is == form::sequence && e.children.empty())) return inside(std::string(type), e);
    switch (e.is) {
      case form::sequence:
        return {"pegtl::success", {}};
      case form::recovery:
        return inside("rules::recover", e, {{cpp_literal(e.text), {}}});
      case form::note:
        return inside("rules::note", e, {{cpp_literal(e.text), {}}});
      case form::when:
        return {"rules::when", {{cpp_literal(e.text), {}}}};
      case form::repeat:
        return repeat(e);
      case form::replace:
        return inside("rules::replace", e, {{cpp_literal(e.text), {}}});
      case form::role:
        return inside("rules::role", e, {kind(e)});
      case form::capture:
        return inside("rules::capture", e, {capture(e)});
      case form::back:
        return {"rules::back", {capture(e)}};
      case form::call:
        return call(e);
      case form::parameter:
        return {identifier(e.text), {}};
      case form::literal:
        return literal(e);
      case form::set:
        return byte_class(e);
      case form::followed_by:
        return followed_by(e);
      default:
        return {};
    }
  }

  piece inside(std::string head, const expression& e, std::vector<piece> parts = {}) const {
    for (const auto& child : e.children) parts.push_back(translate(child));
    return {std::move(head), std::move(parts)};
  }

  // A rule with parameters is called with its arguments; one without is the rule itself.
  piece call(const expression& e) const {
    const auto asked = engine::rule_of_dialects(e.text);
    if (!asked.empty()) return inside("rules::of_dialects", e, {{cpp_literal(asked), {}}});
    if (e.children.empty()) return {reference(e.text), {}};
    return inside("rules::call", e, {{reference(e.text), {}}});
  }

  // PEGTL's rep_min_max wants nothing more of it to follow, which e{m,n} does not.
  piece repeat(const expression& e) const {
    const auto times = [&](std::string_view head, std::size_t count) {
      return inside(std::string(head), e, {{std::to_string(count), {}}});
    };
    if (e.least == e.most) return times("pegtl::rep", e.least);
    if (e.least == 0) return times("pegtl::rep_opt", e.most);
    return {"pegtl::seq", {times("pegtl::rep", e.least), times("pegtl::rep_opt", e.most - e.least)}};
  }

  static piece byte_class(const expression& e) {
    auto spelled = spell_set(e.bytes);
    piece made{std::move(spelled.head), {}};
    for (auto& part : spelled.parts) made.parts.push_back({std::move(part), {}});
    return made;
  }

  static piece kind(const expression& e) { return {"rules::node_role::" + e.text, {}}; }

  // Two rules may use one name for their captures, so the rule and the page are part of it.
  piece capture(const expression& e) const { return {cpp_literal(page_.name + "." + rule_.name + "." + e.text), {}}; }

  piece followed_by(const expression& e) const {
    auto made = inside("rules::followed_by", e);
    made.parts.push_back({cpp_literal(e.label), {}});
    made.parts.push_back(kind(e));
    return made;
  }

  // The engine compares a literal of at most 64 bytes in one step; a longer one is several.
  piece literal(const expression& e) const {
    if (e.text.empty()) return {"pegtl::success", {}};
    if (is_token(page_, e)) return {"rules::token", {string_rule(e.text, e.any_case)}};
    std::vector<piece> parts;
    for (const auto text : split_text(e.text, longest_literal)) parts.push_back(string_rule(text, e.any_case));
    return parts.size() == 1 ? std::move(parts.front()) : piece{"pegtl::seq", std::move(parts)};
  }

  static piece string_rule(std::string_view text, bool any_case) {
    return {(any_case ? "rules::text_any_case<" : "rules::text<") + cpp_literal(text) + ">", {}};
  }

  // A rule of this page or of another, whose namespace a rule or a parameter of the same name would hide here.
  std::string reference(const std::string& name) const {
    const auto dot = name.find('.');
    if (dot == std::string::npos) return identifier(name);
    const auto page = name.substr(0, dot);
    const auto rule = identifier(name.substr(dot + 1));
    if (page == page_.name) return rule;
    const auto& own = rule_.parameters;
    const bool hidden =
        std::find(own.begin(), own.end(), page) != own.end() ||
        std::any_of(page_.rules.begin(), page_.rules.end(), [&](const auto& r) { return r.name == page; });
    return (hidden ? "grammar::" : "") + identifier(page) + "::" + rule;
  }

  const rule& rule_;
  const page& page_;
};

std::string flat(const piece& p) {
  std::string line = p.head;
  for (const auto& part : p.parts) line += (&part == p.parts.data() ? "<" : ", ") + flat(part);
  return p.parts.empty() ? line : line + ">";
}

// Characters, not bytes: a line with “ or ｜ is not longer than it looks.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// Lays out p where a line already holds `used` columns; `after` characters must follow on its last line.
std::string lay_out(const piece& p, std::size_t used, std::size_t indent, std::size_t behind) {
  auto line = flat(p);
  if (p.parts.empty() || used + width(line) + behind <= columns) return line;
  std::string broken = p.head + "<";
  bool on_new_line = true;
  const bool filled = p.head != "pegtl::sor" && p.head != "rules::recover";  // alternatives stand one a line
  std::size_t column = 0;
  for (const auto& part : p.parts) {
    const bool first = &part == p.parts.data();
    const bool last = &part == &p.parts.back();
    const auto after = last ? behind + 1 : 1;
    const auto size = width(flat(part));
    const bool stays = !first && filled && !on_new_line && column + 2 + size + after <= columns;
    if (!first) broken += stays ? ", " : ",";
    if (!stays) broken += "\n" + std::string(indent, ' ');
    column = stays ? column + 2 : indent;
    const auto written = lay_out(part, column, indent + 2, after);
    on_new_line = written.find('\n') != std::string::npos;
    column += width(written);
    broken += written;
  }
  return broken + ">";
}

std::string template_head(const rule& r) {
  std::string head;
  for (const auto& parameter : r.parameters)
    head += (head.empty() ? "template <typename " : ", typename ") + identifier(parameter);
  return head.empty() ? head : head + ">";
}

}  // namespace

std::string declaration(const rule& r) {
  const auto head = template_head(r);
  return head + (head.empty() ? "" : " ") + "struct " + identifier(r.name) + ";";
}

std::string definition(const rule& r, const page& around) {
  const auto head = template_head(r);
  const auto start = "struct " + identifier(r.name) + " : ";
  const auto body = lay_out(translator(r, around).body(), start.size(), 4, 4);
  return head + (head.empty() ? "" : "\n") + start + body + " {};";
}

}  // namespace toolcall::grammarc
