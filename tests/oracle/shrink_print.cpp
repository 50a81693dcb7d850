// Writes trees as notation. The one idea: an operand is put in parentheses unless it is a primary, so what is printed
// may have more of them than a page would, and never too few.

#include "shrink.hpp"

namespace toolcall::interpreter {
namespace {

using grammarc::expression;
using grammarc::form;

std::string escaped(std::string_view bytes, std::string_view special) {
  static const char* const hex = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (c == '\r')
      out += "\\r";
    else if (c == '\\' || special.find(c) != special.npos)
      out.append("\\") += c;
    else if (byte < 0x20 || byte >= 0x7f)
      ((out += "\\u00") += hex[byte >> 4]) += hex[byte & 15];  // the byte, here
    else
      out += c;
  }
  return out;
}

std::string class_of(const expression& e) {
  std::string in, out;
  for (unsigned byte = 0; byte < 256; ++byte) (e.bytes[byte] ? in : out) += static_cast<char>(byte);
  return in.size() <= out.size() ? "[" + escaped(in, "]-^") + "]" : "[^" + escaped(out, "]-^") + "]";
}

std::string alternative(const expression& e);

bool is_word(form is) {
  return engine::facts_of(is).parts == 0 && engine::built_in(engine::facts_of(is).written) != nullptr;
}

std::string primary(const expression& e) {
  const auto arguments = [&] {
    std::string all;
    for (const auto& child : e.children) all += (all.empty() ? "" : ", ") + print(child);
    return all;
  };
  switch (e.is) {
    case form::literal:
      return quoted(e.text) + (e.any_case ? "i" : "");
    case form::set:
      return class_of(e);
    case form::any:
      return ".";
    case form::back:
      return "=" + e.text;
    case form::call:
      return e.text + (e.children.empty() ? "" : "(" + arguments() + ")");
    case form::parameter:
      return e.text;
    case form::run:
      return "run(" + arguments() + ")";
    case form::json_until:
      return "json_until(" + arguments() + ")";
    case form::span:
      return "span(" + arguments() + ")";
    case form::note:
      return "note(" + e.text + ", " + arguments() + ")";
    case form::when:
      return "when(" + e.text + ")";
    case form::trial:
      return "trial(" + arguments() + ")";
    case form::followed_by:
      return "followed_by(" + arguments() + ", " + (e.label.empty() ? "" : "@" + e.label + " ") + e.text + ")";
    case form::sequence:
      return e.children.empty() ? "\"\"" : "( " + print(e) + " )";
    default:
      return is_word(e.is) ? std::string(engine::facts_of(e.is).written) : "( " + print(e) + " )";
  }
}

std::string item_of(const expression& e) {
  switch (e.is) {
    case form::cut:
      return "^";
    case form::nothing:
      return "!\"\"";
    case form::star:
      return primary(e.children[0]) + "*";
    case form::plus:
      return primary(e.children[0]) + "+";
    case form::optional:
      return primary(e.children[0]) + "?";
    case form::repeat:
      return primary(e.children[0]) + "{" + std::to_string(e.least) + "," + std::to_string(e.most) + "}";
    case form::at:
      return "&" + primary(e.children[0]);
    case form::not_at:
      return "!" + primary(e.children[0]);
    case form::role:
    case form::capture:
      return e.text + ":" + primary(e.children[0]);
    case form::replace:
      return primary(e.children[0]) + " -> " + quoted(e.text);
    default:
      return primary(e);
  }
}

std::string alternative(const expression& e) {
  if (e.is != form::sequence || e.children.empty()) return item_of(e);
  std::string all;
  for (const auto& child : e.children) all += (all.empty() ? "" : " ") + item_of(child);
  return all;
}

std::string names_and_limits(const grammar& g) {
  std::string out;
  if (g.declared.given) {
    out += "tools:";
    for (const auto& [tool, fields] : g.declared.tools) {
      out += " " + tool + "(";
      for (const auto& field : fields) out += (out.back() == '(' ? "" : " ") + field;
      out += ")";
    }
    out += "\n";
  }
  for (const std::string& label : g.declared.off) out += "off: @" + label + "\n";
  for (const std::string& label : g.declared.deferred) out += "deferred: @" + label + "\n";
  const reading_limits plain, l = g.bounds;
  const auto tell = [&](const char* name, std::size_t value, std::size_t usual) {
    if (value != usual) out.append("limit: ").append(name).append(" ").append(std::to_string(value)).append("\n");
  };
  tell("trial_bytes", l.trial_bytes, plain.trial_bytes);
  tell("span_bytes", l.span_bytes, plain.span_bytes);
  tell("followed_by_bytes", l.followed_by_bytes, plain.followed_by_bytes);
  tell("depth", l.depth, plain.depth);
  return out;
}

std::string noted_if(const item& it) {
  if (it.of_page == item::presence::any) return "";
  return it.of_page == item::presence::in_use ? " if in use" : " if out of use";
}

std::string effort_of(const sample& s) {
  const engine::layout_effort usual, how = s.effort;
  std::string out;
  const auto tell = [&](const std::string& what) { out += (out.empty() ? "" : ", ") + what; };
  if (!how.minimal) tell("not minimal");
  if (!how.head_tests) tell("no head tests");
  if (how.run_states != usual.run_states) tell(std::to_string(how.run_states) + " states a run");
  if (how.span_states != usual.span_states) tell(std::to_string(how.span_states) + " states a span");
  if (how.message_states != usual.message_states) tell(std::to_string(how.message_states) + " of the message");
  return out.empty() ? "" : "laid out with: " + out + "\n";
}

}  // namespace

std::string quoted(std::string_view bytes) {
  return "\"" + escaped(bytes, "\"") + "\"";
}

std::string print(const expression& e) {
  if (e.is == form::recovery) {
    const std::string b = "@" + e.text + " " + alternative(e.children[1]);
    return e.children[0].is == form::nothing ? b : print(e.children[0]) + " / " + b;
  }
  if (e.is != form::choice) return alternative(e);
  std::string all;
  for (const auto& child : e.children) {
    const bool leads = all.empty() && child.is == form::recovery;
    all += (all.empty() ? "" : " / ") + (leads ? print(child) : alternative(child));
  }
  return all;
}

std::string print(const sample& s) {
  std::string out;
  for (const auto& page : s.of.pages) {
    out += (page.front.count("dialect") != 0 ? "dialect " : "page ") + page.name + "\n";
    for (const auto& rule : page.rules) {
      std::string parameters;
      for (const auto& name : rule.parameters) parameters += (parameters.empty() ? "(" : ", ") + name;
      out += "  " + rule.name + parameters + (parameters.empty() ? "" : ")") + " <- " + print(rule.body) + "\n";
    }
  }
  out += "items:";
  for (const auto& it : s.of.items)
    out += " " + it.page + "." + it.rule + (it.note.empty() ? "" : " (noted as " + it.note + noted_if(it) + ")");
  out += "\n";
  for (const std::string& dialect : s.out_of_use) out += "out of use: " + dialect + "\n";
  out += names_and_limits(s.of) + effort_of(s) + "text: " + quoted(s.text) + "\nsplits:";
  for (const std::size_t at : s.splits) out += " " + std::to_string(at);
  return out + "\n";
}

}  // namespace toolcall::interpreter
