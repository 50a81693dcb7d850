// toolcall try: a page that was not compiled, run on a text or on its own examples.
//
// The page is laid out for the machine and the ordinary parser reads, so what is shown is what the compiled page will
// do.

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <unistd.h>
#include <utility>

#include <toolcall/error.hpp>

#include "authoring/page_example.hpp"
#include "authoring/page_folder.hpp"
#include "authoring/page_set.hpp"
#include "authoring/result_lines.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/explanation.hpp"
#include "cli/reading.hpp"
#include "cli/visible.hpp"
#include "cli/where_it_failed.hpp"
#include "grammarc/check.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/main_spec.hpp"
#include "grammarc/print.hpp"

namespace toolcall::cli {

namespace {

dialect dialect_of(const authoring::page_set& pages) {
  try {
    return pages.dialect();
  } catch (const setup_error& why) {
    fail(usage, pages.own().file + ": " + why.reason());
  }
}

std::string visible_lines(std::string_view lines, const char* before = "") {
  std::string all;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    all += before + visible(lines.substr(0, end)) + "\n";
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return all;
}

// The tools that examples name.
class example_tools {
 public:
  explicit example_tools(const settings& chosen) : own_(chosen.tools.empty() ? "" : input(chosen.tools).all()) {
    if (!chosen.tools.empty()) read_tools(chosen, own_);  // what is wrong with them is said once
    declared = chosen.tools.empty() ? authoring::spec_tools() : std::string_view(own_);
  }
  example_tools(const example_tools&) = delete;
  example_tools& operator=(const example_tools&) = delete;

  std::string_view declared;

