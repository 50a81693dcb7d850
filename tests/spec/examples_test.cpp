// Every example of every page: what it says comes out, and it comes out the same however the text is cut.
//
// After each prefix the joined events are compared, not only at the end: an event that is emitted too early, or in one
// way of cutting only, would otherwise not be seen.

#include <algorithm>
#include <random>

#include "catch.hpp"
#include "effort.hpp"
#include "grammarc/dialects.hpp"
#include "spec/example.hpp"

namespace examples_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

constexpr std::size_t long_text = 600;  // beyond it, places to cut are sampled; in make check, beyond a third of it
const std::size_t most_places = is_nightly() ? effort(long_text, 60) : effort(long_text / 3, 10);
const std::size_t most_promises = is_nightly() ? effort(300, 20) : effort(100, 5);

const std::size_t random_rounds = effort(20, is_nightly() ? 5 : 3);

class trial {
 public:
  trial(const example& of, bool automatic) : of_(of), automatic_(automatic), text_(of.text), bits_(text_.size()) {
    for (std::size_t at = 0; at <= text_.size(); ++at)
      if (text_.size() <= most_places || bits_() % text_.size() < most_places) places_.push_back(at);
  }

  void run() {
    read_bytewise();
    CHECK(difference(of_, end_) == "");
    CHECK(broken_calls(end_) == "");
    CHECK(lost_bytes(message_, text_) == "");
    for (const std::size_t at : places_)
      if (!two_pieces(at)) return;
    for (std::size_t round = 0; round < random_rounds; ++round)
      if (!random_pieces()) return;
  }

 private:
  void read_bytewise() {
    parser reader = of_.fresh(automatic_, true);
    emitted so_far;
    join(so_far, reader.feed(""));  // tells what the prompt began
    after_.push_back(so_far);
    for (std::size_t at = 0; at < text_.size(); ++at) {
      join(so_far, reader.feed(text_.substr(at, 1)));
      after_.push_back(so_far);
    }
    join(so_far, reader.finish(of_.finish));
    end_ = so_far;
    message_ = reader.message();
  }

  bool same(const emitted& found, const emitted& expected, const char* how, std::size_t at) {
    if (found == expected) return true;
    INFO(how << ", " << at << " bytes\n" << show(found) << "bytewise:\n" << show(expected));
    CHECK(found == expected);
    return false;
  }

  // The prefix in one piece says what it says in single bytes; a copy made there reads on; both end alike.
  bool two_pieces(std::size_t at) {
    parser first = of_.fresh(automatic_);
    emitted so_far;
    join(so_far, first.feed(text_.substr(0, at)));
    if (!same(so_far, after_[at], "in one piece", at)) return false;
    parser second = first;
    emitted rest = so_far;
    join(rest, second.feed(text_.substr(at)));
    if (!same(rest, after_.back(), "in two pieces cut behind", at)) return false;
    join(rest, second.finish(of_.finish));
    return same(rest, end_, "ended, in two pieces cut behind", at);
  }

  bool random_pieces() {
    parser reader = of_.fresh(automatic_);
    emitted so_far;
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t size = bits_() % 24;  // zero as well
      join(so_far, reader.feed(text_.substr(at, size)));
      at = std::min(at + size, text_.size());
      if (!same(so_far, after_[at], "in random pieces", at)) return false;
    }
    join(so_far, reader.finish(of_.finish));
    return same(so_far, end_, "ended, in random pieces", text_.size());
  }

  const example& of_;
  bool automatic_;
  std::string_view text_;
  std::mt19937_64 bits_;
  std::vector<std::size_t> places_;
  std::vector<emitted> after_;
  emitted end_;
  message message_;
};

