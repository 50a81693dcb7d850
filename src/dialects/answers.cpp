// The rules of that page are notes of a message that has nothing else, so they are run as any grammar is.

#include "dialects/answers.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <toolcall/engine/layout.hpp>

#include "dialects/compiled_dialects.hpp"
#include "engine/grammar_builder.hpp"
#include "engine/stream.hpp"
#include "grammar/answer.hpp"

namespace toolcall::events {

namespace {

const engine::program& answers() {
  static const engine::program laid_out = [] {
    engine::grammar_builder builder;
    builder.add_note(engine::item_of<grammar::answer::server_answer>(), 0, "server_answer");
    builder.add_note(engine::item_of<grammar::answer::server_stream>(), 0, "server_stream");
    std::vector<std::string> problems;
    engine::program made = engine::lay_out(builder.made(), problems);
    if (!problems.empty()) throw std::logic_error(problems.front());
    return made;
  }();
  return laid_out;
}

}  // namespace

bool may_begin_answer(char first) {
  const engine::stop_automaton& stops = answers().stops;
  return stops.after(stops.starts.front().at, static_cast<unsigned char>(first)) != engine::stop_automaton::refuted;
}

std::string_view answer_label(std::string_view head) {
  static const vocabulary none;
  std::string_view label;
  const auto note = [&](const engine::node_event* events, std::size_t count, auto...) {
    for (std::size_t i = 0; i < count && label.empty(); ++i)
      if (events[i].is == engine::node_event_type::note) label = meaning_of(answers().label(events[i].index)).name;
  };
  engine::stream reader(answers(), none, {});
  reader.feed(head, false, note);
  reader.finish(note);
  return label;
}

}  // namespace toolcall::events
