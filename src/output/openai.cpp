// Events to chunks. What a client needs is in openai_deltas.hpp; here stands what is around a delta.

#include <utility>

#include <toolcall/openai.hpp>

#include "output/json_writer.hpp"
#include "output/openai_deltas.hpp"

namespace toolcall {

namespace {

using events::json_writer;

template <typename Members>
std::string delta_of(const Members& members) {
  json_writer out;
  return out.object([&] { members(out); }).take();
}

}  // namespace

openai_writer::openai_writer(settings how) : deltas_(std::make_unique<events::openai_deltas>(how.arguments)) {
  json_writer out;
  out.object([&] {
    out.member("id", how.id).member("object", "chat.completion.chunk");
    out.member("created", how.created).member("model", how.model);
  });
  head_ = out.take();
  head_.back() = ',';
  head_ += R"("choices":[{"index":0,"delta":)";
}

openai_writer::openai_writer(const openai_writer& other)
    : head_(other.head_), deltas_(std::make_unique<events::openai_deltas>(*other.deltas_)) {
}
openai_writer::openai_writer(openai_writer&& other) noexcept = default;
openai_writer& openai_writer::operator=(const openai_writer& other) {
  if (this != &other) *this = openai_writer(other);
  return *this;
}
openai_writer& openai_writer::operator=(openai_writer&& other) noexcept = default;
openai_writer::~openai_writer() = default;

std::vector<std::string> openai_writer::write(std::span<const event> events) {
  std::vector<std::string> made;
  if (deltas_->finished()) return made;
  const auto put = [&](const auto& members, std::string_view reason) { add(made, delta_of(members), reason); };
  deltas_->begin(put);
  for (const event& e : events) deltas_->write(e, {}, put);
  return made;
}

std::vector<std::string> openai_writer::finish(std::string_view finish_reason) {
  std::vector<std::string> made;
  if (deltas_->finished()) return made;
  deltas_->finish(finish_reason,
                  [&](const auto& members, std::string_view reason) { add(made, delta_of(members), reason); });
  return made;
}

void openai_writer::add(std::vector<std::string>& to, std::string_view delta, std::string_view finish_reason) const {
  const std::string reason = finish_reason.empty() ? "null" : events::json_string(finish_reason);
  to.push_back(head_ + std::string(delta) + R"(,"finish_reason":)" + reason + "}]}");
}

}  // namespace toolcall
