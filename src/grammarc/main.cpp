// grammarc: compiles the pages of spec/ to the headers of grammar/, to the sources that the library is built with, or
// to data.
//
// Nothing is written unless every page is right, and no file whose bytes are the same. Exit codes: 0 done, 1 a page is
// wrong or (with --check) a header is not what its page says, 2 usage, 5 something could not be written.

#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammarc/check.hpp"
#include "grammarc/emit.hpp"
#include "grammarc/emit_marks.hpp"
#include "grammarc/emit_marks_written.hpp"
#include "grammarc/emit_program.hpp"
#include "grammarc/emit_rules.hpp"
#include "grammarc/main_spec.hpp"
#include "grammarc/model.hpp"
#include "grammarc/stats.hpp"

namespace {

namespace grammarc = toolcall::grammarc;

constexpr std::string_view usage =
    "usage: grammarc [--out DIR] [--check] SPEC_DIR\n"
    "       grammarc --sources DIR SPEC_DIR\n"
    "       grammarc --model SPEC_DIR\n"
    "       grammarc --stats SPEC_DIR\n"
    "\n"
    "Compiles SPEC_DIR/message.md, values/*.md, shapes/*.md and dialects/*.md to one header a page,\n"
    "whose rules are PEGTL's. The sources are what a build makes for itself: all dialects as data,\n"
    "laid out (program.cpp), what the head of a message shows (head_program.cpp), the rules as data\n"
    "(rules.cpp), the words around calls (template_marks.cpp), how calls are written\n"
    "(written_forms.cpp), and the grammars as text (page_texts.cpp).\n"
    "  --out DIR      where the headers are written (default: grammar)\n"
    "  --check        write nothing; fail if a header is not what its page says\n"
    "  --sources DIR  write the sources there instead of headers\n"
    "  --model        print the pages as JSON instead: front matter, rules as trees, examples, labels\n"
    "  --stats        print how large the grammar is, and how much of it a call of each dialect leads through\n";

struct arguments {
  std::filesystem::path spec, out = "grammar", sources;
  bool check = false, model = false, stats = false, help = false;
  std::string wrong;
};

arguments read_arguments(const std::vector<std::string>& words) {
  arguments given;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const auto& word = words[at];
    if (word == "--check") {
      given.check = true;
    } else if (word == "--model") {
      given.model = true;
    } else if (word == "--stats") {
      given.stats = true;
    } else if (word == "--help" || word == "-h") {
      given.help = true;
    } else if (word == "--out" || word == "--sources") {
      if (++at == words.size()) {
        given.wrong = word + " is followed by a folder";
        return given;
      }
      (word == "--out" ? given.out : given.sources) = words[at];
    } else if (word.substr(0, 1) == "-") {
      given.wrong = "there is no option " + word;
    } else if (given.spec.empty()) {
      given.spec = word;
    } else {
      given.wrong = "there is one SPEC_DIR; " + word + " is a second";
    }
  }
  if (given.check + given.model + !given.sources.empty() > 1)
    given.wrong = "of --check, --sources and --model there is one at most";
  if (given.spec.empty() && given.wrong.empty()) given.wrong = "SPEC_DIR is missing: the folder with message.md";
  return given;
}

int print_problems(const std::vector<grammarc::problem>& problems) {
  for (const auto& p : problems) std::cerr << line_of(p) << '\n';
  return 1;
}

int print_differences(const std::filesystem::path& out, const grammarc::difference& changes) {
  for (const auto& header : changes.to_write)
    std::cerr << (out / header.name).generic_string() << ": is not what its page says; run grammarc and commit it\n";
  for (const auto& file : changes.to_remove)
    std::cerr << file.generic_string() << ": no page makes this file any more; run grammarc to remove it\n";
  return changes.to_write.empty() && changes.to_remove.empty() ? 0 : 1;
}

std::vector<grammarc::generated_file> sources_of(const grammarc::specification& spec) {
  const auto laid_out = grammarc::program_of(spec.pages);
  auto files = grammarc::emit_program(laid_out, grammarc::heads_of(spec.pages));
  files.push_back(grammarc::emit_rules(spec.pages));
  files.push_back(grammarc::emit_marks(spec, laid_out));
  files.push_back(grammarc::emit_written_forms(spec.pages));
  files.push_back(grammarc::page_texts(spec.pages));
  return files;
}

int run(const arguments& given) {
  auto spec = grammarc::read_specification(given.spec);
  if (spec.problems.empty()) spec.problems = grammarc::check(spec.pages, spec.labels, {.whole_spec = true});
  if (spec.problems.empty()) spec.problems = grammarc::check_headers(spec.pages);
  if (!spec.problems.empty()) return print_problems(spec.problems);
  for (auto& page : spec.pages) page.file = grammarc::place_in_spec(given.spec, page.file);
  if (given.model) {
    std::cout << grammarc::model(spec.pages, spec.labels) << std::flush;
    return std::cout ? 0 : 5;
  }
  if (given.stats) {
    std::cout << grammarc::table(grammarc::stats_of(spec.pages)) << std::flush;
    return std::cout ? 0 : 5;
  }
  const bool is_build = !given.sources.empty();
  const auto files = is_build ? sources_of(spec) : grammarc::emit(spec.pages, spec.labels);
  const auto& folder = is_build ? given.sources : given.out;
  const auto changes = grammarc::compare(folder, files);
  if (given.check) return print_differences(folder, changes);
  const auto wrong = grammarc::apply(folder, changes);
  if (wrong.empty()) return 0;
  std::cerr << wrong << '\n';
  return 5;
}

}  // namespace

int main(int count, char** words) {
  const auto given = read_arguments({words + 1, words + count});
  if (given.help) {
    std::cout << usage;
    return 0;
  }
  if (given.wrong.empty()) return run(given);
  std::cerr << "grammarc: " << given.wrong << '\n' << usage;
  return 2;
}
