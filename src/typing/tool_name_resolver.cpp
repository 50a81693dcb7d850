// A ladder, from the least to the most that is changed of a name; the first rung that finds a tool decides.
//
// Only what models add to names or spell otherwise is undone: what stands around a name, what numbers it, the namespace
// in front of it, letter case, separators. A name that is merely like another is another name: `read` must never become
// `delete`. So a rung on which several tools would match finds none, and ends the search.

#include "typing/tool_name_resolver.hpp"

#include <algorithm>

#include "text/ascii.hpp"
#include "text/quotes.hpp"
#include "text/vocabulary.hpp"

namespace toolcall::typing {
namespace {

constexpr int several = -2;
constexpr std::size_t longest = 256;
constexpr std::string_view escaped_line = "\\_";  // as Markdown has it

// Separators are one.
std::string joined(std::string_view name) {
  std::string out = ascii::lowered(name);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '-' || c == '.' || c == ' '; }, '_');
  return out;
}

// Where the tails of a name begin: after `.`, `/`, `:` and `__`.
std::vector<std::size_t> tails_of(std::string_view name) {
  std::vector<std::size_t> at;
  for (std::size_t i = 1; i < name.size(); ++i) {
    const char before = name[i - 1];
    const bool mark = before == '.' || before == '/' || before == ':';
    const bool line = before == '_' && i > 2 && name[i - 2] == '_' && name[i] != '_';
    if (mark || line) at.push_back(i);
  }
  return at;
}

// From the first byte that may stand in a name up to the first that may not. A bracket is part of a name, unless it
// begins a mark.
std::string_view bare(std::string_view written) {
  const auto in_name = [](char c) { return is_name_byte(static_cast<unsigned char>(c)); };
  const auto* const begin = std::find_if(written.begin(), written.end(), in_name);
  const auto* const end = std::find_if_not(begin, written.end(), in_name);
  const bool bracketed = end != written.end() && *end == '<' && end + 1 != written.end() && in_name(end[1]);
  if (bracketed) return {};
  return {begin, static_cast<std::size_t>(end - begin)};
}

// Blanks may stand in a spelling of a name, though not in a name.
std::string_view unquoted(std::string_view written) {
  return without_quotes(written, " \t\r\n");
}

std::string_view without_prefix(std::string_view name) {
  for (const std::string_view prefix : {"functions.", "function.", "tools.", "functions_", "functions:"})
    if (name.size() > prefix.size() && name.substr(0, prefix.size()) == prefix) return name.substr(prefix.size());
  return {};
}

// After one of these.
std::string_view without_number(std::string_view name, std::string_view marks) {
  std::size_t end = name.size();
  while (end > 0 && ascii::is_digit(name[end - 1])) --end;
  const bool numbered = end > 1 && end < name.size() && marks.find(name[end - 1]) != marks.npos;
  return numbered ? name.substr(0, end - 1) : std::string_view{};
}

std::string_view without_content_type(std::string_view name) {
  constexpr std::string_view type = "json";
  return name.size() > type.size() && name.ends_with(type) ? name.substr(0, name.size() - type.size())
                                                           : std::string_view{};
}

// `functionsNAME1` is such an id without its separators.
std::string_view between_word_and_number(std::string_view name) {
  constexpr std::string_view word = "functions";
  if (!name.starts_with(word) || !ascii::is_digit(name.back())) return {};
  name.remove_prefix(word.size());
  while (!name.empty() && ascii::is_digit(name.back())) name.remove_suffix(1);
  return name;
}

// What the name may be without what was added to it, from the least that is taken away to the most.
std::vector<std::string> forms_of(std::string_view written) {
  std::vector<std::string> forms;
  const auto add = [&](std::string_view form) {
    if (!form.empty() && std::find(forms.begin(), forms.end(), form) == forms.end()) forms.emplace_back(form);
  };
  const std::string_view name = bare(written), rest = without_prefix(name);
  add(name);
  // `functions_NAME_1` is the id `functions.NAME:1` with other separators, so its number is not part of the name.
  // Without what stands before it, `sha_256` is a name.
  if (!rest.empty() && name[name.size() - rest.size() - 1] == '_') add(without_number(rest, ":_"));
  add(rest);
  add(without_number(name, ":"));
  add(without_number(rest, ":_"));
  add(between_word_and_number(name));
  for (const std::string_view each : {name, rest}) add(without_content_type(each));
  add(unquoted(written));
  return forms;
}

void put(std::map<std::string, int, std::less<>>& names, std::string name, int tool) {
  const auto [place, fresh] = names.try_emplace(std::move(name), tool);
  if (!fresh && place->second != tool) place->second = several;
}

}  // namespace

void tool_name_resolver::add(std::string_view name, int tool) {
  put(exact_, std::string(name), tool);
  put(folded_, ascii::lowered(name), tool);
  put(joined_, joined(name), tool);
  put(squeezed_, ascii::folded(name), tool);
  for (const std::size_t at : tails_of(name)) put(tails_, std::string(name.substr(at)), tool);
}

int tool_name_resolver::first(const index& names, const std::vector<std::string>& forms) {
  for (const std::string& form : forms)
    if (const auto found = names.find(form); found != names.end()) return found->second;
  return none;
}

// A declared name is the tail of this one, or this one is the tail of a declared name.
int tool_name_resolver::by_tail(std::string_view name) const {
  int found = none;
  const auto note = [&](const index& names, std::string_view key) {
    const auto place = names.find(key);
    if (place == names.end() || place->second == found) return;
    found = found == none ? place->second : several;
  };
  note(tails_, name);
  for (const std::size_t at : tails_of(name)) {
    if (exact_.contains(name.substr(0, name.find_last_not_of(":./_", at - 1) + 1))) return several;  // two names
    note(exact_, name.substr(at));
  }
  return found;
}

std::vector<std::string> spellings_of(std::string_view name) {
  const auto is_sign = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == ' ' || (is_name_byte(byte) && !is_word_byte(byte));
  };
  std::string plain(name), escaped;
  std::replace_if(plain.begin(), plain.end(), is_sign, '_');
  for (const char c : name) escaped += c == '_' ? escaped_line : std::string_view(&c, 1);
  return {plain, escaped};
}

int tool_name_resolver::find(std::string_view written) const {
  if (written.size() > longest) return none;
  if (written.find(escaped_line) != written.npos) {
    std::string plain(written);
    for (std::size_t at = 0; (at = plain.find(escaped_line, at)) != plain.npos;) plain.erase(at, 1);
    return find(plain);
  }
  std::vector<std::string> forms = forms_of(written);
  if (forms.empty()) return none;
  // With other separators it is the whole name: nothing is taken away.
  if (const auto whole = joined_.find(joined(unquoted(written))); whole != joined_.end())
    return std::max(whole->second, none);
  int found = first(exact_, forms);
  for (std::size_t i = 0; i < forms.size() && found == none; ++i) found = by_tail(forms[i]);
  const auto change_all = [&](std::string (*change)(std::string_view)) {
    for (std::string& form : forms) form = change(form);
  };
  if (found == none) change_all(ascii::lowered), found = first(folded_, forms);
  if (found == none) change_all(joined), found = first(joined_, forms);
  if (found == none) change_all(ascii::folded), found = first(squeezed_, forms);
  return found < 0 ? none : found;
}

}  // namespace toolcall::typing