const char* const endings[] = {"",
                               "</parameter>",
                               "</parameter>\n</invoke>\n</minimax:tool_call>",
                               "</invoke></minimax:tool_call>",
                               "</minimax:tool_call>",
                               "</think>",
                               ">",
                               "\"",
                               "'>",
                               "<",
                               "</",
                               "\n",
                               "`",
                               "\n```\n",
                               " text that goes on",
                               "\"}",
                               "}}",
                               "\"}}</tool_call>",
                               "}\n</tool_call>\n<tool_call>{\"name\": \"ping\"}",
                               "\"/></invoke_tool_call>",
                               "</done>",
                               "</agent__task_status>",
                               "\n{\"tool\": \"shell\", \"args\": {}}",
                               "<minimax:tool_call><invoke name=\"get_weather\"><parameter name=\"city\">x",
                               "\n<parameter name=\"days\">2</parameter></invoke></minimax:tool_call>",
                               "\xE2\x82"};

// What was emitted after each prefix is a beginning of what is emitted with another ending after it: some of these at
// each place, and all of them over the places of an example.
void check_promise(const example& of, std::mt19937_64& bits) {
  const std::string_view text = of.text;
  const std::size_t tried = std::min(text.size(), most_promises);
  for (std::size_t i = 0; i <= tried; ++i) {
    const std::size_t at = text.size() == tried ? i : bits() % (text.size() + 1);
    parser reader = of.fresh(false);
    emitted early;
    join(early, reader.feed(text.substr(0, at)));
    const example& other = examples()[bits() % examples().size()];
    const std::string tail = other.text.substr(other.text.size() - bits() % (other.text.size() + 1));
    const auto holds_for = [&](std::string_view ending, std::string_view reason) {
      const std::string whole = std::string(text.substr(0, at)) + std::string(ending);
      const emitted all = read(of.fresh(false), whole, {}, reason);
      if (is_beginning(early, all)) return true;
      INFO("after " << at << " bytes:\n"
                    << show(early) << "but " << reason << " with the ending `" << ending << "`:\n"
                    << show(all));
      CHECK(is_beginning(early, all));
      return false;
    };
    if (!holds_for(tail, bits() % 2 == 0 ? "stop" : "length")) return;
    constexpr std::size_t stride = 7;  // no divisor of their number
    static_assert(std::size(endings) % stride != 0);
    for (std::size_t k = i % stride; k < std::size(endings); k += stride)
      if (!holds_for(endings[k], bits() % 2 == 0 ? "stop" : "length")) return;
  }
}

}  // namespace

TEST_CASE("there are examples, and each has a title of its own") {
  std::vector<std::string> titles;
  for (const example& each : examples()) {
    const std::string& place = each.place;  // page:line: title
    titles.push_back(place.substr(0, place.find(':')) + place.substr(place.find(": ")));
  }
  CHECK(titles.size() >= 30);
  std::sort(titles.begin(), titles.end());
  const auto twice = std::adjacent_find(titles.begin(), titles.end());
  CHECK((twice == titles.end() ? "" : *twice) == "");
}

TEST_CASE("every token of a page stands in an example, which is cut at each of its bytes") {
  std::vector<grammarc::example> all;  // those of a shared page may stand on the pages that use it
  for (const grammarc::page& page : pages()) all.insert(all.end(), page.examples.begin(), page.examples.end());
  for (const grammarc::page& page : pages()) {
    const auto tokens = page.front.find("tokens");
    if (tokens == page.front.end()) continue;
    const std::vector<grammarc::example>& known = grammarc::is_dialect(page) ? page.examples : all;
    for (const std::string& token : tokens->second) {
      INFO(page.name << ": " << token);
      CHECK(std::any_of(known.begin(), known.end(), [&](const grammarc::example& each) {
        const auto prefill = each.options.find("prefill");
        const bool before = prefill != each.options.end() && prefill->second.find(token) != std::string::npos;
        return before || (each.text.size() <= long_text && each.text.find(token) != std::string::npos);
      }));
    }
  }
}

TEST_CASE("every example says what it should, and the same however it is cut", "[page]") {
  for (const example* each : wanted_examples())
    for (const bool automatic : {false, true}) {
      INFO(each->place << (automatic ? ", detected" : ", named"));
      trial(*each, automatic).run();
    }
}

TEST_CASE("what was emitted of an example is never taken back", "[page]") {
  std::mt19937_64 bits(1);
  for (const example* each : wanted_examples()) {
    INFO(each->place);
    check_promise(*each, bits);
  }
}

}  // namespace examples_test
