// Builds nlohmann's values by hand from our tree.
//
// Its own parser would throw on ill-formed UTF-8 and make doubles of large integers; here bytes are replaced, and an
// integral number is an integer however it is spelled, which is what JSON Schema means by one.

#include "typing/dom.hpp"

#include <charconv>
#include <limits>
#include <utility>

#include "typing/number.hpp"

namespace toolcall::typing {
namespace {

// The length of the well-formed UTF-8 sequence at the start of `text`, 0 if there is none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  const unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
  }
  return length;
}

bool read_integer(const std::string& text, nlohmann::json& out) {
  const char* const end = text.data() + text.size();
  std::int64_t value = 0;
  std::uint64_t large = 0;
  if (std::from_chars(text.data(), end, value).ec == std::errc{}) return out = value, true;
  if (std::from_chars(text.data(), end, large).ec == std::errc{}) return out = large, true;
  return false;
}

nlohmann::json number(std::string_view lexeme, big_numbers big) {
  const decimal d = decimal::of(lexeme);
  if (nlohmann::json out; d.is_integral() && d.exponent <= 20 && read_integer(d.integer_text(), out)) return out;
  if (d.is_integral() && big == big_numbers::saturate) {
    using limits = std::numeric_limits<std::int64_t>;
    return d.negative ? limits::min() : limits::max();
  }
  // Not std::from_chars, which reads only integers in libc++ 14. A number beyond every double is discarded.
  const nlohmann::json read = nlohmann::json::parse(lexeme, nullptr, false);
  if (!read.is_discarded()) return read.get<double>();
  if (d.exponent < 0) return 0.0;
  return d.negative ? std::numeric_limits<double>::lowest() : std::numeric_limits<double>::max();
}

}  // namespace

std::string well_formed(std::string text) {
  std::size_t good = 0;
  while (good < text.size()) {
    const std::size_t length = sequence_length(std::string_view(text).substr(good));
    if (length == 0) break;
    good += length;
  }
  if (good == text.size()) return text;
  std::string out = text.substr(0, good);
  for (std::string_view rest = std::string_view(text).substr(good); !rest.empty();) {
    const std::size_t length = sequence_length(rest);
    length == 0 ? out += "\xef\xbf\xbd" : out += rest.substr(0, length);
    rest.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

nlohmann::json to_dom(const json::document& doc, std::uint32_t i, big_numbers big) {
  switch (doc[i].what) {
    case json::kind::null:
      return nullptr;
    case json::kind::boolean:
      return doc.lexeme(i) == "true";
    case json::kind::number:
      return number(doc.lexeme(i), big);
    case json::kind::string:
      return well_formed(doc.text_of(i));
    case json::kind::array: {
      nlohmann::json out = nlohmann::json::array();
      for (std::uint32_t n = i + 1; n < doc[i].next; n = doc[n].next) out.push_back(to_dom(doc, n, big));
      return out;
    }
    case json::kind::object:
      break;
  }
  nlohmann::json out = nlohmann::json::object();
  for (std::uint32_t n = i + 1; n < doc[i].next; n = doc[n + 1].next) {
    // Of duplicates the first counts, as everywhere.
    std::string key = well_formed(doc.text_of(n));
    if (!out.contains(key)) out.emplace(std::move(key), to_dom(doc, n + 1, big));
  }
  return out;
}

}  // namespace toolcall::typing
