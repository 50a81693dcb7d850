// Any bytes as what the server of toolcall reads from outside: a request, an answer, the body of a request.
//
// The first byte of an input chooses what it is, the second how it is cut. A request that the checks let pass must be
// read by Beast as the request that the checks saw, however it is cut; a body must be translated, and an answer
// rewritten, without end of the program.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "serve/chat_answer.hpp"
#include "serve/chat_request.hpp"
#include "serve/event_meter.hpp"
#include "serve/forced_choice.hpp"
#include "serve/message_reader.hpp"
#include "serve/reasoning_store.hpp"
#include "serve/translation.hpp"
#include "serve/url.hpp"

using namespace toolcall;
using namespace toolcall::serve;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

struct read_message {
  std::string line, fields, body, rest;
  bool wrong = false;
  bool operator==(const read_message&) const = default;
};

template <typename Head>
std::string fields_of(const Head& head) {
  std::string made;
  for (const header_field& each : head.fields) made += each.name + ": " + each.value + "\r\n";
  return made;
}

read_message read(http_message what, std::string_view bytes, std::size_t piece) {
  message_reader reader(what, std::size_t{64} << 10U, std::size_t{1} << 20U);
  read_message made;
  while (!made.wrong && !reader.done() && !bytes.empty()) {
    made.rest += bytes.substr(0, piece);
    bytes.remove_prefix(std::min(piece, bytes.size()));
    made.wrong = reader.feed(made.rest, made.body).has_value();
  }
  // How far it got does not matter, nor whether it is seen now or when the connection ends.
  if (made.wrong || reader.end()) return {{}, {}, {}, {}, true};
  made.rest += bytes;
  if (what == http_message::request) {
    made.line = reader.request().method + " " + reader.request().target;
    made.fields = fields_of(reader.request());
  } else {
    made.line = std::to_string(reader.response().status);
    made.fields = fields_of(reader.response());
  }
  return made;
}

void check_request(std::string_view bytes, std::size_t piece) {
  const head_end end = find_head_end(bytes);
  if (end.size == 0 || end.bare_newline || check_request_head(bytes.substr(0, end.size), limits{})) return;
  const read_message whole = read(http_message::request, bytes, bytes.size());
  require(whole == read(http_message::request, bytes, piece), "a request depends on how it is cut");
  if (whole.wrong) return;  // by its body
  require(bytes.substr(0, whole.line.size()) == whole.line, "another method or target was read than was checked");
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = bytes.find("\r\n", at)) < end.size; at += 2) ++lines;
  std::size_t fields = 0;
  for (std::size_t at = 0; (at = whole.fields.find("\r\n", at)) != whole.fields.npos; at += 2) ++fields;
  require(lines == fields + 2, "another number of fields was read than was checked");
}

void check_answer(std::string_view bytes, std::size_t piece) {
  const read_message whole = read(http_message::response, bytes, bytes.size());
  if (bytes.size() < (16U << 10U))
    require(whole == read(http_message::response, bytes, piece), "an answer depends on how it is cut");
}

using read_translated = std::variant<refusal, translated_request> (*)(std::string_view);
using make_translated = std::unique_ptr<answer> (*)(completion_rewriter::settings, translated_request);

completion_rewriter::settings some_settings() {
  completion_rewriter::settings how;
  how.declared = tools::from_json(R"([{"name":"ping","input_schema":{"properties":{"n":{"type":"integer"}}}}])");
  how.how.seed = 0;
  how.how.collect = false;
  return how;
}

void check_body(std::string_view body, read_translated translate, unsigned char chosen) {
  static const profile_file known = [] {
    profile_file made;
    read_profiles(built_in_profiles(), "built in", made);
    return made;
  }();
  std::optional<request_json> chat = read_request(body);
  if (translate != nullptr) {
    auto made = translate(body);
    if (std::holds_alternative<refusal>(made)) return;
    chat = std::get<translated_request>(std::move(made)).chat;
  }
  if (!chat) return;
  reasoning_store store(10'000);
  const std::string conversation = conversation_of("key", *chat);
  store.keep(reasoning_key(conversation, {"a", "ping", "{}"}), "thought");
  restore_reasoning(*chat, conversation, store);
  adapt(*chat, read_facts(*chat), known.profiles[chosen % known.profiles.size()], (chosen & 64U) != 0);
  require(read_request(to_text(*chat)).has_value(), "what is sent upstream is no JSON object");
}

void check_stream(std::string_view bytes, std::size_t piece, make_translated make) {
  std::unique_ptr<answer> made;
  if (make == nullptr) {
    made = make_chat_answer(some_settings());
  } else {
    translated_request asked;
    asked.given = {{"model", "m"}, {"stream", piece % 2 == 0}};
    made = make(some_settings(), std::move(asked));
  }
  made->keep_reasoning_with(1000, [](const answer_call&, const std::string&) {});
  response_head head{200, {}, {}};
  made->begin(head);
  std::string out;
  event_meter meter;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    require(meter.longest(bytes.substr(0, piece)) > 0, "an event that goes on has no size");
    made->feed(bytes.substr(0, piece), out);
  }
  out += made->keepalive();
  piece % 3 == 0 ? made->fail({502, "cut", "cut"}, out) : made->finish(out);
  // Of an answer that is not streamed nothing is sent where it failed: the server refuses the request instead.
  const bool is_refused = piece % 2 != 0 && made->failure().has_value();
  if (make != nullptr) require(!out.empty() || is_refused, "a client got nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 3) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 2, size - 2);
  const std::size_t piece = 1 + bytes[1] % 40U;
  switch (bytes[0] % 10U) {
    case 0:
    case 1:
      check_request(text, piece);
      break;
    case 2:
      check_answer(text, piece);
      break;
    case 3:
      check_body(text, nullptr, bytes[1]);
      break;
    case 4:
      check_body(text, read_responses_request, bytes[1]);
      break;
    case 5:
      check_body(text, read_messages_request, bytes[1]);
      break;
    case 6:
      check_stream(text, piece, nullptr);
      break;
    case 7:
      check_stream(text, piece, make_responses_answer);
      break;
    case 8:
      check_stream(text, piece, make_messages_answer);
      break;
    default:
      read_upstream_url(text);
      read_listen_address(text);
  }
  return 0;
}
