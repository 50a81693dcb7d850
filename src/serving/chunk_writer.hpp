// Chunks of one response: what is found in its choices, and around it what the server wrote.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toolcall/completion_rewriter.hpp>

#include "output/json_writer.hpp"
#include "output/openai_deltas.hpp"
#include "serving/choice_reader.hpp"
#include "serving/object_list.hpp"
#include "serving/string_pieces.hpp"

namespace toolcall::serving {

inline constexpr std::string_view raw_member = "toolcall_raw";

// The content of a choice as the server sent it, up to a number of bytes; beyond it nothing is kept.
class kept_content {
 public:
  kept_content() = default;
  explicit kept_content(std::uint64_t most) : most_(most), is_kept_(true) {}
  void add(std::string_view text) {
    if (!is_kept_) return;
    is_kept_ = text.size() <= most_ - text_.size();
    if (is_kept_)
      text_ += text;
    else
      text_.clear();
  }
  // As a member of the choice, once; empty where nothing is kept.
  std::string member() {
    if (!std::exchange(is_kept_, false)) return {};
    return events::json_string(raw_member) + ':' + events::json_string(text_);
  }

 private:
  std::uint64_t most_ = 0;
  bool is_kept_ = false;
  std::string text_;
};

// A choice that is streamed.
struct streamed_choice {
  streamed_choice(std::int64_t at, const choice_settings& how, arguments_as mode, bool broken_is_length,
                  kept_content keeps, std::uint64_t number)
      : index(at), raw(std::move(keeps)), reader(how, number), deltas(mode, broken_is_length) {}

  // The next piece of its content. Its reasoning is over.
  void say(std::string_view text, choice_sink& to) {
    if (text.empty()) return;
    raw.add(text);
    reader.reasoning(reasoning.end(), to);
    reader.content(text, to);
  }
  // Nothing more comes of its texts.
  void end_texts(choice_sink& to) {
    reader.reasoning(reasoning.end(), to);
    const std::string_view rest = content.end();
    raw.add(rest);
    reader.content(rest, to);
  }
  // What its last chunk says of its content.
  std::string last_member() { return deltas.finished() ? raw.member() : std::string(); }

  std::int64_t index;
  kept_content raw;
  string_pieces content, reasoning;
  choice_reader reader;
  events::openai_deltas deltas;
  std::string response;          // the id of the chunk before, as JSON
  std::size_t chunks_of_it = 0;  // so many in a row had this id
  bool names_reasoning = false;  // the server has used a name for it
};

// Writes what one object of the server becomes. What was written is closed by end(): a chunk cannot be closed before,
// because the last one of a choice also has what else stood in the choice, and the last of all what stood around them.
class chunk_writer final : public choice_sink {
 public:
  chunk_writer(object_list& to, std::string_view head, const response_sink& sink, std::string_view response)
      : to_(to), start_(to.size()), head_(head), sink_(sink), response_(response) {}

  void begin(streamed_choice& choice);
  void emit(const event& e, const server_part& part) override;
  // Members that the server wrote in a delta, and that are passed on.
  void other(std::string_view members);
  void finish(std::string_view reason);
  // The choice ends without a finish reason.
  void cut();
  // The choice is done for this object. `extras`: its further members. If there is no chunk to take them, one is made.
  void end_choice(std::string_view extras);
  // The object is done. `needed`: where there is no chunk, one is made.
  void end(std::string_view extras, bool needed);

  // What the server sent, before it is read; and whether it was emitted as it came, and nothing else.
  void expect(event_type what, std::string_view bytes) {
    settle();
    expected_type_ = what;
    expected_ = bytes;
  }
  bool wrote_as_expected() {
    settle();
    return as_expected_;
  }

 private:
  template <typename Members>
  void put(const Members& members, std::string_view reason);
  void close_choice(std::size_t chunk, std::string_view extras);
  void settle() {
    as_expected_ = as_expected_ && expected_.empty();
    expected_ = {};
  }

  object_list& to_;
  std::size_t start_;  // objects before it are not ours
  std::string_view head_;
  const response_sink& sink_;
  std::string_view response_;
  streamed_choice* choice_ = nullptr;
  std::size_t first_ = 0;  // chunk of this choice
  event_type expected_type_ = event_type::text;
  std::string_view expected_;  // empty once it was emitted
  bool as_expected_ = true;
};

}  // namespace toolcall::serving
