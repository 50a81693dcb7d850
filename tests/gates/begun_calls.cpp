// Damaged copies of a text have most of their bytes in common, so answers are kept for the next 200 bytes, where they
// do not depend on more.

#include "gates/begun_calls.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "text/ascii.hpp"

namespace toolcall::tests {

namespace {

constexpr std::size_t longest_mark = 48, most_seen = 200;
constexpr const char* blanks = " \t\r\n";

std::optional<begun_call> moved(std::optional<begun_call> call, std::size_t by) {
  if (call) call->begin += by, call->end += by;
  return call;
}

bool is_first_on_line(std::string_view text, std::size_t at) {
  const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;  // npos + 1 is 0
  return text.substr(line, at - line).find_first_not_of(" \t") == text.npos;
}

bool ends_with_name(std::string_view bytes, const interpreter::names& declared) {
  return std::any_of(declared.tools.begin(), declared.tools.end(), [&](const auto& tool) {
    const std::string& name = tool.first;
    return bytes.size() > name.size() && bytes.substr(bytes.size() - name.size()) == name &&
           !ascii::is_letter(bytes[bytes.size() - name.size() - 1]);
  });
}

// More than the mark and no placeholder; or a declared name, which the end of the text may have cut off. In a sentence
// it stands directly after the mark.
bool is_evidence(std::string_view text, std::size_t mark, std::size_t end, bool in_sentence,
                 const interpreter::names& declared) {
  const bool named = end > mark && ends_with_name(text.substr(mark, end - mark), declared);
  if (!named && end < text.size() && text[end] == '<') return false;
  if (end > mark && text.substr(mark, end - mark).find_first_not_of(blanks) != text.npos) return true;
  if (end > mark && in_sentence) return false;
  const std::size_t name_end = std::min(text.find_first_of(" \t\r\n<>{}()[]\"'`,;=", end), text.size());
  const std::string name(text.substr(end, name_end - end));
  if (!declared.given || name.empty()) return false;
  return std::any_of(declared.tools.begin(), declared.tools.end(), [&](const auto& tool) {
    return tool.first == name || (name_end == text.size() && tool.first.compare(0, name.size(), name) == 0);
  });
}

}  // namespace

begun_calls::begun_calls(const authoring::page_folder& folder) : dialects_(folder.dialects()), parts_(folder.pages()) {
}

std::optional<begun_call> begun_calls::at(const page_list& dialects, std::string_view text, std::size_t begin,
                                          const interpreter::names& declared) {
  const std::string seen = (is_first_on_line(text, begin) ? "^" : " ") + std::string(text.substr(begin, most_seen));
  const auto known = found_.find(seen);
  if (known != found_.end()) return moved(known->second, begin);
  std::size_t looked_until = begin;
  const std::optional<begun_call> found = look(dialects, text, begin, declared, looked_until);
  if (looked_until < begin + most_seen) found_.emplace(seen, moved(found, 0 - begin));
  return found;
}

std::optional<begun_call> begun_calls::look(const page_list& dialects, std::string_view text, std::size_t begin,
                                            const interpreter::names& declared, std::size_t& looked_until) {
  std::optional<begun_call> found;
  std::set<std::string_view> asked;  // dialects share rules
  for (const auto& [page, unused] : marks_at(text, begin, declared)) {
    if (std::find(dialects.begin(), dialects.end(), page) == dialects.end()) continue;
    const std::size_t mark = end_of_marks(page, text, begin, declared);
    for (const std::string& rule : parts_.beginnings(page->name)) {
      if (!asked.insert(rule).second) continue;
      interpreter::failures farthest;
      farthest.clear(begin);
      const interpreter::match_result match = parts_.match(rule, text, begin, declared, &farthest);
      const bool whole = match.is == interpreter::match_kind::ok;
      looked_until = std::max({looked_until, match.j, farthest.at()});
      if (whole && is_evidence(text, mark, match.j, !is_first_on_line(text, begin), declared))
        return begun_call{begin, match.j, false};
      if (!whole && farthest.at() == text.size()) found = begun_call{begin, text.size(), true};
    }
  }
  return found;
}

bool begun_calls::is_mark(const page_list& dialects, std::string_view text, std::size_t at,
                          const interpreter::names& declared) {
  const mark_sizes& marks = marks_at(text, at, declared);
  return std::any_of(dialects.begin(), dialects.end(),
                     [&](const grammarc::page* page) { return marks.count(page) != 0; });
}

// The place after the mark of this page, and after more of its marks with only blanks between them.
std::size_t begun_calls::end_of_marks(const grammarc::page* page, std::string_view text, std::size_t begin,
                                      const interpreter::names& declared) {
  std::size_t end = begin;
  for (std::size_t from = begin; from < text.size();) {
    const mark_sizes& marks = marks_at(text, from, declared);
    const auto own = marks.find(page);
    if (own == marks.end()) break;
    end = from + own->second;
    from = std::min(text.find_first_not_of(blanks, end), text.size());
  }
  return end;
}

// The lengths of the marks that begin here: a page's tokens, and what its rule call_mark matches.
const begun_calls::mark_sizes& begun_calls::marks_at(std::string_view text, std::size_t at,
                                                     const interpreter::names& declared) {
  const auto [known, fresh] = marks_.try_emplace(std::string(text.substr(at, longest_mark)));
  if (!fresh) return known->second;
  for (const grammarc::page* page : dialects_) {
    std::size_t size = token_size(known->first, {page});
    for (const grammarc::rule& rule : page->rules) {
      if (rule.name != "call_mark") continue;
      const interpreter::match_result found = parts_.match(page->name + ".call_mark", known->first, 0, declared);
      if (found.is == interpreter::match_kind::ok) size = std::max(size, found.j);
    }
    if (size != 0) known->second.emplace(page, size);
  }
  return known->second;
}

}  // namespace toolcall::tests
