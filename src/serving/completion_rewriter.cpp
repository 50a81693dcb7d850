// One object in, objects out. What the server wrote around a message is kept as it stands: the head of a chunk is
// the server's own, and members that nobody here knows are written again in the last chunk that comes of theirs.

#include <algorithm>
#include <utility>
#include <vector>

#include <toolcall/completion_rewriter.hpp>

#include "parser/ids.hpp"
#include "serving/chunk_writer.hpp"
#include "serving/json_reading.hpp"
#include "serving/server_object.hpp"
#include "serving/whole_completion.hpp"
#include "text/utf8.hpp"

namespace toolcall {

using serving::append_member;
using serving::each_item;
using serving::each_member;
using serving::is_string;
using serving::is_text_parts;
using serving::streamed_choice;
using serving::string_of;
using typing::json::document;
using typing::json::value_kind;

namespace {

constexpr std::size_t most_choices = 1024;  // of a response; others pass as they are

}  // namespace

struct completion_rewriter::state {
  explicit state(settings given) : how(std::move(given)) {
    how.chunks.arguments = arguments_for(how.chunks.arguments, false);
    choices_how = {how.which, how.declared, how.how, how.prefill, how.prefill_is_assumed, how.most_calls, how.refused};
    choices_how.whole_calls = how.chunks.arguments == arguments_as::complete;
    choices_how.confirmed_only = !choices_how.how.policy.confirm.empty();
    if (choices_how.whole_calls) choices_how.how.policy.hold_calls = true;
    choices_how.reads_reasoning = serving::knows_reasoning(choices_how);
    begin_message();
  }

  void rewrite(std::string_view object);
  void finish(ending end);
  void lose();

  // What every chunk of the message has, where the server does not say it.
  void begin_message() {
    const std::uint64_t number = how.how.seed ? *how.how.seed + choices_read : events::random_seed();
    id = events::json_string(how.chunks.id.empty() ? "chatcmpl-" + std::to_string(number) : how.chunks.id);
    model = events::json_string(how.chunks.model);
    created = std::to_string(how.chunks.created);
    choices.clear();
    extras_before.clear();
    failed = false;
    write_head();
  }
  void write_head() {
    response.clear();
    typing::json::append_unescaped(response, std::string_view(id).substr(1, id.size() - 2));
    head = "{\"id\":" + id + R"(,"object":"chat.completion.chunk","created":)" + created + ",\"model\":" + model + ",";
  }
  void read_head(std::string_view id_name, std::string_view model_name);
  bool begins_anew(std::uint32_t list) const;
  bool has_room(std::uint32_t list) const;
  std::int64_t index_of(std::uint32_t node, std::int64_t place) const;
  const streamed_choice* find_choice(std::int64_t index) const;
  streamed_choice& choice_at(std::int64_t index, const serving::choice_settings& with);
  void note_id(streamed_choice& choice) const;
  void rewrite_chunk();
  void rewrite_choice(std::uint32_t node, streamed_choice& choice, serving::chunk_writer& to);
  void rewrite_delta(std::uint32_t node, streamed_choice& choice, serving::chunk_writer& to);
  void rewrite_ollama();
  // The server's own calls, 0 without any. Its texts are over.
  void read_calls(std::uint32_t calls, streamed_choice& choice, serving::chunk_writer& to) {
    if (calls == 0) return;
    choice.end_texts(to);
    // Entries of a list are pieces, which say themselves of which call.
    serving::each_call(in, calls, [&](std::uint32_t entry, std::int64_t place) {
      const bool is_only = place == serving::only_call;
      choice.reader.call(in, entry, to, is_only ? std::optional(place) : std::nullopt);
    });
  }
  // Into `text`; nothing where the node is neither a string nor a list of texts.
  void next_piece(serving::string_pieces& of, std::uint32_t node) {
    text.clear();
    of.add_content(in, node, text);
  }
  static void end_choice(streamed_choice& choice, const std::string& reason, serving::chunk_writer& to);
  void add_usage(std::string& extras) const;

