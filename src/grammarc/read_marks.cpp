// Reads a `marks` block. A declaration is its kind, a form and conditions; the form is written like the right side of a
// rule, so the reader of rules reads it, and what is left to do here is to find the lines and to say what may not stand
// in one.

#include "grammarc/read_marks.hpp"

#include <algorithm>
#include <string>

#include "grammarc/closest.hpp"
#include "grammarc/marks.hpp"
#include "grammarc/marks_layout.hpp"
#include "grammarc/print.hpp"
#include "grammarc/read_page_lines.hpp"
#include "grammarc/read_rules.hpp"
#include "text/joined.hpp"

namespace toolcall::grammarc {
namespace {

using words = std::vector<std::string>;

struct kind_facts {
  std::string_view name;
  words slots;
};

const std::vector<kind_facts>& kinds() {
  static const std::vector<kind_facts> all{{"block", {"calls", "word"}},
                                           {"call",
                                            {"name", "fields", "arguments", "value", "object", "list(object)", "python",
                                             "list(python)", "id", "number", "word"}},
                                           {"field", {"key", "value", "type", "word"}},
                                           {"item", {"value", "type"}},
                                           {"object", {"name", "arguments", "id"}},
                                           {"think", {"text", "word"}},
                                           {"answer", {"text", "word"}},
                                           {"turn", {}},
                                           {"result", {}},
                                           {"speaker", {}}};
  return all;
}

const words conditions{"declared", "line_start", "start", "last"};

const kind_facts* kind_named(std::string_view name) {
  const auto found =
      std::find_if(kinds().begin(), kinds().end(), [&](const kind_facts& each) { return each.name == name; });
  return found == kinds().end() ? nullptr : &*found;
}

std::string listed(const words& all) {
  return all.empty() ? "none" : joined(all, ", ");
}

std::string offered(std::string_view written, const words& all) {
  const std::string near = closest(written, all);
  return near.empty() ? "" : "; did you mean " + near + "?";
}

bool is_known(const std::string& word, const words& all) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

// Where the conditions begin: the first `:` with a blank before it that is in no literal.
std::size_t colon_in(std::string_view line) {
  char quote = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote != 0) {
      if (c == '\\') ++at;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == ':' && at > 0 && line[at - 1] == ' ') {
      return at;
    }
  }
  return line.size();
}

class marks_reader {
 public:
  marks_reader(page& into, std::vector<problem>& problems) : page_(into), problems_(problems) {}

  void read(std::string_view content, std::size_t first_line) {
    const auto lines = split_lines(content);
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t begun = at++;
      if (trim(lines[begun]).empty() || trim(lines[begun]).front() == '#') continue;
      std::string all(lines[begun]);
      for (; at < lines.size() && goes_on(lines[at]); ++at) all += "\n" + std::string(lines[at]);
      declaration(all, first_line + begun);
    }
  }

 private:
  // A declaration begins with a word, so a line that begins with anything else belongs to the one before it.
  static bool goes_on(std::string_view line) {
    const std::string_view begin = trim(line);
    return !begin.empty() && (begin.front() < 'a' || begin.front() > 'z') && begin.front() != '#';
  }

  void report(std::size_t line, const std::string& kind, std::string what) {
    problems_.push_back({page_.file, line, kind, std::move(what)});
  }

  void declaration(const std::string& written, std::size_t line) {
    mark_declaration made;
    made.line = line;
    made.source = std::string(trim(written));
    const std::size_t end = std::min(made.source.find(' '), made.source.size());
    made.kind = made.source.substr(0, end);
    const kind_facts* const of = kind_named(made.kind);
    if (of == nullptr) return unknown_kind(made);
    const std::string_view rest = std::string_view(made.source).substr(end);
    const std::size_t colon = colon_in(rest);
    if (!read_form(made, rest.substr(0, colon)) || !is_laid_out(made) || !is_form(made.written, *of, line)) return;
    if (colon < rest.size() && !read_conditions(made, rest.substr(colon + 1))) return;
    page_.marks.push_back(std::move(made));
  }

  void unknown_kind(const mark_declaration& made) {
    words names;
    for (const kind_facts& each : kinds()) names.emplace_back(each.name);
    report(made.line, "",
           "`" + made.kind + "` begins no declaration of marks; a line begins with one of " + listed(names) +
               offered(made.kind, names));
  }

  // The form as if it were a rule of the kind's name.
  bool read_form(mark_declaration& made, std::string_view form) {
    page alone;
    alone.file = page_.file;
    const std::size_t before = problems_.size();
    read_rules(alone, made.kind + " <- " + std::string(trim(form)), made.line, problems_);
    if (problems_.size() != before) return false;
    const bool is_empty =
        alone.rules.size() == 1 && alone.rules[0].body.is == form::sequence && alone.rules[0].body.children.empty();
    if (alone.rules.size() != 1 || is_empty) {
      report(made.line, made.kind,
             "a declaration says what the model writes: its marks in quotes, and what is between them");
      return false;
    }
    made.laid_out = std::move(alone.rules[0].body);
    made.written = without_layout(made.laid_out);
    return true;
  }

  bool is_laid_out(const mark_declaration& made) {
    const std::string wrong = layout_problem(made.laid_out, made.kind);
    if (!wrong.empty()) report(made.line, made.kind, wrong);
    return wrong.empty();
  }

  bool is_form(const expression& part, const kind_facts& of, std::size_t line) {
    const std::string_view slot = slot_of(part);
    if (!slot.empty()) return is_slot(part, slot, of, line);
    const bool may_stand = part.is == form::sequence || part.is == form::choice || part.is == form::optional ||
                           (part.is == form::literal && !part.any_case) ||
                           (part.is == form::at && part.children.front().is == form::literal);
    if (!may_stand) {
      report(line, std::string(of.name),
             "`" + print(part) +
                 "` cannot stand in a declaration, which says what the model writes: marks in quotes, " +
                 "what is between them (" + listed(of.slots) + "), ( a / b ), e? and &'a mark that is looked at'");
      return false;
    }
    return std::all_of(part.children.begin(), part.children.end(),
                       [&](const expression& child) { return is_form(child, of, line); });
  }

  bool is_slot(const expression& part, std::string_view slot, const kind_facts& of, std::size_t line) {
    if (is_known(std::string(slot), of.slots)) return true;
    words all = of.slots;
    if (is_written(of.name)) all.insert(all.end(), layout_words().begin(), layout_words().end());
    report(line, std::string(of.name),
           "`" + print(part) + "` is nothing that stands in `" + std::string(of.name) +
               "`; between its marks may stand " + listed(all) + offered(slot, all));
    return false;
  }

  bool read_conditions(mark_declaration& made, std::string_view written) {
    written = trim(written);
    while (!written.empty()) {
      const std::size_t end = std::min(written.find_first_of(" \t\n"), written.size());
      made.conditions.emplace_back(written.substr(0, end));
      written = trim(written.substr(end));
      const std::string& word = made.conditions.back();
      if (is_known(word, conditions)) continue;
      report(made.line, made.kind,
             "`" + word + "` is no condition; after the : stand " + listed(conditions) + offered(word, conditions));
      return false;
    }
    if (!made.conditions.empty()) return true;
    report(made.line, made.kind, "after the : stand conditions: " + listed(conditions));
    return false;
  }

  page& page_;
  std::vector<problem>& problems_;
};

}  // namespace

void read_marks(page& into, std::string_view content, std::size_t first_line, std::vector<problem>& problems) {
  marks_reader(into, problems).read(content, first_line);
}

}  // namespace toolcall::grammarc
