// From the parse tree of one rule to the tree of a page: what the grammar cannot say about a name is decided here.
//
// A word is a parameter, a built-in or a rule; `word:` is a role or a capture; a group is only its inside; an
// alternative with a label guards everything before it. Nothing else is rewritten, so that a rule can be printed again.

#include "grammarc/read_rules_build.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "grammarc/print.hpp"
#include "grammarc/read_rules.hpp"
#include "grammarc/read_rules_grammar.hpp"

namespace toolcall::grammarc {
namespace {

constexpr std::size_t most_times = 50;  // of a count: each time is laid out

template <typename Rule>
bool is(const parsed& node) {
  return node.is_type<Rule>();
}

template <typename Rule>
const parsed* find(const parsed& node) {
  for (const auto& child : node.children)
    if (is<Rule>(*child)) return child.get();
  return nullptr;
}

expression node_of(form is, std::size_t line, std::vector<expression> children = {}) {
  expression made;
  made.is = is;
  made.line = line;
  made.children = std::move(children);
  return made;
}

class builder {
 public:
  builder(rule& around, std::string_view file, std::vector<problem>& problems)
      : around_(around), file_(file), problems_(problems) {}

  // a / @label b / c is choice(recovery(label, a, b), c): a recovery guards the choice of everything before it.
  expression choice(const parsed& node) {
    std::vector<expression> gathered;
    for (const auto& child : node.children) {
      if (!is<notation::alternative>(*child)) continue;
      auto next = sequence(*child);
      if (const auto* label = find<notation::label>(*child)) {
        const auto line = label->begin().line;
        auto guarded = gathered.empty() ? node_of(form::nothing, line) : joined(std::move(gathered));
        next = node_of(form::recovery, line, {std::move(guarded), std::move(next)});
        next.text = find<notation::label_word>(*label)->string();
        gathered.clear();
      }
      gathered.push_back(std::move(next));
    }
    return joined(std::move(gathered));
  }

 private:
  void report(std::size_t line, std::string what) {
    problems_.push_back({std::string(file_), line, around_.name, std::move(what)});
  }

  static expression joined(std::vector<expression> alternatives) {
    if (alternatives.size() == 1) return std::move(alternatives.front());
    const auto line = alternatives.front().line;
    return node_of(form::choice, line, std::move(alternatives));
  }

  expression sequence(const parsed& node) {
    std::vector<expression> items;
    for (const auto& child : node.children)
      if (is<notation::item>(*child)) items.push_back(item(*child));
    if (items.size() == 1) return std::move(items.front());
    const auto line = items.empty() ? node.begin().line : items.front().line;
    return node_of(form::sequence, line, std::move(items));
  }

  // name: & e * -> "x", the outermost first.
  expression item(const parsed& node) {
    const auto line = node.begin().line;
    auto made = primary(node, line);
    if (const auto* suffix = find<notation::suffix>(node)) {
      const char c = suffix->string_view().front();
      made = node_of(c == '*'   ? form::star
                     : c == '+' ? form::plus
                     : c == '?' ? form::optional
                                : form::repeat,
                     line, {std::move(made)});
      if (made.is == form::repeat) count(made, suffix->string_view());
    }
    const auto* predicate = find<notation::predicate>(node);
    if (const auto* arrow = find<notation::arrow_right>(node)) {
      if (predicate) report(line, "a predicate consumes nothing that could count as something else: drop & or ->");
      made = node_of(form::replace, line, {std::move(made)});
      made.text = literal(*find<notation::literal>(*arrow), true).text;
    }
    if (predicate) {
      const auto kind = predicate->string_view() == "&" ? form::at : form::not_at;
      made = node_of(kind, line, {std::move(made)});
    }
    if (const auto* part = find<notation::part_name>(node)) {
      made = node_of(is_role(part->string_view()) ? form::role : form::capture, line, {std::move(made)});
      made.text = part->string();
    }
    return made;
  }

  // {n} or {m,n}
  void count(expression& made, std::string_view written) {
    const auto comma = written.find(',');
    const auto number = [](std::string_view digits) {
      std::size_t value = 0;
      for (const char c : digits.substr(0, 4)) value = value * 10 + static_cast<std::size_t>(c - '0');
      return value;
    };
    const auto first = written.substr(1, std::min(comma, written.size() - 1) - 1);
    const auto last = comma == std::string_view::npos ? first : written.substr(comma + 1, written.size() - comma - 2);
    made.least = number(first);
    made.most = number(last);
    if (!first.empty() && !last.empty() && made.least <= made.most && made.most > 0 && made.most <= most_times) return;
    report(made.line, std::string(written) + " is not a count; write {n} or {m,n}, with m up to n and n from 1 to " +
                          std::to_string(most_times));
    made.least = made.most = 1;
  }

