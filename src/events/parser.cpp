// The public parser: a stream of the machine, and the teller behind it.

#include <toolcall/error.hpp>
#include <toolcall/parser.hpp>

#include "engine/stream.hpp"
#include "events/policy.hpp"
#include "events/teller.hpp"

namespace toolcall {

namespace {

const engine::vocabulary& names_of(const tools& declared) {
  static const engine::vocabulary none;
  return declared.given() ? declared.internals()->names() : none;
}

engine::request request_of(const options& how, const events::compiled_grammar& grammar) {
  using kind = tool_choice::kind;
  const tool_choice& choice = how.tool_choice;
  events::check_labels(how.policy, grammar.labels);
  return {choice.is == kind::required || choice.is == kind::named, choice.name, choice.allows_calls(),
          events::switched_off(how.policy, grammar.labels)};
}

// Where no tool was offered, nothing that is damaged was meant as a call.
options settled(options how, const tools& declared) {
  if (declared.given() && declared.size() == 0) how.policy.native_only = true;
  return how;
}

// Who names a tool that is not there would wait for its call in vain.
void check(const tool_choice& choice, const tools& declared) {
  if (choice.is != tool_choice::kind::named || !declared.given()) return;
  if (declared.internals()->find(choice.name) >= 0) return;
  std::string names;
  for (std::size_t i = 0; i < declared.size(); ++i) names += (i == 0 ? "" : ", ") + std::string(declared.name(i));
  throw setup_error("", "tool choice: there is no tool \"" + choice.name + "\"; " +
                            (names.empty() ? "none is declared" : "tools are " + names));
}

}  // namespace

struct parser::state {
  state(dialect which, tools declared, const options& how)
      : dialects(std::move(which)),
        offered(std::move(declared)),
        collect(how.collect),
        stream(dialects.internals().grammar.program, names_of(offered), {},
               request_of(how, dialects.internals().grammar)),
        teller(dialects.internals(), offered, how) {
    check(how.tool_choice, offered);
  }

  // Puts what was told into the message and shows it.
  std::span<const event> told() {
    const std::span<const event> events = teller.told.finished();
    if (collect)
      for (const event& e : events) result.add(e);
    return events;
  }
  // What the prompt began (a call's name, its first fields) is told with the first bytes behind it.
  void forget_told() {
    if (!prefilled) teller.told.clear();
    prefilled = false;
  }
  // Whether no byte of the chunk is of a special token.
  bool is_ordinary(std::string_view bytes, origin from) {
    flagged = flagged || (from == origin::special && !bytes.empty());
    return from == origin::text || (flagged && from == origin::unknown);
  }
  void feed(std::string_view bytes, bool ordinary) {
    teller.told.expect(bytes.size());
    stream.feed(bytes, ordinary, [this](auto... what) { teller.tell(what...); });
  }

  dialect dialects;
  tools offered;
  bool collect;
  bool finished = false;
  bool fed = false;
  bool prefilled = false;
  bool flagged = false;  // the caller flags special tokens
  engine::stream stream;
  events::teller teller;
  toolcall::message result;
};

parser::parser(dialect which, tools declared, options how)
    : state_(std::make_unique<state>(std::move(which), declared, settled(std::move(how), declared))) {
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
  state_->teller.begin_at(state_->stream.end() + bytes.size());
  state_->feed(bytes, false);
  state_->teller.end_prompt();
  state_->prefilled = true;
}

std::span<const event> parser::feed(std::string_view bytes, origin from) {
  if (state_->finished) return {};
  state_->fed = true;
  // Most chunks are more of the same, and cost little then.
  const std::uint64_t base = state_->stream.end();
  const bool ordinary = state_->is_ordinary(bytes, from);
  if (!ordinary && !state_->prefilled && state_->teller.goes_on(bytes) && state_->stream.take(bytes)) {
    state_->teller.go_on(bytes, base);
    return state_->told();
  }
  state_->forget_told();
  state_->feed(bytes, ordinary);
  return state_->told();
}

std::span<const event> parser::finish(std::string_view reason) {
  if (state_->finished) return {};
  state_->finished = true;
  state_->forget_told();
  state_->teller.end_with(reason);
  state_->stream.finish([this](auto... what) { state_->teller.tell(what...); });
  state_->teller.flush();
  const std::span<const event> events = state_->told();
  toolcall::message& result = state_->result;
  result.finish_reason = reason == "stop" && !result.calls.empty() ? "tool_calls" : std::string(reason);
  return events;
}

const toolcall::message& parser::message() const {
  return state_->result;
}

std::size_t parser::held_bytes() const {
  return state_->stream.held_bytes() + state_->teller.held_bytes();
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
