// A client's connection: its requests, one after the other.

#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "serve/exchange.hpp"
#include "serve/message_reader.hpp"
#include "serve/network.hpp"
#include "serve/state.hpp"

namespace toolcall::serve {

// A client that closes its connection, or the half of it that it sends on, is gone: what the upstream does for it ends.
// So there is always something being read. What a client sends before it was answered is kept, up to 64 KB, and is read
// when it has been answered.
class session : public client_side, public std::enable_shared_from_this<session> {
 public:
  session(event_loop& loop, server_state& shared, std::shared_ptr<byte_stream> client);
  session(const session&) = delete;
  session& operator=(const session&) = delete;
  ~session() override;

  void start();
  // Answers 503 to whatever comes.
  void start_refused();
  // No further request is read; one that is under way is answered.
  void drain();
  void close();

 private:
  void send(std::string bytes, callback<void()> sent) override;
  void answered(bool keep_alive) override;
  void read_more();
  void bytes_came(io_result result, std::string_view bytes);
  void advance();
  bool read_head();
  void read_body();
  void await_body();
  void write();
  void refuse(const refusal& why);
  void linger();

  struct piece {
    std::shared_ptr<const std::string> bytes;  // kept by who writes it too: the queue may be cleared meanwhile
    callback<void()> sent;
  };
  event_loop& loop_;
  server_state& shared_;
  const limits& most_;
  std::shared_ptr<byte_stream> client_;
  timer reading_clock_, writing_clock_;
  std::string in_, body_;
  std::unique_ptr<message_reader> reader_;
  std::shared_ptr<exchange> exchange_;
  std::deque<piece> out_;
  std::size_t written_ = 0;            // of the first piece
  std::size_t body_awaited_from_ = 0;  // its size when its time began
  bool reading_ = false, head_began_ = false, body_is_awaited_ = false, had_request_ = false, refused_ = false,
       lingers_ = false, closed_ = false;
};

}  // namespace toolcall::serve
