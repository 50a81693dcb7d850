#include "gates/field_tags.hpp"

#include <algorithm>

#include "text/ascii.hpp"

namespace toolcall::tests {

namespace {

bool holds_token(std::string_view bytes, const grammarc::page& page) {
  const auto tokens = page.front.find("tokens");
  return tokens != page.front.end() && std::any_of(tokens->second.begin(), tokens->second.end(),
                                                   [&](const auto& token) { return bytes.find(token) != bytes.npos; });
}

}  // namespace

bool field_tags::is_reader(const std::string& dialect, const std::string& rule) {
  const auto& fields = parts_.fields(dialect);
  return std::any_of(fields.begin(), fields.end(), [&](const auto& each) { return each.readers.count(rule) != 0; });
}

std::optional<field_tag> field_tags::next(const std::string& dialect, std::string_view value, std::size_t from) {
  const grammarc::page& page = *folder_.named(dialect).front();
  for (std::size_t begin = from; begin < value.size(); ++begin)
    for (const field_rules& field : parts_.fields(dialect))
      if (const auto found = at(page, field, value, begin)) return found;
  return std::nullopt;
}

std::optional<field_tag> field_tags::at(const grammarc::page& page, const field_rules& field, std::string_view value,
                                        std::size_t begin) const {
  const interpreter::match_result found = parts_.match(field.opening, value, begin, {});
  if (found.is != interpreter::match_kind::ok) return std::nullopt;
  const auto key = std::find_if(found.events.begin(), found.events.end(), [](const interpreter::node_event& each) {
    return each.is == interpreter::node_event_type::end && each.what == "key";
  });
  if (key == found.events.end()) return std::nullopt;
  const std::string_view before = value.substr(begin, key->begin - begin),
                         behind = value.substr(key->end, found.j - key->end);
  const bool word = std::any_of(before.begin(), before.end(), ascii::is_letter);
  if (!word && !holds_token(before, page) && !holds_token(behind, page)) return std::nullopt;
  return field_tag{std::string(value.substr(key->begin, key->end - key->begin)), begin, found.j,
                   !field.pair.empty() && matches(field.pair, value, begin)};
}

bool field_tags::matches(const std::string& rule, std::string_view value, std::size_t begin) const {
  return parts_.match(rule, value, begin, {}).is == interpreter::match_kind::ok;
}

}  // namespace toolcall::tests
