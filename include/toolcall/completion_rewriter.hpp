// Repairs what a model's server sends, for its clients: calls that leaked into the text become calls, and the server's
// own get the index, id, type and name that clients need. Their arguments pass as they are, as a string.
//
// It reads the objects of OpenAI's chat interface (chat.completion.chunk and chat.completion, also as other servers
// write them) and the lines of Ollama's /api/chat and /api/generate, and tells them apart by their members. For each
// choice it runs a parser on the content, and one on the reasoning, where some models write their calls.
// docs/serving.md says what becomes of what.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <toolcall/openai.hpp>
#include <toolcall/parser.hpp>

namespace toolcall {

// Receives what is found, before what is written for it: for statistics, logs, and formats of your own. Plain
// functions, so that C can have them; any of them may be null, and none may throw. Views live until they return.
struct response_sink {
  // An event of a choice. The server's own calls come like those of the text, with an empty dialect and no spans.
  // `response` is the id of the response.
  void (*on_event)(void* context, std::string_view response, std::uint64_t choice, const event& e) = nullptr;
  // A choice has ended, with the finish reason that is written; empty where the connection was cut.
  void (*on_end)(void* context, std::string_view response, std::uint64_t choice,
                 std::string_view finish_reason) = nullptr;
  // An object that is passed on unread: an error, say.
  void (*on_other)(void* context, std::string_view object) = nullptr;
  void* context = nullptr;
  // A choice has ended, and has shown whether its content goes on with the prefill that was assumed.
  void (*on_prefill)(void* context, bool fits) = nullptr;
};

// What a client gets in place of a call that is refused, that needs confirmation (policy::confirm; each call is then
// given when it is complete), or that broke off before anything was written of it. One that reads only the response
// cannot learn of it otherwise.
enum class refused_as : std::uint8_t {
  hidden,      // nothing
  text,        // the text of it, without the marks around it
  note,        // a line that names the tool and says why there is no call
  correction,  // what tells a model how to call it properly (correction.hpp)
};

// As the option "refused" of the C interface and the flag --refused have it.
constexpr std::string_view to_string(refused_as value) noexcept {
  switch (value) {
    case refused_as::hidden:
      return "hidden";
    case refused_as::text:
      return "text";
    case refused_as::note:
      return "note";
    case refused_as::correction:
      return "correction";
  }
  return {};
}

// A value: a copy goes on as its original would. Does no I/O, and throws nothing but std::bad_alloc once it is made.
class completion_rewriter {
 public:
  struct settings {
    dialect which = dialect::automatic();
    tools declared{};
    options how{};          // `collect` is not used. With a seed, each choice has a seed of its own
    std::string prefill{};  // the tail of the prompt, which the content of a choice goes on with
    // The server may have taken out the reasoning that the prefill opens. Then the content is held until the mark comes
    // that closes reasoning. Without it, and at an end that is natural, the prefill is not used.
    bool prefill_is_assumed = false;
    // `arguments`, which with arguments_as::complete also hold the events of the text's calls until these are complete;
    // and id, model and time where the server does not say them.
    openai_writer::settings chunks{};
    // How many complete calls of a choice are given; later ones are left out, as a client expects that has set
    // "parallel_tool_calls": false. 0: all.
    std::size_t most_calls = 0;
    // What is not JSON becomes {"error": {"message": …}}, for clients that read nothing else; otherwise it is
    // passed on.
    bool json_alone = false;
    refused_as refused = refused_as::hidden;
    // A call broke off: the finish reason is "length", whatever the server says, so that no client takes the message
    // for whole; but "content_filter" and its like stay. Where nothing was written of that call, and another one is
    // complete, it stays "tool_calls".
    bool broken_is_length = false;
    // Each choice has the member "toolcall_raw", its content as the server sent it; in a stream its last chunk has it,
    // if it is no longer than how.held_bytes.
    bool raw = false;
    response_sink sink{};
  };
  // Throws setup_error as parser does.
  explicit completion_rewriter(settings how);
  completion_rewriter(const completion_rewriter& other);
  completion_rewriter(completion_rewriter&& other) noexcept;
  completion_rewriter& operator=(const completion_rewriter& other);
  completion_rewriter& operator=(completion_rewriter&& other) noexcept;
  ~completion_rewriter();

  // Reads one object and returns what to send in its place: nothing while text is held that may become a call, or
  // several objects. Chunks and lines become chunks, a chat.completion stays one. Anything else, such as an error, is
  // returned unchanged, JSON or not. The result is valid until the next call of a non-const member.
  std::span<const std::string> rewrite(std::string_view object);

  enum class ending : std::uint8_t {
    done,  // the server has said that it is done ("[DONE]", Ollama's "done"): a finish reason that is missing is added
    cut,   // the bytes just ended: what is held is given, and no finish reason is made up for what has none
  };
  // The message has ended. Afterwards the next object begins a new one.
  std::span<const std::string> finish(ending how = ending::done);

  // Whether a choice has begun that has no finish reason yet.
  [[nodiscard]] bool open() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

// As a string, for logs.
constexpr std::string_view to_string(completion_rewriter::ending value) noexcept {
  switch (value) {
    case completion_rewriter::ending::done:
      return "done";
    case completion_rewriter::ending::cut:
      return "cut";
  }
  return {};
}

}  // namespace toolcall
