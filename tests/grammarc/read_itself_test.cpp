// The notation in itself: the grammar that spec/notation.md shows, run by the reference interpreter, must accept what
// the reader of grammarc accepts and refuse what it refuses.
//
// The two share nothing but the tree of that page, so a form that one of them reads otherwise shows here. What is
// well-formed and makes no sense (an empty range, a built-in without its argument) is beyond a grammar: there the
// reader alone decides.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "interpreter/interpreter.hpp"
#include "read_fragment.hpp"

namespace read_itself_test {

using namespace toolcall;

namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

const std::filesystem::path spec = std::filesystem::path(TOOLCALL_SOURCE_DIR) / "spec";

const std::vector<grammarc::page>& notation() {
  static const auto pages = [] {
    std::vector<grammarc::problem> problems;
    return std::vector{grammarc::read_page("notation.md", content_of(spec / "notation.md"), problems)};
  }();
  return pages;
}

bool interpreter_accepts(std::string_view rules) {
  const auto outcome = interpreter::evaluate(notation(), "notation", "rules", rules, 0, {}, {});
  return outcome.is == interpreter::match_kind::ok && outcome.j == rules.size();
}

void check_agreement(const std::string& rules) {
  const auto wrong = fragment::wrong(rules);
  const bool accepted = interpreter_accepts(rules);
  INFO(rules);
  INFO(wrong);
  if (wrong.empty()) CHECK(accepted);
  if (accepted) CHECK(wrong.find("but here ") == std::string::npos);
}

// The rules of all pages, as written.
std::vector<std::string> sources() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(spec)) {
    if (entry.path().extension() != ".md") continue;
    std::vector<grammarc::problem> problems;
    for (const auto& rule : grammarc::read_page(entry.path().string(), content_of(entry.path()), problems).rules)
      found.push_back(rule.source);
  }
  return found;
}

}  // namespace

TEST_CASE("the notation accepts every rule of the specification, its own among them") {
  for (const auto& source : sources()) {
    INFO(source);
    CHECK(interpreter_accepts(source));
  }
}

TEST_CASE("the notation accepts the examples of its table") {
  for (const std::string rules :
       {"a <- e", "a <- 'x' \"x\"i [a-z_] [^<] .", "a <- e? e* e+ &e !e # comment", "a <- e ^ f / @label r",
        "a <- role:e x:e =x", "a <- e -> \"x\"", "r(a, b) <- e\nc <- r(\"x\", f) r ( a )", "a <- page.rule",
        "a <- run(s) span(s) trial(e) followed_by(a, f, @label role)",
        "a <- note(l, e) note(l) when(l) e{2} ( e f ){0,3}", "a <-", "a(b # why\n) <- ( )"})
    check_agreement(rules);
}

TEST_CASE("the notation and the reader agree on rules that went wrong") {
  const auto rules = sources();
  const std::string pieces[] = {"(", ")",  "\"", "'", "[",  "]", "<-", "@l ", "/",
                                "^", "\\", "#",  ":", "->", "=", ",",  "i",   "."};
  std::mt19937 random(1);
  std::size_t refused = 0;
  for (int round = 0; round < 3000; ++round) {
    auto text = rules[random() % rules.size()];
    for (auto edits = 1 + random() % 3; edits > 0; --edits) {
      const auto at = random() % (text.size() + 1);
      if (random() % 2 == 0)
        text.insert(at, pieces[random() % std::size(pieces)]);
      else
        text.erase(at, 1 + random() % 3);
    }
    check_agreement(text);
    refused += interpreter_accepts(text) ? 0 : 1;
  }
  CHECK(refused > 500);
  CHECK(refused < 2500);
}

}  // namespace read_itself_test
