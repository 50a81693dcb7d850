// The examples of all pages, redacted: none of their words is left but marks, names and keys, and they are read alike.

#ifdef TOOLCALL_EXAMPLES

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <toolcall/error.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/report.hpp>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "effort.hpp"
#include "text/edit_distance.hpp"

namespace examples_test {

namespace {

using namespace toolcall;
using nlohmann::json;
namespace fs = std::filesystem;
using words = std::set<std::string>;

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  REQUIRE(in);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool is_word_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// Runs of four letters of ASCII or more, in lower case.
void add_words(const std::string& text, words& to) {
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const bool is_escape = i > 0 && i < text.size() && text[i - 1] == '\\';
    if (i < text.size() && is_word_letter(text[i]) && !is_escape) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
      continue;
    }
    if (word.size() >= 4) to.insert(word);
    word.clear();
  }
}

// The same, and what camelCase and snake_case make of a name.
void add_name(const std::string& name, words& to) {
  add_words(name, to);
  std::string parts, whole;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') parts += ' ';
    parts += c;
    if (is_word_letter(c)) whole += c;
  }
  add_words(parts, to);
  add_words(whole, to);
}

// What the pages themselves write in quotes: a way of its own to say what a mark is.
const words& words_of_marks() {
  static const words made = [] {
    words all;
    for (const auto& file : fs::recursive_directory_iterator(fs::path(TOOLCALL_SOURCE_DIR) / "spec")) {
      if (file.path().extension() != ".md") continue;
      const std::string page = content_of(file.path());
      add_words(page.substr(0, page.find("\n#")), all);  // the front matter
      for (std::size_t at = page.find("```peg\n"); at != page.npos; at = page.find("```peg\n", at)) {
        const std::size_t end = page.find("\n```", at);
        add_words(page.substr(at, end - at), all);
        at = end;
      }
    }
    for (const char* const value : {"true", "false", "null", "none", "infinity", "undefined", "quot", "apos"})
      all.insert(value);
    return all;
  }();
  return made;
}

void add_keys(const json& of, words& to) {
  if (of.is_object())
    for (const auto& [key, value] : of.items()) add_name(key, to), add_keys(value, to);
  if (of.is_array())
    for (const json& each : of) add_keys(each, to);
}

// The names and keys of an example.
words allowed_in(const json& example, const message& read) {
  words all;
  const auto add_tool = [&](const json& tool) {
    add_name(tool["function"]["name"].get<std::string>(), all);
    add_keys(tool["function"]["parameters"], all);
  };
  if (!example["tools"].is_null())
    for (const json& tool : example["tools"]) add_tool(tool);
  for (const tool_call& call : read.calls) {
    add_name(call.name, all);
    const json arguments = json::parse(call.arguments, nullptr, false);
    if (!arguments.is_discarded()) add_keys(arguments, all);
  }
  for (const auto* const failed : {&read.incomplete, &read.refused})
    for (const failed_call& call : *failed) add_name(call.name, all);
  return all;
}

bool is_allowed(const std::string& word, const words& allowed) {
  return allowed.count(word) + words_of_marks().count(word) > 0;
}

// A mark, a name or a key, or two of them without a sign in between; a short one of these is not looked up.
bool is_explained(const std::string& word, const words& allowed) {
  const auto is_known = [&](const std::string& part) { return part.size() < 4 || is_allowed(part, allowed); };
  if (is_allowed(word, allowed)) return true;
  for (std::size_t size = 1; size < word.size(); ++size)
    if (word.size() > 6 && is_known(word.substr(0, size)) && is_known(word.substr(size))) return true;
  return false;
}

// Spelled nearly like one: damage, which a report must show.
bool is_slip(const std::string& word, const words& allowed) {
  for (const words* const list : {&allowed, &words_of_marks()})
    for (const std::string& each : *list) {
      const std::size_t most = std::max(each.size(), word.size());
      if (toolcall::edit_distance(each, word) <= most / 3) return true;
    }
  return false;
}

// All that is more than words.
std::string events_of(const message& m) {
  std::string made;
  const auto add = [&](const std::string& word, std::uint64_t begin, std::uint64_t end) {
    made += word + ' ' + std::to_string(begin) + ' ' + std::to_string(end) + '\n';
  };
  for (const part_span& each : m.spans) add(std::string(to_string(each.part)), each.begin, each.end);
  for (const tool_call& each : m.calls) {
    add(each.name + ' ' + std::string(to_string(each.status)) + ' ' + each.dialect, each.begin, each.end);
    for (const std::string& label : each.repairs) made += label + '\n';
    const json arguments = json::parse(each.arguments, nullptr, false);
    const std::function<void(const json&)> keys = [&](const json& of) {
      made += std::string(of.type_name()) + ' ';
      if (of.is_object())
        for (const auto& [key, value] : of.items()) made += key + ' ', keys(value);
      if (of.is_array())
        for (const json& item : of) keys(item);
    };
    keys(arguments);
  }
  for (const auto* const failed : {&m.incomplete, &m.refused})
    for (const failed_call& each : *failed) add(each.name + ' ' + each.label, each.begin, each.end);
  for (const diagnostic& each : m.diagnostics)
    add(each.label + ' ' + each.pointer + ' ' + std::to_string(each.call), each.begin, each.end);
  return made;
}

}  // namespace