  settings how;
  serving::choice_settings choices_how;
  std::uint64_t choices_read = 0;
  std::vector<streamed_choice> choices;
  document in;
  std::string well_formed;               // the object, where it was not UTF-8
  std::string id, model, created, head;  // the first three as JSON
  std::string response;                  // the id, unescaped
  std::string extras, extras_before, unknown, text;
  bool failed = false;  // the server has sent an error since the message began
  serving::object_list made;
};

void completion_rewriter::state::rewrite(std::string_view object) {
  typing::json::syntax_error why;
  std::string_view read = object;
  if (utf8::ill_formed(object) != object.npos) {
    well_formed = utf8::well_formed(std::string(object));
    read = well_formed;
  }
  const bool is_json = in.read(read, why);
  switch (is_json ? serving::kind_of(in) : serving::object_kind::other) {
    case serving::object_kind::chunk:
      return rewrite_chunk();
    case serving::object_kind::ollama:
      return rewrite_ollama();
    case serving::object_kind::whole:
      return serving::rewrite_whole(in, choices_how, how, choices_read, made.add());
    case serving::object_kind::other:
      break;
  }
  if (!is_json || serving::is_error(in)) lose();
  if (how.sink.on_other != nullptr) how.sink.on_other(how.sink.context, object);
  if (!is_json && how.json_alone)
    serving::write_syntax_error(object, why, made.add());
  else if (is_json && object.find_first_of("\r\n") != object.npos)
    in.append_compact(0, made.add());
  else
    made.add() = object;
}

// A server that leaves one of them out, or empty, means those of the chunk before.
void completion_rewriter::state::read_head(std::string_view id_name, std::string_view model_name) {
  bool changed = false;
  const auto take = [&](std::string& to, std::string_view from) {
    changed = changed || to != from;
    to = from;
  };
  each_member(in, 0, [&](std::string_view key, std::uint32_t value) {
    const std::string_view written = in.lexeme(value);
    if (key == id_name && in[value].what == value_kind::number) take(id, events::json_string(written));
    if (key == id_name && is_string(in, value) && written != "\"\"") take(id, written);
    if (key == model_name && is_string(in, value) && written != "\"\"") take(model, written);
    if (key == "created" && in[value].what == value_kind::number) take(created, written);
    if (key != "created_at" || !is_string(in, value)) return;
    if (const std::int64_t seconds = serving::seconds_of(in.text_of(value)); seconds != 0)
      take(created, std::to_string(seconds));
  });
  if (changed) write_head();
}

const streamed_choice* completion_rewriter::state::find_choice(std::int64_t index) const {
  const auto found = std::find_if(choices.begin(), choices.end(), [&](const auto& c) { return c.index == index; });
  return found == choices.end() ? nullptr : &*found;
}

streamed_choice& completion_rewriter::state::choice_at(std::int64_t index, const serving::choice_settings& with) {
  if (const streamed_choice* const found = find_choice(index))
    return choices[static_cast<std::size_t>(found - choices.data())];
  choices.emplace_back(index, with, how.chunks.arguments, how.broken_is_length,
                       how.raw ? serving::kept_content(how.how.held_bytes) : serving::kept_content(), choices_read++);
  return choices.back();
}

std::int64_t completion_rewriter::state::index_of(std::uint32_t node, std::int64_t place) const {
  const std::uint32_t index = in.member(node, "index");
  return index == 0 ? place : serving::integer(in, index).value_or(place);
}

bool completion_rewriter::state::has_room(std::uint32_t list) const {
  std::size_t more = 0;
  std::int64_t place = 0;
  each_item(in, list, [&](std::uint32_t node) { more += find_choice(index_of(node, place++)) == nullptr ? 1 : 0; });
  return choices.size() + more <= most_choices;
}

// Whether this chunk is of another message than those before it. Some servers give each chunk an id of its own, and
// some each choice, so another id alone does not say so while a choice is open. The role does, which stands in the
// first chunk of a choice, and so does an id that the choice had more than once.
bool completion_rewriter::state::begins_anew(std::uint32_t list) const {
  const std::uint32_t named = in.member(0, "id");
  if (choices.empty() || in[list].size == 0) return false;
  if (!is_string(in, named) || in.lexeme(named) == id || in.lexeme(named) == "\"\"") return false;
  bool is_other = false;
  std::int64_t place = 0;
  each_item(in, list, [&](std::uint32_t node) {
    const streamed_choice* const known = find_choice(index_of(node, place++));
    if (known == nullptr || in.lexeme(named) == known->response) return;
    const std::uint32_t delta = in.member(node, "delta");
    const bool has_role = delta != 0 && is_string(in, in.member(delta, "role"));
    is_other = is_other || has_role || known->chunks_of_it > 1;
  });
  return is_other || std::all_of(choices.begin(), choices.end(), [](const auto& c) { return c.deltas.finished(); });
}

void completion_rewriter::state::note_id(streamed_choice& choice) const {
  const std::uint32_t named = in.member(0, "id");
  if (!is_string(in, named) || in.lexeme(named) == "\"\"") return;
  if (choice.response != in.lexeme(named)) {
    choice.response = in.lexeme(named);
    choice.chunks_of_it = 0;
  }
  ++choice.chunks_of_it;
}

void completion_rewriter::state::rewrite_chunk() {
  const std::uint32_t list = in.member(0, "choices");
  if (begins_anew(list)) finish(ending::cut);
  if (!has_room(list)) return in.append_compact(0, made.add());
  read_head("id", "model");
  extras.clear();
  each_member(in, 0, [&](std::string_view key, std::uint32_t value) {
    if (key != "id" && key != "object" && key != "created" && key != "model" && key != "choices")
      append_member(extras, key, in, value);
  });
  serving::chunk_writer to(made, head, how.sink, response);
  std::int64_t place = 0;
  each_item(in, list, [&](std::uint32_t node) {
    streamed_choice& choice = choice_at(index_of(node, place++), choices_how);
    note_id(choice);
    rewrite_choice(node, choice, to);
  });
  to.end(extras, place == 0 || extras != extras_before);
  extras_before = extras;
}

void completion_rewriter::state::rewrite_choice(std::uint32_t node, streamed_choice& choice,
                                                serving::chunk_writer& to) {
  to.begin(choice);
  const std::uint32_t delta = in.member(node, "delta"), reason = in.member(node, "finish_reason");
  if (delta != 0) rewrite_delta(delta, choice, to);
  const bool as_it_came = to.wrote_as_expected();
  // Some servers write "" where others write null.
  if (is_string(in, reason) && in.lexeme(reason) != "\"\"")
    end_choice(choice, failed ? "length" : in.text_of(reason), to);
  unknown.clear();
  each_member(in, node, [&](std::string_view key, std::uint32_t value) {
    if (key == "index" || key == "delta" || key == "finish_reason") return;
    if (in[value].what == value_kind::null) return;
    // They are about tokens that may now stand in a call, or in another chunk.
    if (key == "logprobs" && !as_it_came) return;
    append_member(unknown, key, in, value);
  });
  if (const std::string raw = choice.last_member(); !raw.empty()) unknown += (unknown.empty() ? "" : ",") + raw;
  to.end_choice(unknown);
}

void completion_rewriter::state::end_choice(streamed_choice& choice, const std::string& reason,
                                            serving::chunk_writer& to) {
  choice.end_texts(to);
  choice.reader.finish(reason, to);
  if (!choice.deltas.finished()) to.finish(reason);
}

void completion_rewriter::state::rewrite_delta(std::uint32_t node, streamed_choice& choice, serving::chunk_writer& to) {
  const std::uint32_t content = in.member(node, "content"), calls = serving::own_calls(in, node);
  const std::uint32_t longer = in.member(node, "reasoning_content"), shorter = in.member(node, "reasoning");
  const bool is_read = is_string(in, content) || is_text_parts(in, content);
  // Two names for one text; where the texts differ, the shorter name is another member.
  const bool differ = is_string(in, longer) && is_string(in, shorter) && in.lexeme(longer) != in.lexeme(shorter);
  if (differ || (!choice.names_reasoning && (is_string(in, longer) || is_string(in, shorter)))) {
    choice.names_reasoning = true;
    choice.deltas.reasoning = {is_string(in, longer), is_string(in, shorter) && !differ};
  }
  unknown.clear();
  each_member(in, node, [&](std::string_view key, std::uint32_t value) {
    const bool is_text =
        key == "content" ? is_read : is_string(in, value) && (key == "reasoning_content" || key == "reasoning");
    const bool read =
        key == "role" || (is_text && !(differ && key == "reasoning")) || serving::holds_calls(in, key, value);
    if (!read && in[value].what != value_kind::null) append_member(unknown, key, in, value);
  });
  to.other(unknown);
  const bool is_short = !is_string(in, longer) || in.lexeme(longer) == "\"\"";
  next_piece(choice.reasoning, is_short ? shorter : longer);
  to.expect(event_type::reasoning, text);
  choice.reader.reasoning(text, to);
  next_piece(choice.content, is_read ? content : 0);
  to.expect(event_type::text, text);
  choice.say(text, to);
  read_calls(calls, choice, to);
}

// Ollama's counts, as OpenAI names them.
void completion_rewriter::state::add_usage(std::string& to) const {
  const std::uint32_t prompt = in.member(0, "prompt_eval_count"), answer = in.member(0, "eval_count");
  if (prompt == 0 && answer == 0) return;
  const auto count = [&](std::uint32_t node) {
    const std::int64_t written = node == 0 ? 0 : serving::integer(in, node).value_or(0);
    return static_cast<std::uint64_t>(written < 0 ? 0 : written);
  };
  events::json_writer out;
  out.object([&] {
    out.member("prompt_tokens", count(prompt)).member("completion_tokens", count(answer));
    out.member("total_tokens", count(prompt) + count(answer));
  });
  to += (to.empty() ? "\"usage\":" : ",\"usage\":") + out.take();
}

void completion_rewriter::state::rewrite_ollama() {
  const std::uint32_t message = in.member(0, "message"), done = in.member(0, "done"),
                      reason = in.member(0, "done_reason");
  const bool last = in.lexeme(done) == "true";
  read_head("id", "model");
  const std::string word = reason == 0 ? "stop" : string_of(in, reason);
  const bool is_whole = last && find_choice(0) == nullptr;
  streamed_choice& choice = choice_at(0, is_whole ? for_whole_message(choices_how, word) : choices_how);
  serving::chunk_writer to(made, head, how.sink, response);
  to.begin(choice);
  extras.clear();
  unknown.clear();
  each_member(in, message, [&](std::string_view key, std::uint32_t value) {
    const bool read = key == "role" || ((key == "content" || key == "thinking") && is_string(in, value)) ||
                      (key == "tool_calls" && in[value].what == value_kind::array);
    if (message != 0 && !read && in[value].what != value_kind::null) append_member(unknown, key, in, value);
  });
  to.other(unknown);
  const bool chat = message != 0 && in[message].what == value_kind::object;
  const auto part = [&](const char* name, const char* alone) {
    return chat ? in.member(message, name) : in.member(0, alone);
  };
  const std::uint32_t calls = part("tool_calls", "tool_calls");
  next_piece(choice.reasoning, part("thinking", "thinking"));
  choice.reader.reasoning(text, to);
  next_piece(choice.content, part("content", "response"));
  choice.say(text, to);
  read_calls(calls, choice, to);
  each_member(in, 0, [&](std::string_view key, std::uint32_t value) {
    for (const char* const known :
         {"id", "model", "created_at", "message", "response", "thinking", "tool_calls", "done", "done_reason"})
      if (key == known) return;
    append_member(extras, key, in, value);
  });
  if (last) {
    end_choice(choice, failed ? "length" : word, to);
    add_usage(extras);
  }
  to.end_choice(choice.last_member());
  to.end(extras, extras != extras_before);
  extras_before = extras;
  if (last) begin_message();
}

// What the server has sent next is lost, or was never made.
void completion_rewriter::state::lose() {
  failed = true;
  serving::chunk_writer to(made, head, how.sink, response);
  for (streamed_choice& choice : choices) {
    to.begin(choice);
    choice.end_texts(to);
    choice.reader.lose(to);
    to.end_choice({});
  }
  to.end({}, false);
}

void completion_rewriter::state::finish(ending end) {
  if (failed) end = ending::cut;
  serving::chunk_writer to(made, head, how.sink, response);
  for (streamed_choice& choice : choices) {
    to.begin(choice);
    choice.end_texts(to);
    end == ending::done ? choice.reader.finish("stop", to) : choice.reader.cut(to);
    if (!choice.deltas.finished()) end == ending::done ? to.finish("stop") : to.cut();
    to.end_choice(choice.last_member());
  }
  to.end({}, false);
  begin_message();
}
completion_rewriter::completion_rewriter(settings how) : state_(std::make_unique<state>(std::move(how))) {
}
completion_rewriter::completion_rewriter(const completion_rewriter& other)
    : state_(std::make_unique<state>(*other.state_)) {
}
completion_rewriter::completion_rewriter(completion_rewriter&& other) noexcept = default;
completion_rewriter& completion_rewriter::operator=(const completion_rewriter& other) {
  if (this != &other) state_ = std::make_unique<state>(*other.state_);
  return *this;
}
completion_rewriter& completion_rewriter::operator=(completion_rewriter&& other) noexcept = default;
completion_rewriter::~completion_rewriter() = default;

std::span<const std::string> completion_rewriter::rewrite(std::string_view object) {
  state_->made.clear();
  state_->rewrite(object);
  return state_->made.all();
}

std::span<const std::string> completion_rewriter::finish(ending how) {
  state_->made.clear();
  state_->finish(how);
  return state_->made.all();
}

bool completion_rewriter::open() const {
  return std::any_of(state_->choices.begin(), state_->choices.end(),
                     [](const auto& c) { return !c.deltas.finished(); });
}

}  // namespace toolcall
