// toolcall stream --input openai, ollama: a server's response, with the calls that leaked into its text. Bytes go
// through the rewriter; its sink gives the events, and its output the chunks.

#include <iostream>
#include <string>

#include <toolcall/error.hpp>
#include <toolcall/response_rewriter.hpp>

#include "cli/command_error.hpp"
#include "cli/printing.hpp"
#include "cli/reading.hpp"
#include "cli/streaming.hpp"
#include "cli/visible.hpp"
#include "serving/found_json.hpp"
#include "serving/server_object.hpp"
#include "text/utf8.hpp"
#include "typing/json.hpp"

namespace toolcall::cli {

namespace {

// What is found, as it is found.
struct watcher {
  static void on_event(void* context, std::string_view response, std::uint64_t choice, const event& e) {
    auto& self = *static_cast<watcher*>(context);
    self.found = true;
    self.seen.note({&e, 1});
    if (self.prints_events) std::cout << serving::event_json(response, choice, e) << '\n';
  }
  static void on_end(void* context, std::string_view response, std::uint64_t choice, std::string_view reason) {
    auto& self = *static_cast<watcher*>(context);
    self.found = true;
    if (reason.empty()) {
      self.failed = true;
      std::cerr << "toolcall: the response ended without a finish reason; what was open is read as cut off\n";
    } else if (self.prints_events) {
      std::cout << serving::end_json(response, choice, reason) << '\n';
    }
  }
  static void on_other(void* context, std::string_view object) {
    auto& self = *static_cast<watcher*>(context);
    typing::json::document in;
    typing::json::syntax_error why;
    const bool is_json = in.read(object, why);
    if (!is_json || serving::is_error(in)) {
      self.failed = true;
      const std::string sent = is_json ? "an error: " + utf8::shortened(object, 300)
                                       : "something that is " + serving::what_is_wrong(object, why);
      std::cerr << "toolcall: line " << self.rewriter->line() << ": the server sent " << visible(sent) << '\n';
    }
    if (self.prints_events) std::cout << serving::other_json(object) << '\n';
  }

  exit_summary seen;
  bool prints_events;
  const response_rewriter* rewriter = nullptr;
  bool found = false, failed = false;
};

response_rewriter make_rewriter(const settings& chosen, watcher& seen) {
  completion_rewriter::settings how;
  how.declared = read_tools(chosen);
  how.which = read_dialect(chosen);
  how.how = options_of(chosen);
  how.prefill = chosen.prefill;
  how.chunks = chunk_settings(chosen);
  how.chunks.id = chosen.id;
  how.json_alone = true;
  how.sink = {watcher::on_event, watcher::on_end, watcher::on_other, &seen};
  try {
    return response_rewriter(std::move(how), body_framing::automatic, body_framing::json);
  } catch (const setup_error& why) {
    fail(usage, why.reason());
  }
}

std::string lacks(const std::string& kind) {
  return "has no message: " + std::string(kind == "ollama" ? "no line of /api/chat or /api/generate"
                                                           : "no chat.completion, and no chunk of one");
}

}  // namespace

int stream_response(const settings& chosen) {
  watcher seen{exit_summary(chosen), chosen.stream_format == "events", nullptr};
  response_rewriter rewriter = make_rewriter(chosen, seen);
  seen.rewriter = &rewriter;
  input in("-");
  std::string begin;  // of a body that is neither
  const auto give = [&](std::string_view made) {
    if (rewriter.framing() == body_framing::other && !begin.empty())
      fail(input_output, "standard input is neither server-sent events nor JSON, but begins with \"" +
                             utf8::shortened(begin, 60) + "\"; --input text reads a model's text");
    if (!seen.prints_events) std::cout << made;
    check_output();
  };
  for (std::string_view piece = in.some(); !piece.empty(); piece = in.some()) {
    if (begin.size() < 64) begin += piece.substr(0, 64);
    give(rewriter.feed(piece));
  }
  give(rewriter.finish());
  if (!seen.found && !seen.failed) {
    seen.failed = true;
    std::cerr << "toolcall: standard input "
              << (begin.empty() ? "is empty; is the server running?" : lacks(chosen.input)) << '\n';
  }
  return seen.failed ? record_failed : seen.seen.code(chosen);
}

}  // namespace toolcall::cli
