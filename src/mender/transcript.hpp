// A transcript of any format, as what is to be mended in it: texts of the assistant, calls and results.
//
// Everything else is carried along as it stands in the document.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toolcall/mend.hpp>

#include "typing/json.hpp"

namespace toolcall::mender {

enum class part_kind : std::uint8_t { text, call, result, other };

constexpr std::size_t no_group = static_cast<std::size_t>(-1);

struct part {
  part_kind kind = part_kind::other;
  std::uint32_t node = 0;    // what it is in the document; 0: it was made
  std::string pointer{};     // to it, or to what it was made of
  std::string id{};          // of a call; of a result, that of its call
  std::string name{};        // of a call's tool; of a result, where it says so
  std::string text{};        // of a text; of a call, its arguments; of a result with has_content
  bool changed = false;      // it cannot be written as it stands in the document
  bool is_found = false;     // a call that stood in the text
  bool is_custom = false;    // of a tool that takes text: its input is no JSON
  bool is_late = false;      // a result that must move behind its call
  bool has_number = false;   // its id was written as a number
  bool has_content = false;  // a result whose content is written anew, as text
  bool is_remote = false;    // a result whose call the server keeps
  part* partner = nullptr;   // the result of a call, the call of a result
  std::size_t group = no_group;
};

enum class turn_role : std::uint8_t { assistant, user, result, other };

// A message, or an item of the Responses.
struct turn {
  turn_role role = turn_role::other;
  std::uint32_t node = 0;
  std::string pointer{};
  std::vector<part> parts{};
  bool changed = false;           // beside its parts
  bool is_left_out = false;       // nothing was in it
  std::size_t group = no_group;   // the turns of the assistant that are one, and the results directly behind them
  std::string content_pointer{};  // where texts of it stand that are made
};

// What was changed, and what was found and left.
class change_list {
 public:
  void made(std::string_view code, std::string pointer, std::string message) {
    all_.push_back({std::string(code), std::move(pointer), std::move(message), true});
  }
  void left(std::string_view code, std::string pointer, std::string message) {
    all_.push_back({std::string(code), std::move(pointer), std::move(message), false});
  }
  std::vector<transcript_change> take() { return std::move(all_); }

 private:
  std::vector<transcript_change> all_;
};

struct transcript {
  const typing::json::document& in;
  change_list& changes;
  transcript_format format;
  bool is_continued = false;  // calls may be at the server, which keeps the beginning of the conversation
  std::vector<turn> turns{};
  std::deque<part> results_made{};  // of calls that had none
};

// What stands in place of a result that nobody recorded.
constexpr std::string_view no_result = "No result was recorded for this call.";

// Reads an item of the list, and throws setup_error if it is not an item.
void read_chat_message(transcript& to, std::uint32_t node, std::string pointer);
void read_response_item(transcript& to, std::uint32_t node, std::string pointer);
void read_anthropic_message(transcript& to, std::uint32_t node, std::string pointer);

// The items as they are to stand in the document.
std::vector<std::string> written_chat(const transcript& from);
std::vector<std::string> written_responses(const transcript& from);
std::vector<std::string> written_anthropic(const transcript& from);

}  // namespace toolcall::mender
