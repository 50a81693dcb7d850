// A failure to hand on: what a model wrote, with all that is needed to read it again. And the same without its secrets.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace toolcall {

namespace reports {
class redactor;
}

// A text, and what it is read with.
struct report_source {
  std::string_view text;
  std::string_view tools{};  // JSON, as tools::from_json takes it; empty: none were given
  std::string_view dialect = "auto";
  std::string_view finish_reason = "stop";
};

struct redaction {
  bool names = false;      // replace the words of tools' names, too
  std::uint64_t seed = 0;  // another one chooses other words
};

// A text and its tools in other words (docs/report.md). `tools` is the list alone; empty where none were given.
class redacted {
 public:
  std::string text, tools;
  bool numbers_stay = false;  // where one cannot be replaced all stay, as the text would be read otherwise

  // Another text, or the strings of another JSON document, in the same words. Nothing reads these to check them. Keys
  // stay, and so do the strings under type, role, name, model and the like. Throws setup_error for what is no JSON.
  [[nodiscard]] std::string words(std::string_view other);
  [[nodiscard]] std::string json(std::string_view document);

 private:
  friend redacted redact(const report_source&, const redaction&);
  std::shared_ptr<reports::redactor> by_;
};

// Replaces the words of values, text and reasoning, and those of the schemas' descriptions, titles, defaults, examples
// and values, by others with as many bytes. What stays is marks, keys, names, literals such as true, punctuation,
// blanks, and short numbers. The same word becomes the same word everywhere. It depends on its arguments alone.
//
// Both texts are read: the redacted one has the same spans, calls, statuses, names, keys and labels. Where other words
// do not have them, words that are spelled nearly like a mark or a name stay at that place. Throws setup_error, with
// the bytes, where that is not enough; and as dialect::named and tools::from_json do.
[[nodiscard]] redacted redact(const report_source& of, const redaction& how = {});

// One JSON object on one line: the version, the text, its tools, dialect and finish reason, `expected` (null, for who
// reports it to fill in), the message that was read, the verdict on it and the lines of the trace. Redacted, if `how`
// is given. It is a record that toolcall batch and toolcall eval read. Throws as redact does.
[[nodiscard]] std::string report(const report_source& of, const std::optional<redaction>& how = std::nullopt);

}  // namespace toolcall
