// The texts that a message's rules have captured, to be compared with what follows.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall::engine {

class captures {
 public:
  struct captured {
    std::uint32_t id;
    std::uint32_t begin;  // of its bytes here
    std::uint64_t from;   // in the text
    std::uint32_t size;
    bool open;
  };

  void open(std::uint32_t id, std::uint64_t from) {
    all_.push_back({id, static_cast<std::uint32_t>(bytes_.size()), from, 0, true});
  }
  // The last one with this id that is open, which there must be.
  captured& last_open(std::uint32_t id) {
    std::size_t i = all_.size();
    while (!(all_[i - 1].open && all_[i - 1].id == id)) --i;
    return all_[i - 1];
  }
  void close(captured& entry, std::string_view text) {
    entry.begin = static_cast<std::uint32_t>(bytes_.size());
    entry.size = static_cast<std::uint32_t>(text.size());
    entry.open = false;
    bytes_.append(text);
  }
  // The last one that is closed, or null.
  const captured* last(std::uint32_t id) const {
    for (std::size_t i = all_.size(); i > 0; --i)
      if (all_[i - 1].id == id && !all_[i - 1].open) return &all_[i - 1];
    return nullptr;
  }
  std::string_view text_of(const captured& of) const { return std::string_view(bytes_).substr(of.begin, of.size); }
  void drop_last() {
    if (!all_.back().open) bytes_.resize(all_.back().begin);
    all_.pop_back();
  }

 private:
  std::vector<captured> all_;
  std::string bytes_;
};

}  // namespace toolcall::engine