 private:
  std::string own_;
};

std::string place_of(const grammarc::page& page, const grammarc::example& each) {
  return visible(page.file + ":" + std::to_string(each.line) + ": " + each.title) + ": ";
}

std::string summary(std::size_t count, const std::string& of, std::size_t failed) {
  return std::to_string(count) + (count == 1 ? " example" : " examples") + of + ", " + std::to_string(failed) +
         (failed == 1 ? " differs\n" : " differ\n");
}

int run_examples(const settings& chosen, const authoring::page_set& pages) {
  const example_tools with(chosen);
  const dialect which = dialect_of(pages);
  std::size_t failed = 0, early = 0;
  for (const grammarc::example& each : pages.own().examples) {
    const std::string why = authoring::failure_of(each, which, with.declared, chosen.chunk);
    std::cout << place_of(pages.own(), each) << (why.empty() ? "ok" : "differs") << '\n' << visible_lines(why, "  ");
    failed += why.empty() ? 0 : 1;
    if (!why.empty()) continue;
    const std::string cut = authoring::completed_too_early(each, which, with.declared);
    std::cout << visible_lines(cut, "  ");
    early += cut.empty() ? 0 : 1;
  }
  std::cout << summary(pages.own().examples.size(), "", failed);
  if (early > 0)
    std::cout << early << (early == 1 ? " example completes" : " examples complete")
              << " a call too early: what its text may go on with must not change it (docs/adding_a_dialect.md)\n";
  if (pages.own().examples.empty())
    std::cerr << "toolcall: " << pages.own().file << " has no block that begins with ```example and a title\n";
  check_output();
  return failed + early == 0 ? done : example_differs;
}

// All pages with this one among them, every dialect in use: what the page takes from the others, or they from it.
int run_among(const settings& chosen, const std::string& content) {
  const std::string folder = chosen.among == "true" ? "spec" : chosen.among;
  if (!std::filesystem::exists(std::filesystem::path(folder) / "message.md"))
    fail(usage, "there are no pages in " + folder + "; --among=FOLDER names the folder that holds message.md");
  const grammarc::page_file own{chosen.page, content};
  grammarc::specification spec = grammarc::read_specification(folder, &own);
  if (spec.problems.empty()) spec.problems = grammarc::check(spec.pages, spec.labels, {.whole_spec = true});
  refuse_problems(spec.problems);
  const example_tools with(chosen);
  authoring::page_folder pages(std::move(spec));
  std::size_t count = 0, failed = 0;
  for (const grammarc::page& page : pages.pages())
    for (const grammarc::example& each : page.examples) {
      const bool named = grammarc::is_dialect(page) && each.options.count("read") != 0;
      const std::string why =
          authoring::failure_of(each, pages.dialect(named ? page.name : "auto"), with.declared, chosen.chunk);
      ++count;
      if (why.empty()) continue;
      std::cout << place_of(page, each) << "differs\n" << visible_lines(why, "  ");
      ++failed;
    }
  std::cout << summary(count, " of " + std::to_string(pages.pages().size()) + " pages", failed);
  check_output();
  return failed == 0 ? done : example_differs;
}

// The list of `tools` in an example: of all that were offered those that the text names, or all where it names none.
std::string tools_line(const tools& offered, const std::string& text) {
  if (!offered.given() || offered.size() == 0) return "";
  std::string all, named;
  for (std::size_t i = 0; i < offered.size(); ++i) {
    const std::string name(offered.name(i));
    all += (all.empty() ? "" : ",") + name;
    if (text.find(name) != text.npos) named += (named.empty() ? "" : ",") + name;
  }
  return "tools " + (named.empty() ? all : named) + "\n";
}

// For the page: after as many backticks as no line of it has.
int print_example(const settings& chosen, const std::string& text, const std::string& result, const tools& offered) {
  const std::string& title = chosen.as_example;
  if (title.find_first_of("`\n") != title.npos || title.find_first_not_of(' ') == title.npos)
    fail(usage, "--as-example: a title is one line without backticks, and not empty");
  std::string body = tools_line(offered, text);
  if (chosen.tool_choice != "auto") body += "choice " + chosen.tool_choice + "\n";
  if (chosen.finish_reason != "stop") body += "finish " + chosen.finish_reason + "\n";
  if (!chosen.prefill.empty()) body += "prefill " + grammarc::print_literal(chosen.prefill) + "\n";
  body += "---\n" + text + "\n---\n" + result;
  std::size_t longest = 2, run = 0;
  for (const char c : body) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  const std::string fence(longest + 1, '`');
  const std::string block = fence + "example " + title + "\n" + body + fence + "\n";
  std::cout << (isatty(STDOUT_FILENO) == 1 ? visible_lines(block) : block);
  check_output();
  return done;
}

int run_text(const settings& chosen, const authoring::page_set& pages) {
  if (chosen.file == "-" && isatty(STDIN_FILENO) == 1)
    fail(usage, "there is no text: name its file, or write it to standard input (or run the page's --examples)");
  const tools offered = read_tools(chosen);
  explanation why;
  parser reader = make_parser(chosen, dialect_of(pages), offered, true, why.sink());
  std::string text = input(chosen.file, input::mark::skipped).all();
  if (!text.empty() && text.back() == '\n') text.pop_back();  // of the file: as in an example
  authoring::result_lines result;
  exit_summary seen(chosen);
  const auto take = [&](std::span<const event> emitted) {
    seen.note(emitted);
    result.take(emitted);
  };
  const std::size_t piece = chosen.chunk == 0 ? std::max<std::size_t>(1, text.size()) : chosen.chunk;
  for (std::size_t at = 0; at < text.size(); at += piece) take(reader.feed(std::string_view(text).substr(at, piece)));
  take(reader.finish(chosen.finish_reason));
  if (!chosen.as_example.empty()) return print_example(chosen, text, result.written(text), offered);
  why.finish(reader.message(), text.size());
  std::cout << for_terminal(why, text, wants_colours(chosen.color)) << "\nas lines of an example"
            << (offered.given() ? "" : " without tools") << ":\n\n"
            << visible_lines(result.written(text));
  const std::string failures = where_it_failed(pages, chosen.prefill + text, chosen.prefill.size(), offered,
                                               tool_choice::of(chosen.tool_choice));
  if (!failures.empty()) std::cout << '\n' << failures;
  check_output();
  return seen.code(chosen);
}

}  // namespace

int try_page(const settings& chosen) {
  if (chosen.page == "-") fail(usage, "the page is a file; standard input is the text");
  const std::string content = input(chosen.page).all();
  const authoring::page_set pages(chosen.page, content);
  refuse_problems(pages.problems());
  if (!chosen.among.empty()) return run_among(chosen, content);
  return chosen.examples ? run_examples(chosen, pages) : run_text(chosen, pages);
}

}  // namespace toolcall::cli
