// Prompt: paragraphs of prose after an example in which nothing is damaged or open are emitted as they come.
//
// An example says `held auto` where they must wait for the end of the text if no dialect is named; then they do.

#include <string>

#include "catch.hpp"
#include "gates/gate.hpp"
#include "gates/reading.hpp"

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
  prompt(authoring::page_folder& pages, alarm_list& alarms) : pages_(pages), alarms_(alarms) {}

  void look_at(const example& of) {
    static const std::string more = prose();
    if (of.finish != "stop") return;
    for (const std::string& name : dialects_of(of, pages_)) {
      const dialect& which = pages_.dialect(name);
      if (!read_all(of, which, of.text, "stop").diagnostics.empty()) continue;
      parser reader = of.reader(which);
      reader.feed(of.text + more);
      const bool held = reader.held_bytes() > most_held;
      if (held != (of.held_auto && name == "auto"))
        alarms_.add(of.place, name, of.text, std::to_string(reader.held_bytes()) + " bytes are held");
    }
  }

 private:
  authoring::page_folder& pages_;
  alarm_list& alarms_;
};

}  // namespace

TEST_CASE("the old pages raise alarms at the gate of promptness", "[prompt]") {
  CHECK(alarms_of<prompt>(old_pages(), &prompt::look_at, 1).enough());
}

TEST_CASE("nothing after an example is held for long", "[prompt]") {
  CHECK(alarms_of<prompt>(todays_pages(), &prompt::look_at, all_alarms).report() == 0);
}
