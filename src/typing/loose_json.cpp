// Reads JSON strictly or repaired, and undoes escaping that is one level too deep.

#include "typing/loose_json.hpp"

#include <algorithm>

#include "typing/string_body.hpp"

namespace toolcall::typing {

std::optional<std::string> as_strict_json(std::string_view text) {
  std::optional<repaired_json> made = repaired(text);
  if (!made || made->repairs.assumed()) return std::nullopt;
  return std::move(made->json);
}

std::optional<std::string> with_quotes_unescaped(std::string_view text) {
  if (text.find('"') == text.npos) return std::nullopt;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') return std::nullopt;
    if (text[at] == '\\') ++at;  // what it escapes
  }
  std::string spelled, out;
  string_body body;
  body.add(spelled, text);
  body.end(spelled);
  json::append_unescaped(out, spelled);
  return out;
}

namespace {

// The text with the bodies of its strings spelled as they must be (string_body.hpp).
std::string with_strings_escaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('"', at), text.size() - 1);
    out += text.substr(at, open + 1 - at);
    std::size_t close = open + 1;
    while (close < text.size() && text[close] != '"') close += text[close] == '\\' ? 2 : 1;
    string_body body;
    body.add(out, text.substr(open + 1, close - open - 1));
    body.end(out);
    at = close;
    if (at < text.size()) out += text[at++];
  }
  return out;
}

// The strict reader lets half a surrogate pair pass.
bool mentions_pairs(std::string_view json) {
  return json.find("\\ud") != json.npos || json.find("\\uD") != json.npos;
}

}  // namespace

std::string with_whole_pairs(std::string json) {
  return mentions_pairs(json) ? with_strings_escaped(json) : json;
}

bool read_loose_json(std::string_view text, json::document& doc, std::string& rewritten) {
  loose_reading how;
  return read_loose_json(text, doc, rewritten, how);
}

bool read_loose_json(std::string_view text, json::document& doc, std::string& rewritten, loose_reading& how,
                     bool words) {
  json::syntax_error why;
  const bool strict = doc.read(text, why);
  if (strict && !mentions_pairs(text)) return true;
  if (strict) {
    rewritten = with_strings_escaped(text);
    if (rewritten == text) return rewritten.clear(), true;
    how.repairs.add(defect::half_pair, 0);
    return doc.read(rewritten, why);
  }
  std::optional<repaired_json> other = repaired(text, words);
  if (!other) return false;
  how = {std::move(other->repairs), std::move(other->words), std::move(other->numbers)};
  rewritten = std::move(other->json);
  return doc.read(rewritten, why);
}

}  // namespace toolcall::typing
