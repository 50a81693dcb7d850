// The calls of one choice that the server read itself, from the pieces in which it sends them.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <toolcall/parser.hpp>

#include "parser/ids.hpp"
#include "serving/choice_sink.hpp"
#include "serving/json_extent.hpp"
#include "serving/string_pieces.hpp"
#include "text/fingerprint.hpp"
#include "typing/json.hpp"
#include "typing/typing.hpp"

namespace toolcall::serving {

class native_calls {
 public:
  // `used`: ids of other calls of the message.
  native_calls(const options& how, const tools& declared, std::int64_t first_number,
               const std::vector<std::string>& used);

  // An entry of "tool_calls". `emitted`: calls that were read in the text before. A call that is one of them is not
  // emitted again, and takes it away from there.
  // `place`: where the whole call stands in its list, or only_call; without it the entry is a piece of a call.
  void add(const typing::json::document& in, std::uint32_t entry, std::vector<events::fingerprint>& emitted,
           choice_sink& to, std::optional<std::int64_t> place = std::nullopt);
  // A piece of the response was lost: calls that are open are not valid.
  void lose();
  // The message has ended. A call whose arguments have not is incomplete, whatever the reason; text for a custom tool
  // has no end of its own, so there the reason says it.
  void close(std::string_view reason, std::vector<events::fingerprint>& emitted, choice_sink& to);

  // The next free number.
  std::int64_t next_number() const { return next_number_; }

 private:
  struct piece {
    std::optional<std::int64_t> index;
    std::string id, name, arguments, more;
    std::uint32_t arguments_at = 0;  // where they stand, if they are a string
    bool is_custom;
  };
  struct call {
    std::string id, name, more;
    std::string next_name;    // that came after its arguments: of another call, if more arguments follow
    std::string arguments;    // kept for their schema; of a custom tool its input, which is text
    string_pieces pieces;     // of these
    std::size_t emitted = 0;  // bytes of these
    json_extent extent;       // of these
    std::int64_t number = 0;
    bool begun = false, ended = false;
    bool is_custom = false, has_input = false;  // of a custom tool; its input has begun to be emitted
    bool is_lost = false;                       // a piece of the response was lost while it was open
    bool stray = false;                         // there is more in the arguments than one object, or something else

    bool may_be_replaced() const;  // its arguments, by those that follow
    std::string json() const;      // its arguments
    bool is_unreadable() const;    // they are no JSON object
  };

  void read_piece(const typing::json::document& in, std::uint32_t entry);
  call& call_of(const piece& p);
  bool begins_another(call& at, const piece& p) const;
  int tool_of(std::string_view name) const;  // -1: of none
  static void take(call& at, const typing::json::document& in, piece& p);
  void advance(std::vector<events::fingerprint>& emitted, choice_sink& to);
  void begin(call& at, choice_sink& to);
  static void write(call& at, choice_sink& to);
  static void write_input(call& at, bool is_all, choice_sink& to);
  static void report(const typing::diagnostic& found, const call& at, choice_sink& to);
  bool is_valid(const call& at, choice_sink& to) const;
  void end(call& at, std::vector<events::fingerprint>& emitted, choice_sink& to);
  static void end_unbegun(const call& at, choice_sink& to);
  bool was_read(const call& at, std::vector<events::fingerprint>& emitted) const;
  std::string converted(const call& at) const;

  tools declared_;
  events::ids ids_;
  std::int64_t next_number_;
  piece piece_;  // that is read; its memory is used again
  std::vector<call> calls_;
  std::unordered_map<std::int64_t, std::size_t> by_index_;
  std::unordered_map<std::string, std::size_t> by_id_;
  std::size_t first_open_ = 0;  // of the calls: those before it have ended
  bool was_cut_ = false;        // the message, by its finish reason
};

// What distinguishes calls: their name, and what their arguments mean, however they are written.
events::fingerprint fingerprint_of(std::string_view name, std::string_view arguments);

}  // namespace toolcall::serving
