// The words are cut where a chat template may cut them: it writes its own newlines and blanks, builds JSON with a
// filter that chooses the blanks, and says each tag by itself.

#include "grammarc/marks_in.hpp"

#include <algorithm>
#include <cstddef>

#include "text/ascii.hpp"

namespace toolcall::grammarc {

namespace {

bool is_letter(char c) {
  return (ascii::lower(c) >= 'a' && ascii::lower(c) <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_plain(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == ' ' || c == '_' || c == '-';
}
bool is_mark(std::string_view word) {
  return std::any_of(word.begin(), word.end(), is_letter) && !std::all_of(word.begin(), word.end(), is_plain);
}

std::string_view without(std::string_view word, std::string_view before, std::string_view after) {
  while (!word.empty() && before.find(word.front()) != before.npos) word.remove_prefix(1);
  while (!word.empty() && after.find(word.back()) != after.npos) word.remove_suffix(1);
  return word;
}

// The size of "key" and the blanks and colon after it; 0 if the text does not begin with that.
std::size_t key_size(std::string_view text) {
  if (text.empty() || text.front() != '"') return 0;
  const std::size_t close = text.find('"', 1);
  if (close == text.npos || close == 1) return 0;
  const std::size_t colon = text.find_first_not_of(" \t\r\n", close + 1);
  return colon != text.npos && text[colon] == ':' ? colon + 1 : 0;
}

// Where a name begins that is a tool's.
std::size_t name_in(std::string_view word, const name_index& tools) {
  for (std::size_t at = 1; at < word.size(); ++at)
    if (!is_word_byte(static_cast<unsigned char>(word[at - 1])) && tools.longest(word.substr(at), true).size > 0)
      return at;
  return word.npos;
}

// Of a word that is not a tag, what stands before the value of its first attribute, but for a quote.
std::string_view without_value(std::string_view word) {
  const std::size_t equals = word.substr(0, 1) == "<" ? word.npos : word.find('=');
  return equals == word.npos || word.find_first_of("\"'", equals) != equals + 1 ? word : word.substr(0, equals + 1);
}

}  // namespace

std::vector<std::string> marks_in(std::string_view markup, const name_index& tools) {
  std::vector<std::string> found;
  std::string_view rest = markup;
  std::size_t size = 0;  // of the word that rest begins with
  const auto end_word = [&](std::size_t skipped) {
    std::string_view word = rest.substr(0, size);
    word = word.substr(0, 1) == "<" ? without(word, "", " \t\r") : without(word, " \t\r{},:\"", " \t\r{[,\"");
    word = without_value(word.substr(0, name_in(word, tools)));
    if (is_mark(word)) found.emplace_back(word);
    rest.remove_prefix(size + skipped);
    size = 0;
  };
  while (size < rest.size()) {
    const char c = rest[size];
    if (c == '\n') {
      end_word(1);
    } else if (c == '<' && size > 0) {
      end_word(0);
    } else if (c == '>') {
      ++size;
      end_word(0);
    } else if (const std::size_t key = rest.front() == '<' && size > 0 ? 0 : key_size(rest.substr(size)); key != 0) {
      end_word(0);
      found.emplace_back(rest.substr(0, rest.find('"', 1) + 1));
      rest.remove_prefix(key);
    } else {
      ++size;
    }
  }
  end_word(0);
  return found;
}

}  // namespace toolcall::grammarc
