// The document is read once, and only the list of its messages is written anew, in the blanks in which it stood: what
// stands around the list, and each message that is sound, stay as they are.

#include <algorithm>
#include <charconv>
#include <utility>

#include <toolcall/error.hpp>
#include <toolcall/mend.hpp>

#include "mender/detection.hpp"
#include "mender/leaked_calls.hpp"
#include "mender/object_edit.hpp"
#include "mender/pairing.hpp"
#include "mender/transcript.hpp"
#include "output/json_writer.hpp"
#include "text/utf8.hpp"

namespace toolcall {

using typing::json::document;

namespace {

// Where the messages are.
struct message_list {
  std::uint32_t node = 0;
  std::string pointer;
  bool is_list = true;  // else the input is a text
};

message_list list_of(const document& in) {
  if (in[0].what == typing::json::value_kind::array) return {0, "", true};
  if (!mender::is_object(in, 0)) throw setup_error("", "a transcript is a list of messages, or a request with one");
  for (const char* const key : {"messages", "input"}) {
    const std::uint32_t node = in.member(0, key);
    if (node == 0) continue;
    const std::string pointer = std::string("/") + key;
    const bool is_text = mender::is_string(in, node) && std::string_view(key) == "input";
    if (!is_text && !mender::is_list(in, node)) throw setup_error(pointer, "must be a list of messages");
    return {node, pointer, !is_text};
  }
  throw setup_error("", "the request has neither messages nor input");
}

void read_items(mender::transcript& to, const message_list& from) {
  const auto read = to.format == transcript_format::openai      ? mender::read_chat_message
                    : to.format == transcript_format::responses ? mender::read_response_item
                                                                : mender::read_anthropic_message;
  std::size_t i = 0;
  for (const std::uint32_t item : mender::items_of(to.in, from.node)) {
    std::string pointer = from.pointer + "/" + std::to_string(i++);
    if (!mender::is_object(to.in, item)) throw setup_error(pointer, "must be an object: a message");
    read(to, item, std::move(pointer));
  }
}

// Whether the request goes on from what the server of the Responses keeps.
bool is_continued(const document& in, const message_list& from) {
  for (const char* const key : {"previous_response_id", "conversation"})
    if (const std::uint32_t node = mender::is_object(in, 0) ? in.member(0, key) : 0;
        node != 0 && !mender::is_null(in, node))
      return true;
  for (const std::uint32_t item : mender::items_of(in, from.node))
    if (mender::member_text(in, item, "type") == "item_reference") return true;
  return false;
}

std::vector<std::string> written(const mender::transcript& from) {
  return from.format == transcript_format::openai      ? mender::written_chat(from)
         : from.format == transcript_format::responses ? mender::written_responses(from)
                                                       : mender::written_anthropic(from);
}

// The tools that the request itself has, those of them that can be read.
tools tools_in(const document& in) {
  const std::uint32_t list = mender::is_object(in, 0) ? in.member(0, "tools") : 0;
  if (!mender::is_list(in, list)) return {};
  tools found = tools::checked(in.lexeme(list));
  return found.size() == 0 ? tools() : found;  // a request without any may go on from one that had some
}

// The list, with the blanks that stood before its first item and behind its last one.
std::string respaced(std::string_view json, const document& in, std::uint32_t list,
                     const std::vector<std::string>& items) {
  const std::vector<std::uint32_t> before = mender::items_of(in, list);
  if (before.empty()) return std::string(json);
  const std::size_t first = in[before.front()].begin, last = in[before.back()].end;
  const std::string_view lead = json.substr(in[list].begin + 1, first - in[list].begin - 1);
  std::string made(json.substr(0, first));
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) (made += ",") += lead.empty() ? " " : lead;
    made += items[i];
  }
  return made += json.substr(last);
}

// In the order of the messages that they are about.
std::vector<transcript_change> sorted(std::vector<transcript_change> changes, const std::string& list) {
  const auto place = [&](const transcript_change& of) {
    std::size_t number = 0;
    const char* const from = of.pointer.data() + std::min(of.pointer.size(), list.size() + 1);
    std::from_chars(from, of.pointer.data() + of.pointer.size(), number);
    return number;
  };
  std::stable_sort(changes.begin(), changes.end(),
                   [&](const transcript_change& a, const transcript_change& b) { return place(a) < place(b); });
  return changes;
}

}  // namespace

bool mended_transcript::changed() const {
  return std::any_of(changes.begin(), changes.end(), [](const transcript_change& each) { return each.made; });
}

mended_transcript mend(std::string_view json, const tools& declared, const dialect& which, transcript_format format) {
  if (const std::size_t bad = utf8::ill_formed(json); bad != json.npos)
    throw setup_error("", "the transcript is not UTF-8: byte " + std::to_string(bad) +
                              " begins no character; JSON is written in UTF-8 alone");
  document in;
  typing::json::syntax_error why;
  const std::string_view text = utf8::without_mark(json);
  if (!in.read(text, why))
    throw setup_error("", std::string("the transcript is not JSON: ") + why.reason + " at byte " +
                              std::to_string(why.at + (json.size() - text.size())));
  const message_list list = list_of(in);
  mended_transcript made{std::string(text), format, {}};
  mender::change_list changes;
  if (text.size() != json.size())
    changes.made("byte_order_mark", "", "A byte order mark stood before the JSON, which has none; it was taken away.");
  if (!list.is_list) {
    made.format = transcript_format::responses;
    made.changes = changes.take();
    return made;
  }
  if (format == transcript_format::automatic) made.format = mender::detected(in, 0, list.node, list.pointer);
  mender::transcript transcript{in, changes, made.format};
  transcript.is_continued = made.format == transcript_format::responses && is_continued(in, list);
  read_items(transcript, list);
  mender::find_groups(transcript);
  mender::find_leaked_calls(transcript, declared.given() ? declared : tools_in(in), which);
  mender::find_groups(transcript);
  mender::pair(transcript);
  made.changes = sorted(changes.take(), list.pointer);
  if (made.changed()) made.json = respaced(text, in, list.node, written(transcript));
  return made;
}

std::string to_json(const std::vector<transcript_change>& changes) {
  events::json_writer out;
  out.array([&] {
    for (const transcript_change& each : changes)
      out.object([&] {
        out.member("code", each.code).member("pointer", each.pointer).member("message", each.message);
        out.json_member("made", each.made ? "true" : "false");
      });
  });
  return out.take();
}

std::string to_json(const mended_transcript& mended) {
  events::json_writer out;
  out.object([&] {
    out.member("format", to_string(mended.format)).json_member("changed", mended.changed() ? "true" : "false");
    out.json_member("changes", to_json(mended.changes));
    out.json_member("transcript", mended.json);
  });
  return out.take();
}

}  // namespace toolcall
