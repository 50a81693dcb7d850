// The events of one feed and the bytes they show.
//
// Their bytes lie one behind the other in one string, which may move while it grows, so an event's views are set only
// when all events are there.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/event.hpp>

namespace toolcall::events {

class event_list {
 public:
  void clear() {
    events_.clear();
    places_.clear();
    bytes_.clear();
  }
  bool empty() const { return events_.empty(); }

  // A new event without bytes. label and dialect must be views of what outlives the list.
  event& add(event_type type, std::uint64_t begin, std::uint64_t end) {
    event& e = events_.emplace_back();
    e.type = type;
    e.begin = begin;
    e.end = end;
    places_.push_back({{bytes_.size(), 0}, {0, 0}, {0, 0}, {0, 0}});
    return e;
  }
  // The last event's text may grow as long as no other event's does.
  std::string& text() { return bytes_; }
  void end_text() { places_.back().text.size = bytes_.size() - places_.back().text.at; }
  void set_name(std::string_view name) { places_.back().name = put(name); }
  void set_id(std::string_view id) { places_.back().id = put(id); }
  void set_pointer(std::string_view pointer) { places_.back().pointer = put(pointer); }

  event* last() { return events_.empty() ? nullptr : &events_.back(); }

  // Takes over the events of another list, behind its own: all, or only its diagnostics, which then concern no call.
  void take(event_list& other, bool all) {
    for (std::size_t i = 0; i < other.events_.size(); ++i) {
      if (!all && other.events_[i].type != event_type::diagnostic) continue;
      if (!all) other.events_[i].call = no_call;
      event& e = add(event_type::text, 0, 0);
      e = other.events_[i];
      const places& from = other.places_[i];
      bytes_.append(other.view(from.text));
      end_text();
      places_.back().name = put(other.view(from.name));
      places_.back().id = put(other.view(from.id));
      places_.back().pointer = put(other.view(from.pointer));
    }
    other.clear();
  }

  std::span<const event> finished() {
    for (std::size_t i = 0; i < events_.size(); ++i) {
      events_[i].text = view(places_[i].text);
      events_[i].name = view(places_[i].name);
      events_[i].id = view(places_[i].id);
      events_[i].pointer = view(places_[i].pointer);
    }
    return events_;
  }
  std::size_t bytes() const { return bytes_.size(); }

 private:
  struct place {
    std::size_t at, size;
  };
  struct places {
    place text, name, id, pointer;
  };
  place put(std::string_view text) {
    bytes_.append(text);
    return {bytes_.size() - text.size(), text.size()};
  }
  std::string_view view(place p) const { return std::string_view(bytes_).substr(p.at, p.size); }

  std::vector<event> events_;
  std::vector<places> places_;
  std::string bytes_;
};

}  // namespace toolcall::events
