// The public parser: a stream of the machine, and the emitter after it.

#include <utility>
#include <vector>

#include <toolcall/error.hpp>
#include <toolcall/parser.hpp>

#include "dialects/dialect_internals.hpp"
#include "dialects/policy.hpp"
#include "parser/missed_calls_explained.hpp"
#include "parser/reading.hpp"
#include "text/finish_reason.hpp"
#include "text/plain_bytes.hpp"
#include "typing/tools_internals.hpp"

namespace toolcall {

namespace {

// A tool choice that names no declared tool is an error of the host: no call could meet it.
void check(const tool_choice& choice, const tools& declared) {
  if (choice.kind != tool_choice_kind::named || !declared.given()) return;
  if (internals(declared)->find(choice.name) >= 0) return;
  std::string names;
  for (std::size_t i = 0; i < declared.size(); ++i) names += (i == 0 ? "" : ", ") + std::string(declared.name(i));
  throw setup_error("", "tool choice: there is no tool \"" + choice.name + "\"; " +
                            (names.empty() ? "none is declared" : "tools are " + names));
}

}  // namespace

struct parser::state {
  state(dialect which, tools declared, options asked)
      : dialects(events::with_forced(std::move(which), asked.tool_choice)),
        offered(std::move(declared)),
        how(std::move(asked)),
        reading(internals(dialects), events::names_of(offered), offered, events::settled(how, offered)) {
    events::check_policy(how.policy, internals(dialects).grammar.labels);
    check(how.tool_choice, offered);
    if (how.keep_raw && how.collect) result.raw.emplace();
  }

  // Where the prompt's tail is not empty: reads on as soon as it is known where in it the message begins.
  events::beginning& begun() {
    if (beginning.empty())
      beginning.emplace_back(std::exchange(prompt, {}), internals(dialects), offered, events::settled(how, offered));
    return beginning.front();
  }
  void begin_message() {
    if (!beginning.front().found()) return;
    const events::beginning begun = std::move(std::exchange(beginning, {}).front());
    if (!begun.from().empty()) reading.feed_prompt(begun.from());
    for (const events::beginning::chunk& each : begun.chunks()) {
      const std::uint64_t base = reading.stream.end();
      if (each.special) reading.emitter.note_special(base, base + each.bytes.size());
      reading.feed(each.bytes, each.ordinary);
    }
  }

  // Puts what was emitted into the message and shows it.
  std::span<const event> emitted() { return shown(reading.emitter.emitted.finished()); }
  std::span<const event> shown(std::span<const event> events) {
    if (how.collect)
      for (const event& e : events) result.add(e);
    return events;
  }
  bool has_prompt() const { return !prompt.empty() || !beginning.empty(); }
  // Whether no byte of the chunk is of a special token.
  bool is_ordinary(std::string_view bytes, origin from) {
    flagged = flagged || (from == origin::special && !bytes.empty());
    return from == origin::text || (flagged && from == origin::unknown);
  }

  bool is_short_and_plain(std::string_view bytes) const {
    constexpr std::size_t longest = 32;  // bytes are looked at one by one
    return !flagged && !bytes.empty() && bytes.size() <= longest && is_plain(bytes);
  }

  dialect dialects;
  tools offered;
  options how;
  bool finished = false;
  bool fed = false;
  std::string prompt;                        // its tail, until the first bytes come
  std::vector<events::beginning> beginning;  // at most one, which takes no room in a parser that has begun
  bool flagged = false;                      // the caller flags special tokens
  events::reading reading;
  toolcall::message result;
};

parser::parser(dialect which, tools declared, options how)
    : state_(std::make_unique<state>(std::move(which), std::move(declared), std::move(how))) {
}
parser::parser(const parser& other) : state_(std::make_unique<state>(*other.state_)) {
}
parser::parser(parser&& other) noexcept = default;
parser& parser::operator=(const parser& other) {
  if (this != &other) state_ = std::make_unique<state>(*other.state_);
  return *this;
}
parser& parser::operator=(parser&& other) noexcept = default;
parser::~parser() = default;

void parser::prefill(std::string_view bytes) {
  if (state_->fed || state_->finished)
    throw setup_error("", "prefill comes before the first feed: it is the tail of the prompt");
  state_->prompt += bytes;
}

std::span<const event> parser::feed(std::string_view bytes, origin from) {
  if (state_->finished) return {};
  if (state_->result.raw) state_->result.raw->append(bytes);
  // Most chunks are more of the same, and cost little then.
  events::reading& reading = state_->reading;
  if (reading.emitter.can_go_on() && from == origin::unknown && state_->is_short_and_plain(bytes) &&
      reading.stream.take_plain(bytes))
    return state_->shown(reading.emitter.go_on(bytes));
  state_->fed = true;
  const bool ordinary = state_->is_ordinary(bytes, from), special = from == origin::special && !bytes.empty();
  if (state_->has_prompt()) {
    state_->begun().feed({std::string(bytes), ordinary, special});
    state_->begin_message();
    return state_->emitted();
  }
  const std::uint64_t base = reading.stream.end();
  if (special) reading.emitter.note_special(base, base + bytes.size());
  if (!ordinary && !special && reading.emitter.can_append(bytes) && reading.stream.take(bytes)) {
    reading.emitter.append(bytes, base);
    return state_->emitted();
  }
  reading.emitter.forget();
  reading.feed(bytes, ordinary);
  return state_->emitted();
}

std::span<const event> parser::finish(std::string_view reason) {
  if (state_->finished) return {};
  state_->finished = true;
  events::reading& reading = state_->reading;
  reading.emitter.forget();
  if (state_->has_prompt()) {
    state_->begun().finish(reason);
    state_->begin_message();
  }
  reading.finish(reason);
  const events::read_context context{&internals(state_->dialects), &state_->offered, &state_->how, reason};
  for (const events::message_diagnostic& each : events::explain_missed_calls(reading.emitter.missed(), context))
    reading.emitter.say(each.label, each.message, each.begin, each.end);
  const std::span<const event> emitted = state_->emitted();
  toolcall::message& result = state_->result;
  result.finish_reason = events::message_reason(reason, !result.calls.empty());
  return emitted;
}

const toolcall::message& parser::message() const {
  return state_->result;
}

std::size_t parser::held_bytes() const {
  const std::size_t of_prompt =
      !state_->beginning.empty() ? state_->beginning.front().held_bytes() : state_->prompt.size();
  return of_prompt + state_->reading.stream.held_bytes() + state_->reading.emitter.held_bytes();
}

message parse(std::string_view text, const dialect& which, const tools& declared, const options& how,
              std::string_view finish_reason) {
  // In pieces that stay in the cache; how a text is cut does not change what is read.
  constexpr std::size_t piece = 1U << 16U;
  options collecting = how;
  collecting.collect = true;
  parser reader(which, declared, collecting);
  for (; text.size() > piece; text.remove_prefix(piece)) reader.feed(text.substr(0, piece));
  reader.feed(text);
  reader.finish(finish_reason);
  return std::move(reader.state_->result);
}

}  // namespace toolcall
