// Reads a peg block: finds where each rule begins, lets PEGTL parse it, and turns a failure into a problem.
//
// Rules are parsed one by one rather than as one grammar, so that a mistake costs only the rule it stands in and a
// page shows all of its mistakes at once.

#include "grammarc/read_rules.hpp"

#include <algorithm>

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/parse_tree.hpp>
#include <tao/pegtl/must_if.hpp>

#include "grammarc/read_rules_build.hpp"
#include "grammarc/read_rules_grammar.hpp"

namespace toolcall::grammarc {
namespace {

namespace pegtl = tao::pegtl;

template <typename Rule>
using control = pegtl::must_if<notation::errors, pegtl::normal, false>::control<Rule>;

template <typename Rule>
using selector = pegtl::parse_tree::selector<
    Rule, pegtl::parse_tree::store_content::on<
              notation::one_rule, notation::one_given, notation::given_name, notation::rule_name,
              notation::parameter_name, notation::argument, notation::bound_name, notation::double_quoted,
              notation::single_quoted, notation::any_case, notation::literal, notation::class_inside, notation::dot,
              notation::cut, notation::group, notation::back, notation::back_word, notation::name, notation::invocation,
              notation::arguments, notation::label, notation::label_word, notation::part_name, notation::predicate,
              notation::suffix, notation::arrow_right, notation::item, notation::alternative, notation::choice>>;

// What stands at the place of a mistake, short enough for one line.
std::string standing(std::string_view rest) {
  if (rest.empty()) return "the block ends";
  const auto line = rest.substr(0, rest.find('\n'));
  if (line.empty()) return "the line ends";
  const auto shown = line.substr(0, 24);
  return "stands `" + std::string(shown) + (shown.size() < line.size() ? "…`" : "`");
}

template <typename Rule>
bool begins(std::string_view text) {
  pegtl::memory_input in(text.data(), text.data() + text.size(), "");
  return pegtl::parse<Rule>(in);
}
bool begins_rule(std::string_view text) {
  return begins<notation::new_rule>(text);
}

// The way out for what cannot begin an item.
std::string way_out(std::string_view rest) {
  if (rest.empty()) return "";
  if (begins_rule(rest)) return ": the next rule begins here, and this one is not complete";
  switch (rest.front()) {
    case '@':
      return ": a label begins an alternative, ( e / @label r ); what is only reported is note(label, e)";
    case '?':
    case '*':
    case '+':
      return ": one of ? * + touches what it repeats; use parentheses for a second one";
    case ')':
      return ": no group is open here";
    case '|':
      return ": alternatives are separated by /";
    case ':':
      return ": the name of a part is one word that touches its :, and what has two names needs parentheses";
    case '-':
      return ": -> follows one item and is followed by a literal";
    case '=':
      return ": a rule, and what a given is otherwise, is written with <-";
    case '<':
      return ": a rule begins name <- or name(parameters) <-";
    case ' ':
      return ": leave the blank out";
    case '{':
      return ": a count touches what it repeats, e{2,3}; use parentheses around an item that has a suffix";
    default:
      break;
  }
  if (rest.front() >= 'A' && rest.front() <= 'Z') return ": names are written in a-z, 0-9 and _";
  return ": an item is a name, a literal, a class, a group, . or ^";
}

std::size_t next_line(std::string_view content, std::size_t at) {
  const auto end = content.find('\n', at);
  return end == std::string_view::npos ? content.size() : end + 1;
}

// After a mistake: the next line that begins a rule.
std::size_t resume(std::string_view content, std::size_t at) {
  for (at = next_line(content, at); at < content.size() && !begins_rule(content.substr(at));)
    at = next_line(content, at);
  return at;
}

std::size_t skip_blank(std::string_view content, std::size_t at) {
  const auto rest = content.substr(at);
  pegtl::memory_input in(rest.data(), rest.data() + rest.size(), "");
  pegtl::parse<notation::blank>(in);
  return at + static_cast<std::size_t>(in.current() - rest.data());
}

// Inside a literal, a class or the head of a rule the message alone says what is missing.
bool among_items(std::string_view message) {
  return message != notation::message<notation::quote_end> && message != notation::message<notation::apostrophe_end> &&
         message != notation::message<notation::class_end> && message != notation::message<notation::rule_arrow>;
}

// The reader recurses for each group and argument list, so their depth is looked at first.
constexpr std::size_t deepest_groups = 100;

std::size_t depth_of_groups(std::string_view text) {
  std::size_t depth = 0, deepest = 0;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == '\\') ++at;
      if (c == quote || c == '\n') quote = 0;
    } else if (c == '"' || c == '\'' || c == '[' || c == '#') {
      quote = c == '[' ? ']' : c == '#' ? '\n' : c;
    } else if (c == '(') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ')' && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

class block_reader {
 public:
  block_reader(page& into, std::string_view content, std::size_t first_line, std::vector<problem>& problems)
      : page_(into), file_(into.file), content_(content), first_line_(first_line), problems_(problems) {}