  expression primary(const parsed& node, std::size_t line) {
    for (const auto& child : node.children) {
      const auto& c = *child;
      if (is<notation::cut>(c)) return node_of(form::cut, line);
      if (is<notation::dot>(c)) return node_of(form::any, line);
      if (is<notation::literal>(c)) return literal(c, false);
      if (is<notation::class_inside>(c)) return byte_class(c);
      if (is<notation::group>(c)) return choice(*c.children.front());
      if (is<notation::invocation>(c)) return invocation(c);
      if (is<notation::back>(c)) {
        auto made = node_of(form::back, line);
        made.text = c.children.front()->string();
        return made;
      }
    }
    return node_of(form::sequence, line);
  }

  // "" is the empty sequence: it always matches, and the tree has one spelling for that.
  expression literal(const parsed& node, bool counts_as) {
    const auto line = node.begin().line;
    auto read = read_literal(node.children.front()->string_view());
    if (!read.wrong.empty()) report(line, "in the literal " + node.string() + ": " + read.wrong);
    if (read.bytes.empty() && !counts_as) return node_of(form::sequence, line);
    auto made = node_of(form::literal, line);
    made.text = std::move(read.bytes);
    made.any_case = find<notation::any_case>(node) != nullptr;
    if (counts_as && made.any_case) report(line, "what an item counts as is written in one letter case: drop the i");
    return made;
  }

  expression byte_class(const parsed& node) {
    auto made = node_of(form::set, node.begin().line);
    const auto read = read_class(node.string_view());
    if (!read.wrong.empty()) report(made.line, "in the class [" + node.string() + "]: " + read.wrong);
    made.bytes = read.bytes;
    return made;
  }

  expression invocation(const parsed& node) {
    const auto name = node.children.front()->string();
    const auto* arguments = find<notation::arguments>(node);
    const auto line = node.begin().line;
    auto made = node_of(form::call, line);
    if (arguments) {
      for (const auto& child : arguments->children) made.children.push_back(argument(*child));
      if (arguments->string_view().find_first_not_of(" \t\r\n", 1) == arguments->string_view().size() - 1)
        report(line, name + "() has no argument: write " + name + " alone, or " + name + "(\"\") for an empty one");
    }
    made.text = name;
    if (const auto* known = engine::built_in(name)) return built_in(std::move(made), *known);
    const auto& own = around_.parameters;
    if (std::find(own.begin(), own.end(), name) == own.end()) return made;
    if (arguments) report(line, name + " is a parameter of " + around_.name + " and takes no arguments");
    made.is = form::parameter;
    made.children.clear();
    return made;
  }

  expression argument(const parsed& node) {
    auto made = choice(*find<notation::choice>(node));
    if (const auto* bound = find<notation::bound_name>(node)) made.given = bound->string();
    return made;
  }

  expression built_in(expression made, const engine::form_facts& known) {
    const auto name = std::move(made.text);
    const std::size_t wanted = known.is == form::followed_by ? 3 : known.parts;  // the third is a role
    made.text.clear();
    made.is = known.is;
    if (made.is == form::note || made.is == form::when) return labelled(std::move(made));
    if (made.is == form::followed_by && made.children.size() == 2) return role_missing(std::move(made));
    if (made.children.size() != wanted) {
      report(made.line, name + " is built in and takes " + form_of(name, wanted) + "; here " +
                            (made.children.empty() ? "stands none" : "stand " + std::to_string(made.children.size())));
      made.children.resize(wanted, node_of(form::sequence, made.line));
    }
    return made.is == form::followed_by ? followed_by(std::move(made)) : made;
  }

  // note(label, e), note(label) or when(label). The label was read as an expression.
  expression labelled(expression made) {
    const bool note = made.is == form::note;
    auto& parts = made.children;
    const bool fits = !parts.empty() && parts.size() <= (note ? 2 : 1);
    const bool word = fits && (parts[0].is == form::call || parts[0].is == form::parameter) &&
                      parts[0].children.empty() && parts[0].text.find('.') == std::string::npos;
    if (word)
      made.text = parts[0].text;
    else
      report(made.line, note ? "note is written note(label, e), or note(label) where there is no byte to read"
                             : "when is written when(label)");
    if (!parts.empty()) parts.erase(parts.begin());
    parts.resize(note ? 1 : 0, node_of(form::sequence, made.line));
    return made;
  }

