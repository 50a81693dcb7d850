// The events of one feed and the bytes they show.
//
// Their bytes lie one after the other in one string, which may move while it grows, so an event's views are set only
// when all events are there. Nearly every event has a text and nothing else; the places of other bytes are kept aside.

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
    texts_.clear();
    others_.clear();
    clear_bytes();
  }

  // As clear(); but an only event of this kind stays, to take the piece that follows it.
  void keep_last(event_type type, std::int64_t call) {
    const bool same = events_.size() == 1 && others_.empty() && events_[0].type == type && events_[0].call == call;
    if (!same) return clear();
    events_[0].begin = events_[0].end;
    texts_[0] = {0, 0};
    clear_bytes();
  }

  bool is_one() const { return events_.size() == 1 && others_.empty(); }
  // The only event goes on with these bytes, which it shows as they stand.
  std::span<const event> go_on(std::string_view text) {
    event& e = events_[0];
    e.begin = e.end;
    e.end += text.size();
    clear_bytes();
    bytes_.append(text);
    texts_[0] = {0, text.size()};
    e.text = bytes_;
    return events_;
  }

  // About so many bytes will be shown.
  void expect(std::size_t size) {
    if (size > bytes_.capacity()) bytes_.reserve(size);
  }

  // A new event without bytes. label and dialect must be views of what outlives the list.
  event& add(event_type type, std::uint64_t begin, std::uint64_t end) {
    static constexpr event blank;
    event& e = events_.emplace_back(blank);
    e.type = type;
    e.begin = begin;
    e.end = end;
    texts_.push_back({bytes_.size(), 0});
    return e;
  }
  // The last event's text may grow as long as no other event's does.
  std::string& text() { return bytes_; }
  void end_text() { texts_.back().size = bytes_.size() - texts_.back().at; }
  void set_name(std::string_view name) { put(&event::name, name); }
  void set_id(std::string_view id) { put(&event::id, id); }
  void set_pointer(std::string_view pointer) { put(&event::pointer, pointer); }

  event* last() { return events_.empty() ? nullptr : &events_.back(); }

  // Drops all events but those of one call, which becomes the first.
  void keep_call(std::int64_t call) {
    std::size_t kept = 0;
    std::vector<other> others;
    auto of_event = others_.begin();  // they are in the order of their events
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const bool stays = events_[i].call == call;
      for (; of_event != others_.end() && of_event->event == i; ++of_event)
        if (stays) others.push_back({kept, of_event->member, of_event->where});
      if (!stays) continue;
      events_[kept] = events_[i];
      events_[kept].call = 0;
      texts_[kept++] = texts_[i];
    }
    events_.resize(kept);
    texts_.resize(kept);
    others_ = std::move(others);
  }

  // Takes over the events of another list, after its own: all, or only its diagnostics, which then concern no call.
  void take(event_list& from_list, bool all) {
    from_list.finished();
    for (event& from : from_list.events_) {
      if (!all && from.type != event_type::diagnostic) continue;
      if (!all) from.call = no_call;
      add(from.type, from.begin, from.end) = from;
      bytes_.append(from.text);
      end_text();
      set_name(from.name);
      set_id(from.id);
      set_pointer(from.pointer);
    }
    from_list.clear();
  }

  std::span<const event> finished() {
    const place* text = texts_.data();
    for (event& e : events_) e.text = view(*text++);
    for (const other& o : others_) events_[o.event].*o.member = view(o.where);
    return events_;
  }
  std::size_t bytes() const { return bytes_.size(); }

 private:
  // What a large chunk took is given back when the chunk after it was small.
  void clear_bytes() {
    constexpr std::size_t always_kept = 4096;
    if (bytes_.capacity() > always_kept && bytes_.size() < bytes_.capacity() / 4) std::string().swap(bytes_);
    bytes_.clear();
  }

  struct place {
    std::size_t at, size;
  };
  struct other {
    std::size_t event;
    std::string_view toolcall::event::*member;
    place where;
  };
  void put(std::string_view toolcall::event::*member, std::string_view text) {
    others_.push_back({events_.size() - 1, member, {bytes_.size(), text.size()}});
    bytes_.append(text);
  }
  std::string_view view(place p) const { return {bytes_.data() + p.at, p.size}; }

  std::vector<event> events_;
  std::vector<place> texts_;
  std::vector<other> others_;
  std::string bytes_;
};

}  // namespace toolcall::events
