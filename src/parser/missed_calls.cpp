// What is kept of a message to explain why it has no call; see missed_calls.hpp.

#include "parser/missed_calls.hpp"

#include <algorithm>

#include "dialects/message_head.hpp"

namespace toolcall::events {

namespace {

bool begins_json(std::string_view head) {
  return head.starts_with('{') || head.starts_with('[');
}

}  // namespace

void missed_calls::add_label(std::string_view label, std::uint64_t begin, std::uint64_t end) {
  const auto is_known = [&](const reported_label& each) { return each.label == label; };
  if (!called_ && std::none_of(labels_.begin(), labels_.end(), is_known)) labels_.push_back({label, begin, end});
}

// The excerpt holds this place already.
void missed_calls::begin_excerpt(std::string_view label, std::uint64_t begin, std::string_view passed) {
  if (dropped_ || (!gathering_ && excerpts_.size() == most_excerpts)) return;
  if (!gathering_) {
    excerpts_.push_back({begin});
    if (reported_ && last_report_ == begin) excerpts_.back().first_report = begin;
    gathering_ = true;
    add_to_excerpt(passed);
  }
  std::vector<std::string_view>& labels = excerpts_.back().labels;
  if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(label);
}

void missed_calls::add(std::string_view bytes, std::uint64_t from) {
  if (in_head_) add_to_head(bytes, from);
  if (gathering_) add_to_excerpt(bytes);
  if (in_rest()) add_to_rest(bytes, from);
}

void missed_calls::add_to_head(std::string_view bytes, std::uint64_t from) {
  const bool begun = !head_.empty();
  const std::size_t first = begun ? 0 : bytes.find_first_not_of(" \t\r\n");
  if (first == bytes.npos) return;
  if (!begun) head_begin_ = from + first;
  head_.append(bytes.substr(first, head_bytes - head_.size()));
  if (!begins_json(head_) && !may_become_known_head(head_)) std::string().swap(head_);
  in_head_ = !head_.empty() && head_.size() < head_bytes;
}

// Lists of other things begin with a bracket as well: sections of a file of settings, lines of a log.
std::string_view missed_calls::json_head() const {
  if (head_.starts_with('{')) return head_;
  const std::size_t inner = head_.starts_with('[') ? head_.find_first_not_of(" \t\r\n", 1) : head_.npos;
  return inner != head_.npos && head_[inner] == '{' ? std::string_view(head_) : std::string_view{};
}

void missed_calls::add_to_excerpt(std::string_view bytes) {
  std::string& text = excerpts_.back().text;
  text.append(bytes.substr(0, excerpt_bytes - text.size()));
  gathering_ = text.size() < excerpt_bytes;
}

void missed_calls::add_to_rest(std::string_view bytes, std::uint64_t from) {
  rest& last = rests_.back();
  if (from < last.begin) {
    const std::uint64_t before = std::min<std::uint64_t>(last.begin - from, bytes.size());
    bytes.remove_prefix(static_cast<std::size_t>(before));
  }
  last.text.append(bytes.substr(0, rest_bytes - last.text.size()));
  last.ended = last.text.size() == rest_bytes;
}

void missed_calls::end_call(std::uint64_t end) {
  if (!dropped_ && rests_.size() < most_excerpts) rests_.push_back({end});
}

void missed_calls::end_rest(std::uint64_t at) {
  if (rests_.empty()) return;
  rest& last = rests_.back();
  const std::uint64_t size = at > last.begin ? at - last.begin : 0;
  if (size < last.text.size()) last.text.resize(static_cast<std::size_t>(size));
  last.ended = true;
}

void missed_calls::add_call(std::uint64_t begin) {
  end_rest(begin);
  if (!called_ && !reported_ && begin > head_begin_) head_before_calls_ = static_cast<std::size_t>(begin - head_begin_);
  called_ = true;
  gathering_ = false;
  labels_.clear();
  while (!excerpts_.empty() && excerpts_.back().begin >= begin) excerpts_.pop_back();
  if (excerpts_.empty()) return;
  excerpt& last = excerpts_.back();
  last.text.resize(static_cast<std::size_t>(std::min<std::uint64_t>(last.text.size(), begin - last.begin)));
  if (last.first_report >= begin) last.first_report = excerpt::none;
}

void missed_calls::add_report(std::uint64_t begin, bool of_marks) {
  if (!of_marks) end_rest(begin);
  reported_ = true;
  last_report_ = begin;
  for (excerpt& each : excerpts_)
    if (begin >= each.begin && begin - each.begin <= each.text.size())
      each.first_report = std::min(each.first_report, begin);
}

void missed_calls::drop() {
  called_ = dropped_ = true;
  gathering_ = false;
  labels_.clear();
  excerpts_.clear();
  rests_.clear();
}

}  // namespace toolcall::events
