// Quotes an expression in a message: as the printer writes it, but what is long loses its end, because the author only
// has to recognise it.

#include "grammarc/check_show.hpp"

#include <cstddef>

#include "grammarc/print.hpp"

namespace toolcall::grammarc {

std::string shown(const expression& written) {
  constexpr std::size_t longest = 60;
  const std::string text = print(written);
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // not inside a character
  return text.substr(0, end) + "…";
}

}  // namespace toolcall::grammarc
