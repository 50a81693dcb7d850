// The settings of `toolcall serve`: by flags, or by a file of the same names.

#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <toolcall/dialect.hpp>

namespace toolcall::serve {

// What is more than this is refused, or ends the exchange. Sizes are bytes.
struct limits {
  std::size_t head = std::size_t{64} << 10U;          // of a request or an answer: its first line and fields
  std::size_t fields = 200;                           // header fields of a request
  std::size_t body = std::size_t{64} << 20U;          // of a request
  std::size_t event = std::size_t{64} << 20U;         // of an answer's stream; or a whole answer, if it is not streamed
  std::size_t held = std::size_t{64} << 20U;          // of an answer, held until it is known what it is
  std::size_t reasoning = 0;                          // of answers, kept for later requests; 0: none is kept
  std::size_t calls = 1024;                           // of an answer
  std::size_t choice_retries = 0;                     // where a whole answer does not call although it must
  std::size_t connections = 1024;                     // of clients, at a time
  std::chrono::milliseconds head_time{10'000};        // from a request's first byte until its head is whole
  std::chrono::milliseconds body_time{60'000};        // for each KB of a request's body
  std::chrono::milliseconds keep_alive_time{75'000};  // until the next request of a connection
  std::chrono::milliseconds connect_time{10'000};     // until the upstream is connected, TLS included
  std::chrono::milliseconds first_byte_time{600'000};
  std::chrono::milliseconds idle_time{300'000};       // between two pieces of the upstream's answer
  std::chrono::milliseconds write_time{60'000};       // while a client takes nothing
  std::chrono::milliseconds keepalive_after{15'000};  // of silence in a rewritten stream
  std::chrono::milliseconds drain_time{30'000};       // after SIGTERM, until what is left is cut off
};

struct settings {
  std::string upstream;                   // URL, with or without /v1
  std::string listen = "127.0.0.1:8081";  // address:port; port 0 is any
  std::string config;                     // a TOML file; flags take precedence
  std::string profile = "auto";
  std::string dialect = "auto";
  std::optional<toolcall::dialect> by_pages;  // what `dialect` names, where it is a page's of the host
  std::string ids = "auto";                   // openai, mistral, kimi; auto: what the model's name says
  std::string arguments = "auto";             // stream, complete; auto: what the interface can bear
  std::string refused = "note";  // hidden, text, correction: what stands in place of a call that does not count
  std::string confirm;           // words of the policy; empty: every call that can be read is one
  std::string invalid_calls = "surface";  // a word of the policy
  std::string history_marks;              // likewise; empty: there are none
  std::string calls_in_reasoning;         // a word of the policy; empty: the profile's, or the default
  std::string api_key_file;               // keys that clients must send, one a line
  std::string upstream_key_file;          // the key for the upstream, in place of the client's
  std::string upstream_ca;                // PEM; else the system's
  std::string constrain = "off";          // forced, always: which requests have a grammar with them
  bool mend_history = false;              // the conversation of a request is made sound first
  bool insecure = false;                  // the upstream's certificate is not checked
  std::string tls_cert, tls_key;          // PEM, for TLS in front
  std::string capture;                    // a folder
  bool redact = false;                    // what is captured, in other words
  std::size_t threads = 0;                // 0: one for each core, four at most
  limits most;
};

}  // namespace toolcall::serve
