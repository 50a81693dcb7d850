// Server-sent events from lines. A line says a field of the event that is open, and an empty line ends the event.

#include <utility>

#include <toolcall/server_events.hpp>

namespace toolcall {

std::optional<server_event> server_event_reader::next(std::string_view& bytes) {
  if (given_) start_over();
  while (const std::optional<text_line> line = lines_.next(bytes))
    if (std::optional<server_event> made = read(*line, lines_.lines())) return made;
  return std::nullopt;
}

std::optional<server_event> server_event_reader::finish() {
  if (given_) start_over();
  const std::uint64_t number = lines_.lines() + 1;
  if (const std::optional<text_line> line = lines_.finish())
    if (std::optional<server_event> made = read(*line, number)) return made;
  return dispatch();
}

std::optional<server_event> server_event_reader::read(const text_line& line, std::uint64_t number) {
  cut_ = cut_ || line.too_long;
  if (line.text.empty()) return dispatch();
  const std::size_t colon = line.text.find(':');
  const std::string_view field = line.text.substr(0, colon);
  std::string_view value = colon == line.text.npos ? std::string_view() : line.text.substr(colon + 1);
  if (field.empty()) return server_event{server_event_kind::comment, {}, value, {}, number};
  if (!value.empty() && value.front() == ' ') value.remove_prefix(1);
  if (field == "retry") return server_event{server_event_kind::retry, {}, value, {}, number};
  if (field == "data") {
    if (has_data_)
      data_ += '\n';
    else
      data_line_ = number;
    has_data_ = true;
    const std::size_t room = longest_ - (data_.size() < longest_ ? data_.size() : longest_);
    cut_ = cut_ || value.size() > room;
    data_ += value.substr(0, room);
  } else if (field == "event") {
    type_ = value;
  } else if (field == "id") {
    id_ = value;
  } else {
    return server_event{server_event_kind::unknown, {}, line.text, {}, number};
  }
  return std::nullopt;
}

std::optional<server_event> server_event_reader::dispatch() {
  if (!has_data_ && !cut_) {
    start_over();
    return std::nullopt;
  }
  given_ = true;
  return server_event{cut_ ? server_event_kind::too_long : server_event_kind::event, type_, data_, id_, data_line_};
}

void server_event_reader::start_over() {
  data_.clear();
  type_.clear();
  id_.clear();
  has_data_ = given_ = cut_ = false;
}

}  // namespace toolcall