  static std::string form_of(const std::string& name, std::size_t wanted) {
    if (wanted == 0) return "no argument (a blank before ( makes it a group)";
    if (wanted == 1) return "one argument, touching its name: " + name + "(e)";
    return "followed_by(a, f, role) or followed_by(a, f, @label role)";
  }

  expression role_missing(expression made) {
    report(made.line,
           "followed_by needs the role that the bytes have when its second part does not follow: "
           "followed_by(a, f, role) or followed_by(a, f, @label role)");
    return made;
  }

  // The third argument was read as an expression: a role reads as a call, a labelled one as a recovery of it.
  expression followed_by(expression made) {
    auto role = std::move(made.children.back());
    made.children.pop_back();
    if (role.is == form::recovery && role.children[0].is == form::nothing) {
      made.label = role.text;
      auto inner = std::move(role.children[1]);
      role = std::move(inner);
    }
    made.text = role.text;
    const bool named = role.is == form::call && role.children.empty() && is_role(role.text);
    return named ? made : role_missing(std::move(made));
  }

  rule& around_;
  std::string_view file_;
  std::vector<problem>& problems_;
};

constexpr std::string_view instead_of_leading = " has nothing in front of it that it could recover: write ";

// A label that begins a group recovers nothing.
void refuse_leading(const expression& e, const rule& around, std::string_view file, std::vector<problem>& problems) {
  for (const auto& child : e.children) refuse_leading(child, around, file, problems);
  if (e.is != form::recovery || e.children[0].is != form::nothing) return;
  const auto read = print(e.children[1]);
  const auto note = "note(" + e.text + (read == "\"\"" ? ")" : ", " + read + ")");
  problems.push_back({std::string(file), e.line, around.name,
                      "@" + e.text + std::string(instead_of_leading) + note + " to report what stands here, or when(" +
                          e.text + ") if the label only lets a host switch this off"});
}

void collect_backs(const expression& e, std::set<std::string>& names) {
  if (e.is == form::back) names.insert(e.text);
  for (const auto& child : e.children) collect_backs(child, names);
}

// A role that =role refers to is a capture as well: role > capture > e.
void capture_roles(expression& e, const std::set<std::string>& referenced) {
  for (auto& child : e.children) capture_roles(child, referenced);
  if (e.is != form::role || referenced.count(e.text) == 0) return;
  auto inner = node_of(form::capture, e.line, std::move(e.children));
  inner.text = e.text;
  e.children = {};
  e.children.push_back(std::move(inner));
}

// The rule as written, without comments and without the blanks they leave. A # in a literal or a class is not a
// comment.
std::string without_comments(std::string_view written) {
  std::string kept;
  char closer = '\0';
  for (std::size_t at = 0; at < written.size(); ++at) {
    const char c = written[at];
    if (closer == '\0' && c == '#') {
      at = std::min(written.find('\n', at), written.size()) - 1;
      continue;
    }
    if (c == '\n') kept.erase(kept.find_last_not_of(" \t\r") + 1);
    kept += c;
    if (closer != '\0' && c == '\\' && at + 1 < written.size()) {
      kept += written[++at];
    } else if (closer != '\0') {
      if (c == closer) closer = '\0';
    } else if (c == '"' || c == '\'' || c == '[') {
      closer = c == '[' ? ']' : c;
    }
  }
  for (std::size_t at = 0; (at = kept.find("\n\n", at)) != std::string::npos;) kept.erase(at, 1);
  kept.erase(kept.find_last_not_of(" \t\r\n") + 1);
  return kept;
}

}  // namespace

void build_givens(const parsed& node, page& into, std::vector<problem>& problems) {
  rule around;
  around.name = given_word;
  std::vector<expression> otherwise;
  if (const auto* written = find<notation::choice>(node))
    otherwise.push_back(builder(around, into.file, problems).choice(*written));
  for (const auto& written : otherwise) refuse_leading(written, around, into.file, problems);
  for (const auto& child : node.children)
    if (is<notation::given_name>(*child)) into.givens.push_back({child->string(), otherwise, node.begin().line});
}

rule build_rule(const parsed& node, std::string_view file, std::vector<problem>& problems) {
  rule made;
  made.line = node.begin().line;
  made.source = without_comments(node.string_view());
  for (const auto& child : node.children) {
    if (is<notation::rule_name>(*child)) made.name = child->string();
    if (is<notation::parameter_name>(*child)) made.parameters.push_back(child->string());
  }
  made.body = builder(made, file, problems).choice(*find<notation::choice>(node));
  refuse_leading(made.body, made, file, problems);
  std::set<std::string> referenced;
  collect_backs(made.body, referenced);
  capture_roles(made.body, referenced);
  return made;
}

}  // namespace toolcall::grammarc
