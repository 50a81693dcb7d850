// Prompt: paragraphs of prose after an example in which nothing is damaged or open are emitted as they come.
//
// An example says `held always`, or `held auto`, where they must wait, or must if no dialect is named; then they do.
// The strings of an answer in JSON are emitted as they come as well, in every dialect.

#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "gates/gate.hpp"
#include "gates/reading.hpp"

namespace prompt_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

constexpr std::size_t most_held = 200;  // bytes

std::string prose() {
  std::string text = "\n";
  while (text.size() < 8000)
    text += "So much for this part, and there is more to say\nabout the next one that follows.\n\n";
  return text;
}

class prompt {
 public:
  prompt(gate_pages& pages, alarm_list& alarms) : pages_(pages), alarms_(alarms) {}

  void look_at(const example& of) {
    for (const auto& [name, held] : held_after(of))
      if (held > most_held && !may_hold(of, name))
        alarms_.add(of.place, name, of.text, std::to_string(held) + " bytes are held");
  }

  void look_at_exceptions(const example& of) {
    if (of.held.empty()) return;
    for (const auto& [name, held] : held_after(of))
      if (held <= most_held && may_hold(of, name)) alarms_.add(of.place, name, of.text, "nothing is held");
  }

 private:
  static bool may_hold(const example& of, const std::string& name) {
    return of.held == "always" || (of.held == "auto" && name == "auto");
  }

  // The bytes that each dialect holds after 8 KB more.
  std::vector<std::pair<std::string, std::size_t>> held_after(const example& of) {
    static const std::string more = prose();
    std::vector<std::pair<std::string, std::size_t>> all;
    if (of.finish != "stop") return all;
    for (const std::string& name : dialects_of(of, pages_)) {
      const dialect& which = pages_.dialect(name);
      if (!read_all(of, which, of.text, "stop").diagnostics.empty()) continue;
      parser reader = of.reader(which);
      reader.feed(of.text + more);
      all.emplace_back(name, reader.held_bytes());
    }
    return all;
  }

  gate_pages& pages_;
  alarm_list& alarms_;
};

// The texts begin as given; what follows goes on with the string that is open.
alarm_list held_answers(gate_pages& pages) {
  std::string words;
  while (words.size() < 4000) words += "so much for this part, ";
  alarm_list alarms(all_alarms);
  std::vector<std::string> names{"auto"};
  for (const grammarc::page* each : pages.dialects()) names.push_back(each->name);
  const tools declared = tools_named({"get_weather", "ping"});
  for (const std::string& name : names)
    for (const std::string begin :
         {"{\"summary\": \"", "{\"title\": \"Rain\", \"summary\": \"", "Here it is: {\"summary\": \"",
          "{\"a\": {\"summary\": \"", "[{\"summary\": \"", "```json\n{\"summary\": \""}) {
      parser reader(pages.dialect(name), declared);
      reader.feed(begin + words);
      if (reader.held_bytes() > most_held)
        alarms.add(begin, name, begin, std::to_string(reader.held_bytes()) + " bytes are held");
    }
  return alarms;
}

}  // namespace

TEST_CASE("an answer in JSON is not held", "[prompt]") {
  CHECK(held_answers(todays_pages()).report() == 0);
}

TEST_CASE("the old pages raise alarms at the gate of promptness", "[prompt]") {
  CHECK(alarms_of<prompt>(old_pages(), &prompt::look_at, 1).enough());
}

TEST_CASE("nothing after an example is held for long, unless it says so", "[prompt]") {
  CHECK(alarms_of<prompt>(todays_pages(), &prompt::look_at, all_alarms).report() == 0);
  CHECK(alarms_of<prompt>(todays_pages(), &prompt::look_at_exceptions, all_alarms).report() == 0);
}

}  // namespace prompt_test
