// The longest declared name at a place of the text.
//
// The names stand in order, so those that begin with the bytes read so far are a range, which each byte makes smaller.

#include "text/vocabulary.hpp"

namespace toolcall {

name_index::match name_index::longest_of_first(std::string_view text, bool at_end) const {
  match found;
  auto first = names_.begin(), last = names_.end();
  for (std::size_t size = 0; first != last; ++size) {
    const bool here = first->first.size() == size;  // a name is before those that it begins
    if (size == text.size()) {
      found.undecided = !at_end;
      if (here && at_end) found.size = size;
      return found;
    }
    const auto next = static_cast<unsigned char>(text[size]);
    const bool ends = size == 0 || !is_word_byte(next) || !is_word_byte(static_cast<unsigned char>(text[size - 1]));
    if (here && ends) found.size = size;
    if (here) ++first;
    const auto less = [size](const entry& a, unsigned char c) { return static_cast<unsigned char>(a.first[size]) < c; };
    const auto more = [size](unsigned char c, const entry& a) { return c < static_cast<unsigned char>(a.first[size]); };
    first = std::lower_bound(first, last, next, less);
    last = std::upper_bound(first, last, next, more);
  }
  return found;
}

}  // namespace toolcall
