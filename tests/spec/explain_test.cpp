// What toolcall explain shows of every example: each byte once, as what the message says it is, and nothing that a
// terminal or a browser would obey.

#include <algorithm>
#include <random>

#include "catch.hpp"
#include "cli/explanation.hpp"
#include "spec/example.hpp"

namespace explain_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

struct explained {
  message read;
  cli::explanation why;
};

void explain(const example& of, explained& made) {
  options how;
  how.trace = made.why.sink();
  how.tool_choice = of.choice;
  parser reader(dialect_named(of.dialect), of.declared, how);
  if (!of.prefill.empty()) reader.prefill(of.prefill);
  reader.feed(of.text);
  reader.finish(of.finish);
  made.read = reader.message();
  made.why.finish(made.read, of.text.size());
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

// The examples have these two controls, and no others.
std::string with_pictures(std::string text, bool tabs) {
  if (tabs) text = replaced(text, "\t", "\xE2\x90\x89");
  return replaced(text, "\r", "\xE2\x90\x8D");
}

bool is_plain(const std::string& text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) >= 0x80 || (c < ' ' && c != '\n' && c != '\t' && c != '\r')) return false;
  return true;
}

// Lines that begin with a bar, without it.
std::string without_marks(const std::string& shown) {
  std::string text;
  for (std::size_t at = 0; at < shown.size() && shown[at] != '\n'; at = shown.find('\n', at) + 1) {
    const std::string line = shown.substr(at, shown.find('\n', at) - at);
    if (line[0] == '|') text += (line.size() > 1 ? line.substr(2) : "") + "\n";
  }
  return text;
}

// The first lines, without colours and without signs at their ends.
std::string without_colours(const std::string& shown, std::size_t lines) {
  std::string text;
  for (std::size_t at = 0; at < shown.size() && lines > 0; ++at) {
    if (shown[at] == '\x1B') {
      at = shown.find('m', at);
    } else {
      text += shown[at];
      lines -= shown[at] == '\n' ? 1 : 0;
    }
  }
  return replaced(text, "⏎\n", "\n");
}

std::string without_tags(const std::string& page) {
  const std::string opener = "<pre id=\"text\">\n";
  std::string text;
  bool tag = false;
  for (std::size_t at = page.find(opener) + opener.size(); page.compare(at, 6, "</pre>") != 0; ++at) {
    if (page[at] == '<') tag = true;
    if (!tag) text += page[at];
    if (page[at] == '>') tag = false;
  }
  return replaced(replaced(replaced(replaced(text, "&lt;", "<"), "&gt;", ">"), "&quot;", "\""), "&amp;", "&");
}

std::string of_kind(const explained& made, const std::string& text, cli::became what) {
  std::string all;
  for (const cli::stretch& s : made.why.stretches())
    if (s.what == what) all += text.substr(s.begin, s.end - s.begin);
  return all;
}

void check_cover(const explained& made, const std::string& text) {
  std::size_t at = 0;
  for (const cli::stretch& s : made.why.stretches()) {
    CHECK(s.begin == at);
    CHECK(s.end > s.begin);
    at = s.end;
  }
  CHECK(at == text.size());
  CHECK(of_kind(made, text, cli::became::text) == made.read.content);
  CHECK(of_kind(made, text, cli::became::reasoning) == made.read.reasoning);
}

void check_forms(const explained& made, const std::string& text) {
  const std::string ended = text.empty() || text.back() == '\n' ? text : text + "\n";
  const auto lines = static_cast<std::size_t>(std::count(ended.begin(), ended.end(), '\n'));
  CHECK(without_marks(cli::for_terminal(made.why, text, false)) == with_pictures(ended, true));
  CHECK(without_colours(cli::for_terminal(made.why, text, true), lines) == with_pictures(ended, true));
  CHECK(without_tags(cli::as_html(made.why, text, {})) == with_pictures(text, false));
}

}  // namespace

TEST_CASE("what is shown of an example is the example, each byte once", "[page]") {
  for (const example* each : wanted_examples()) {
    INFO(each->place);
    explained made;
    explain(*each, made);
    check_cover(made, each->text);
    if (is_plain(each->text)) check_forms(made, each->text);
  }
}

TEST_CASE("most examples are plain enough to be compared as they are shown") {
  const std::vector<example>& all = examples();
  const auto plain = std::count_if(all.begin(), all.end(), [](const example& each) { return is_plain(each.text); });
  CHECK(static_cast<std::size_t>(plain) * 2 > all.size());
}

TEST_CASE("the parts of an example's calls are shown as what they are") {
  std::size_t names = 0;
  for (const example& each : examples()) {
    INFO(each.place);
    explained made;
    explain(each, made);
    const std::string shown = of_kind(made, each.text, cli::became::name);
    const std::string failed = of_kind(made, each.text, cli::became::failed);
    if (made.read.calls.empty()) CHECK(shown == "");
    CHECK(failed.empty() == (made.read.incomplete.empty() && made.read.refused.empty()));
    std::string expected;
    for (const tool_call& c : made.read.calls) expected += c.name;
    names += !expected.empty() && shown == expected ? 1 : 0;
  }
  CHECK(names > 100);  // an id may hold a name, and a chosen tool has none in the text
}

TEST_CASE("what is shown of a damaged example is that text, each byte once") {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    std::mt19937_64 bits(seed);
    const example of = damaged_example(bits);
    INFO("seed " << seed << ", from " << of.place << ":\n" << of.text);
    explained made;
    explain(of, made);
    check_cover(made, of.text);
    if (is_plain(of.text)) check_forms(made, of.text);
  }
}

TEST_CASE("nothing in a text moves a terminal's cursor, or is a tag of the page") {
  std::string every =
      "<script>&\"'</script>\xF0\x9F\x98\x80\xE2\x80\xAE\xC2\x9B\xF3\xA0\x81\x81\xEF\xBB\xBF\xED\xA0\x80\xC3";
  for (int byte = 0; byte < 256; ++byte) every += static_cast<char>(byte);
  example of;
  of.finish = "stop";
  of.text = every + "<minimax:tool_call><invoke name=\"" + every + "\"><parameter name=\"" + every + "\">" + every +
            "</parameter></invoke></minimax:tool_call>";
  explained made;
  explain(of, made);
  check_cover(made, of.text);
  const std::string page = cli::as_html(made.why, of.text, {});
  CHECK(page.find("<script") == page.npos);
  for (const std::string& shown : {cli::for_terminal(made.why, of.text, false), page}) {
    for (const char* const raw :
         {"\x1B", "\r", "\x7F", "\xC2\x9B", "\xE2\x80\xAE", "\xF3\xA0\x81\x81", "\xED\xA0", "\xFF"})
      CHECK(shown.find(raw) == shown.npos);
    CHECK(shown.find('\0') == shown.npos);
    CHECK(shown.find("\xF0\x9F\x98\x80") != shown.npos);
  }
  const std::string coloured = cli::for_terminal(made.why, of.text, true);
  for (std::size_t at = coloured.find('\x1B'); at != coloured.npos; at = coloured.find('\x1B', at + 1)) {
    const std::size_t end = coloured.find_first_not_of("0123456789;", at + 2);
    CHECK(coloured.substr(at, 2) == "\x1B[");
    CHECK(coloured[end] == 'm');
  }
}

}  // namespace explain_test
