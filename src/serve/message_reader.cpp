// Beast's parser, with its fields as they came. Fields of a trailer come after the head was handed on, so they are
// left out.

#include "serve/message_reader.hpp"

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <limits>

namespace toolcall::serve {

namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using boost::beast::string_view;

constexpr std::size_t longest_chunk_line = 16U << 10U;  // bytes that are held without a head or a body

template <bool is_request>
class parser final : public http::basic_parser<is_request> {
 public:
  request_head request;
  response_head response;
  std::string* body = nullptr;

 private:
  void on_request_impl(http::verb, string_view method, string_view target, int version, error_code&) override {
    request.method.assign(method.data(), method.size());
    request.target.assign(target.data(), target.size());
    request.minor_version = version % 10;
  }
  void on_response_impl(int code, string_view reason, int, error_code&) override {
    response.status = code;
    response.reason.assign(reason.data(), reason.size());
  }
  void on_field_impl(http::field, string_view name, string_view value, error_code&) override {
    if (this->is_header_done()) return;
    (is_request ? request.fields : response.fields).add({name.data(), name.size()}, {value.data(), value.size()});
  }
  void on_header_impl(error_code&) override {}
  void on_body_init_impl(boost::optional<std::uint64_t> const&, error_code&) override {}
  std::size_t on_body_impl(string_view bytes, error_code&) override {
    body->append(bytes.data(), bytes.size());
    return bytes.size();
  }
  void on_chunk_header_impl(std::uint64_t, string_view, error_code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, string_view bytes, error_code&) override {
    body->append(bytes.data(), bytes.size());
    return bytes.size();
  }
  void on_finish_impl(error_code&) override {}
};

http_problem problem_of(const error_code& error) {
  if (error == http::error::header_limit) return http_problem::head_too_big;
  if (error == http::error::body_limit) return http_problem::body_too_big;
  if (error == http::error::partial_message) return http_problem::cut;
  return http_problem::malformed;
}

template <typename Parser>
std::optional<http_problem> feed(Parser& reader, std::string& bytes, std::string& body) {
  reader.body = &body;
  std::size_t read = 0;
  std::optional<http_problem> problem;
  while (!reader.is_done() && read < bytes.size()) {
    error_code error;
    const std::size_t size = reader.put(boost::asio::buffer(bytes.data() + read, bytes.size() - read), error);
    read += size;
    if (error == http::error::need_more) break;
    if (error) problem = problem_of(error);
    if (error || size == 0) break;
  }
  bytes.erase(0, read);
  if (!problem && !reader.is_done() && reader.is_header_done() && bytes.size() > longest_chunk_line)
    problem = http_problem::malformed;
  return problem;
}

}  // namespace

struct message_reader::state {
  bool is_request;
  parser<true> request;
  parser<false> response;

  template <typename Use>
  auto use(const Use& what) {
    return is_request ? what(request) : what(response);
  }
};

message_reader::message_reader(http_message what, std::size_t head_limit, std::uint64_t body_limit)
    : state_(std::make_unique<state>()) {
  state_->is_request = what == http_message::request;
  state_->use([&](auto& reader) {
    reader.eager(true);
    reader.header_limit(static_cast<std::uint32_t>(head_limit));
    // "No limit" is the largest one: Beast 1.74 compares a length with boost::none, which is less than any number.
    reader.body_limit(body_limit != 0 ? body_limit : std::numeric_limits<std::uint64_t>::max());
  });
}
message_reader::~message_reader() = default;

std::optional<http_problem> message_reader::feed(std::string& bytes, std::string& body) {
  return state_->use([&](auto& reader) { return serve::feed(reader, bytes, body); });
}

std::optional<http_problem> message_reader::end() {
  return state_->use([&](auto& reader) -> std::optional<http_problem> {
    if (reader.is_done()) return std::nullopt;
    if (!reader.got_some() || !reader.is_header_done()) return http_problem::cut;
    error_code error;
    reader.put_eof(error);
    if (error) return problem_of(error);
    return std::nullopt;
  });
}

void message_reader::expect_no_body() {
  state_->use([](auto& reader) { reader.skip(true); });
}

bool message_reader::has_head() const {
  return state_->use([](auto& reader) { return reader.is_header_done(); });
}
bool message_reader::done() const {
  return state_->use([](auto& reader) { return reader.is_done(); });
}
bool message_reader::keeps_alive() const {
  return state_->use([](auto& reader) { return reader.keep_alive(); });
}
bool message_reader::chunked() const {
  return state_->use([](auto& reader) { return reader.chunked(); });
}

std::optional<std::uint64_t> message_reader::length() const {
  return state_->use([](auto& reader) -> std::optional<std::uint64_t> {
    const auto length = reader.content_length();
    if (!length) return std::nullopt;
    return *length;
  });
}

request_head& message_reader::request() {
  return state_->request.request;
}
response_head& message_reader::response() {
  return state_->response.response;
}

}  // namespace toolcall::serve