TEST_CASE("redact: no example of the pages shows a word of its own afterwards, and each is read alike") {
  const json examples = json::parse(content_of(TOOLCALL_EXAMPLES));
  std::size_t texts = 0, refused = 0, near = 0;
  std::vector<std::string> refusals, left, slips;
  const std::size_t step = tests::every(4), seeds = tests::is_nightly() ? 4 : 1;
  for (std::size_t i = 0; i < examples.size(); i += step)
    for (std::uint64_t seed = i; seed < i + seeds; ++seed) {
      const json& each = examples[i];
      const std::string text = each["text"], tools_json = each["tools"].is_null() ? "" : each["tools"].dump();
      const std::string named = each["dialect"].is_null() ? "auto" : each["dialect"].get<std::string>();
      const std::string reason = each["finish_reason"];
      const std::string at = each["page"].get<std::string>() + ':' + std::to_string(each["line"].get<int>());
      INFO(at << ' ' << seed);
      ++texts;
      options how;
      how.seed = 0;
      const tools declared = tools_json.empty() ? tools() : tools::from_json(tools_json);
      const message was = parse(text, dialect::named(named), declared, how, reason);
      redacted made;
      try {
        made = redact({text, tools_json, named, reason}, {false, seed});
      } catch (const setup_error& why) {
        ++refused;
        refusals.push_back(at + ' ' + why.what());
        continue;
      }
      const tools other = made.tools.empty() ? tools() : tools::from_json(made.tools);
      const message is = parse(made.text, dialect::named(named), other, how, reason);
      CHECK(made.text.size() == text.size());
      CHECK(events_of(was) == events_of(is));
      words before, after;
      const words allowed = allowed_in(each, was);
      add_words(text, before);
      add_words(made.text, after);
      bool has_near = false;
      for (const std::string& word : after) {
        if (before.count(word) == 0 || is_explained(word, allowed)) continue;
        has_near = true;
        (is_slip(word, allowed) ? slips : left).push_back(at + ' ' + word);
      }
      near += has_near ? 1 : 0;
    }
  CAPTURE(refusals, left, slips, texts, near);
  if (std::getenv("TOOLCALL_SHOW") != nullptr) {
    for (const std::string& line : refusals) WARN(line);
    for (const std::string& line : left) WARN(line);
    for (const std::string& line : slips) WARN("slip: " << line);
    WARN(texts << " texts, " << refused << " refused, " << near << " with words");
  }
  CHECK(left.empty());
  CHECK(slips.size() <= texts / 50);
  CHECK(refused == 0);
  CHECK(texts > 300);
}

// Where a name must be near a declared one, or is a word of the marks, it cannot become another.
TEST_CASE("redact: the names of tools go as well, and each example is read alike") {
  const json examples = json::parse(content_of(TOOLCALL_EXAMPLES));
  std::size_t texts = 0, refused = 0, renamed = 0;
  for (std::size_t i = 0; i < examples.size(); i += tests::every(9)) {
    const json& each = examples[i];
    const std::string text = each["text"], tools_json = each["tools"].is_null() ? "" : each["tools"].dump();
    const std::string named = each["dialect"].is_null() ? "auto" : each["dialect"].get<std::string>();
    INFO(each["page"] << ':' << each["line"]);
    const tools declared = tools_json.empty() ? tools() : tools::from_json(tools_json);
    const message was = parse(text, dialect::named(named), declared);
    ++texts;
    try {
      const redacted made = redact({text, tools_json, named}, {true, 0});
      const tools other = made.tools.empty() ? tools() : tools::from_json(made.tools);
      const message is = parse(made.text, dialect::named(named), other);
      REQUIRE(is.calls.size() == was.calls.size());
      for (std::size_t at = 0; at < is.calls.size(); ++at) {
        CHECK(is.calls[at].status == was.calls[at].status);
        CHECK(is.calls[at].begin == was.calls[at].begin);
        renamed += is.calls[at].name == was.calls[at].name ? 0 : 1;
      }
    } catch (const setup_error&) {
      ++refused;
    }
  }
  CAPTURE(texts, refused, renamed);
  if (std::getenv("TOOLCALL_SHOW") != nullptr)
    WARN(texts << " texts, " << refused << " refused, " << renamed << " renamed");
  CHECK(refused <= texts / 20);
  CHECK(renamed > texts / 4);
}

}  // namespace examples_test

#endif
