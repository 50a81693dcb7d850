// A chunk is written in three parts: the head and the delta when there is something to say, the choice's end when the
// choice is done, the object's end when all are.

#include "serving/chunk_writer.hpp"

#include <utility>

namespace toolcall::serving {

using events::json_writer;

template <typename Members>
void chunk_writer::put(const Members& members, std::string_view reason) {
  std::string& chunk = to_.add();
  chunk += head_;
  chunk += R"("choices":[{"index":)";
  chunk += std::to_string(choice_->index);
  chunk += R"(,"delta":)";
  json_writer out(std::move(chunk), json_writer::behind_a_key());
  out.object([&] { members(out); }).key("finish_reason");
  reason.empty() ? out.null() : out.string(reason);
  chunk = out.take();
}

void chunk_writer::begin(streamed_choice& choice) {
  choice_ = &choice;
  first_ = to_.size();
  expected_ = {};
  as_expected_ = true;
  choice_->deltas.begin([&](const auto& members, std::string_view reason) { put(members, reason); });
}

void chunk_writer::emit(const event& e, const server_part& part) {
  if (sink_.on_event != nullptr)
    sink_.on_event(sink_.context, response_, static_cast<std::uint64_t>(choice_->index), e);
  as_expected_ = as_expected_ && e.type == expected_type_ && e.text == expected_;
  expected_ = {};
  choice_->deltas.write(e, part, [&](const auto& members, std::string_view reason) { put(members, reason); });
}

void chunk_writer::other(std::string_view members) {
  if (!members.empty()) put([&](json_writer& out) { out.json(members); }, {});
}

void chunk_writer::finish(std::string_view reason) {
  choice_->reader.report_prefill(sink_);
  const auto index = static_cast<std::uint64_t>(choice_->index);
  choice_->deltas.finish(reason, [&](const auto& members, std::string_view word) {
    put(members, word);
    if (sink_.on_end != nullptr) sink_.on_end(sink_.context, response_, index, word);
  });
}

void chunk_writer::cut() {
  choice_->reader.report_prefill(sink_);
  if (sink_.on_end != nullptr) sink_.on_end(sink_.context, response_, static_cast<std::uint64_t>(choice_->index), {});
}

void chunk_writer::end_choice(std::string_view extras) {
  if (!extras.empty() && to_.size() == first_) put([](json_writer&) {}, {});
  for (std::size_t i = first_; i < to_.size(); ++i) close_choice(i, i + 1 == to_.size() ? extras : std::string_view());
}

void chunk_writer::close_choice(std::size_t chunk, std::string_view extras) {
  if (!extras.empty()) (to_[chunk] += ',') += extras;
  to_[chunk] += "}]";
}

void chunk_writer::end(std::string_view extras, bool needed) {
  if (needed && to_.size() == start_ && choice_ != nullptr) {
    put([](json_writer&) {}, {});
    close_choice(start_, {});
  } else if (needed && to_.size() == start_) {
    (to_.add() += head_) += R"("choices":[])";
  }
  for (std::size_t i = start_; i < to_.size(); ++i) {
    if (!extras.empty() && i + 1 == to_.size()) (to_[i] += ',') += extras;
    to_[i] += '}';
  }
}

}  // namespace toolcall::serving
