// toolcall try: a page that was not compiled, run on a text or on its own examples.
//
// The page is laid out for the machine and the ordinary parser reads, so what is shown is what the compiled page will
// do.

#include <algorithm>
#include <iostream>
#include <unistd.h>

#include <toolcall/error.hpp>

#include "authoring/page_example.hpp"
#include "authoring/page_set.hpp"
#include "authoring/result_lines.hpp"
#include "cli/commands.hpp"
#include "cli/explanation.hpp"
#include "cli/failure.hpp"
#include "cli/reading.hpp"
#include "cli/visible.hpp"
#include "cli/where_it_failed.hpp"

namespace toolcall::cli {

namespace {

// A problem a line, as grammarc prints them. The other pages are known without their lines.
void refuse_problems(const authoring::page_set& pages) {
  if (pages.problems().empty()) return;
  bool label = false;
  for (const grammarc::problem& p : pages.problems()) {
    const std::string line = p.file == pages.own().file ? ":" + std::to_string(p.line) : "";
    std::cerr << visible(p.file + line + ": " + p.rule + (p.rule.empty() ? "" : ": ") + p.what) << '\n';
    label = label || p.what.find(" has no heading in spec/recovery.md") != p.what.npos;
  }
  if (label)
    std::cerr
        << "toolcall: the labels are those of spec/recovery.md as it was compiled; one that is there says what most "
           "pages need, and a new one is known after `make grammar` and `make`\n";
  throw failure{usage};
}

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

int run_examples(const settings& chosen, const authoring::page_set& pages) {
  const std::string own_tools = chosen.tools.empty() ? "" : input(chosen.tools).all();
  if (!chosen.tools.empty()) read_tools(chosen, own_tools);  // what is wrong with them is said once
  const std::string_view declared = chosen.tools.empty() ? authoring::spec_tools() : std::string_view(own_tools);
  const dialect which = dialect_of(pages);
  std::size_t failed = 0;
  for (const grammarc::example& each : pages.own().examples) {
    const std::string why = authoring::failure_of(each, which, declared);
    const std::string place = pages.own().file + ":" + std::to_string(each.line) + ": " + each.title;
    std::cout << visible(place) << ": " << (why.empty() ? "ok" : "differs") << '\n' << visible_lines(why, "  ");
    failed += why.empty() ? 0 : 1;
  }
  std::cout << pages.own().examples.size() << " examples, " << failed << " differ\n";
  if (pages.own().examples.empty())
    std::cerr << "toolcall: " << pages.own().file << " has no block that begins with ```example and a title\n";
  check_output();
  return failed == 0 ? done : example_differs;
}

int run_text(const settings& chosen, const authoring::page_set& pages) {
  if (chosen.file == "-" && isatty(STDIN_FILENO) == 1)
    fail(usage, "there is no text: name its file, or write it to standard input (or run the page's --examples)");
  const tools offered = read_tools(chosen);
  explanation why;
  parser reader = make_parser(chosen, dialect_of(pages), offered, true, why.sink());
  std::string text = input(chosen.file).all();
  if (!text.empty() && text.back() == '\n') text.pop_back();  // of the file: as in an example
  authoring::result_lines result;
  outcome seen(chosen);
  const auto take = [&](std::span<const event> told) {
    seen.note(told);
    result.take(told);
  };
  take(reader.feed(text));
  take(reader.finish(chosen.finish_reason));
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
  const authoring::page_set pages(chosen.page, input(chosen.page).all());
  refuse_problems(pages);
  return chosen.examples ? run_examples(chosen, pages) : run_text(chosen, pages);
}

}  // namespace toolcall::cli
