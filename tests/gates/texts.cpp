// What a tag is comes from the pages as far as they say so, by their tokens, and otherwise from the shape that tags
// have in common. So a tag within a value is a tag as well.

#include "gates/texts.hpp"

#include <algorithm>

#include "text/ascii.hpp"

namespace toolcall::tests {

namespace {

// <name …>, </name>, <|name|>; not a < b > c.
std::size_t element_at(std::string_view text) {
  if (text.size() < 3 || text.front() != '<' ||
      !(ascii::is_letter(text[1]) || text[1] == '/' || text[1] == '|' || text[1] < 0))
    return 0;
  const std::size_t end = text.find_first_of("<>\n", 1);
  return end == text.npos || text[end] != '>' ? 0 : end + 1;
}

// From left to right, without overlap, where `size` says that something begins.
template <typename function>
std::vector<span_of_text> found_in(std::string_view text, function size) {
  std::vector<span_of_text> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = size(text.substr(at));
    if (bytes != 0) all.push_back({at, at + bytes});
    at += std::max<std::size_t>(bytes, 1);
  }
  return all;
}

std::string moved_up(std::string_view text, span_of_text tag) {
  const std::size_t line = text.rfind('\n', tag.begin == 0 ? text.npos : tag.begin - 1);
  if (tag.begin == 0 || line == text.npos) return "";
  std::string made(text);
  made.erase(tag.begin, tag.end - tag.begin);
  made.insert(line, text.substr(tag.begin, tag.end - tag.begin));
  return made;
}

}  // namespace

std::size_t token_size(std::string_view text, const page_list& pages) {
  std::size_t longest = 0;
  for (const grammarc::page* page : pages)
    if (const auto tokens = page->front.find("tokens"); tokens != page->front.end())
      for (const std::string& token : tokens->second)
        if (token.size() > longest && text.substr(0, token.size()) == token) longest = token.size();
  return longest;
}

std::vector<span_of_text> tokens_of(std::string_view text, const page_list& pages) {
  return found_in(text, [&](std::string_view rest) { return token_size(rest, pages); });
}

std::vector<span_of_text> tags_of(std::string_view text, const page_list& pages) {
  return found_in(text, [&](std::string_view rest) { return std::max(token_size(rest, pages), element_at(rest)); });
}

std::vector<variant> variants_of(std::string_view text, const page_list& pages) {
  std::vector<variant> all{{std::string(text), "whole"}};
  for (const span_of_text tag : tags_of(text, pages)) {
    const std::string written(text.substr(tag.begin, tag.end - tag.begin)), before(text.substr(0, tag.begin)),
        behind(text.substr(tag.end));
    const std::string which = written + " at byte " + std::to_string(tag.begin) + " ";
    all.push_back({before + behind, which + "deleted"});
    all.push_back({before + written + written + behind, which + "doubled"});
    all.push_back({before + written + "," + behind, which + "followed by a comma"});
    all.push_back({before + written + " then" + behind, which + "followed by a word"});
    std::string moved = moved_up(text, tag);
    if (!moved.empty()) all.push_back({std::move(moved), which + "moved up a line"});
  }
  return all;
}

std::vector<damaged_text> damaged_texts_of(std::string_view text, const page_list& pages) {
  std::vector<damaged_text> all;
  const std::vector<span_of_text> tokens = tokens_of(text, pages);
  const auto follows_token = [&](span_of_text tag) {
    return std::any_of(tokens.begin(), tokens.end(),
                       [&](span_of_text token) { return token.begin <= tag.begin && tag.begin <= token.end; });
  };
  for (const span_of_text tag : tags_of(text, pages)) {
    const std::string written(text.substr(tag.begin, tag.end - tag.begin));
    if (element_at(written) != written.size() || follows_token(tag)) continue;
    const auto add = [&](const std::string& damaged, const char* how) {
      damaged_text made;
      made.text.append(text.substr(0, tag.begin)).append(damaged).append(text.substr(tag.end));
      made.how = written + " at byte " + std::to_string(tag.begin) + " " + how;
      made.tag = {tag.begin, tag.begin + damaged.size()};
      made.whole = tag;
      all.push_back(std::move(made));
    };
    add(written.substr(1), "without its first bracket");
    add(written.substr(0, written.size() - 1), "without its last bracket");
    add(written[1] == '/' ? "<" + written.substr(2) : "</" + written.substr(1), "with a slash too many or too few");
  }
  return all;
}

}  // namespace toolcall::tests