  void read() {
    for (at_ = skip_blank(content_, 0); at_ < content_.size(); at_ = skip_blank(content_, at_)) read_rule();
  }

 private:
  std::size_t line_of(std::size_t at) const {
    const auto before = content_.substr(0, at);
    return first_line_ + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  }

  void read_rule() {
    const auto begin = content_.data() + at_;
    const auto next = resume(content_, at_);
    if (depth_of_groups(content_.substr(at_, next - at_)) > deepest_groups) return too_deep(next);
    pegtl::memory_input in(begin, content_.data() + content_.size(), "", 0, line_of(at_), 1);
    try {
      const bool is_given = begins<notation::new_given>(content_.substr(at_));
      const auto root = is_given ? parse<notation::one_given>(in) : parse<notation::one_rule>(in);
      if (!root) return no_rule();
      const parsed& read = *root->children.front();
      if (is_given) build_givens(read, page_, problems_);
      if (!is_given) page_.rules.push_back(build_rule(read, file_, problems_));
      at_ += static_cast<std::size_t>(in.current() - begin);
    } catch (const pegtl::parse_error& error) {
      mistake(error);
    }
  }

  template <typename Rule, typename Input>
  static std::unique_ptr<parsed> parse(Input& in) {
    return pegtl::parse_tree::parse<Rule, selector, pegtl::nothing, control>(in);
  }

  void too_deep(std::size_t next) {
    problems_.push_back({std::string(file_), line_of(at_), "",
                         "groups stand in each other more than " + std::to_string(deepest_groups) +
                             " deep; give the inner ones names, as rules of their own"});
    at_ = next;
  }

  void no_rule() {
    problems_.push_back({std::string(file_), line_of(at_), "",
                         "a rule begins name <- or name(parameters) <-, with a name of a-z, 0-9 and _, but here " +
                             standing(content_.substr(at_))});
    at_ = resume(content_, at_);
  }

  void mistake(const pegtl::parse_error& error) {
    const auto place = error.positions().front();
    const auto at = at_ + place.byte;
    const auto rest = content_.substr(at);
    const auto name_end = content_.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_", at_);
    auto what = std::string(error.message()) + ", but here " + standing(rest);
    if (among_items(error.message())) what += way_out(rest);
    problems_.push_back(
        {std::string(file_), place.line, std::string(content_.substr(at_, name_end - at_)), std::move(what)});
    at_ = resume(content_, at_);
  }

  page& page_;
  std::string_view file_;
  std::string_view content_;
  std::size_t first_line_;
  std::vector<problem>& problems_;
  std::size_t at_ = 0;
};

}  // namespace

void read_rules(page& into, std::string_view content, std::size_t first_line, std::vector<problem>& problems) {
  block_reader(into, content, first_line, problems).read();
}

}  // namespace toolcall::grammarc
