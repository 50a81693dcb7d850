// Redaction is tried, and what came out is read. Other words are drawn first where it is read otherwise; then the words
// that nearly are marks stay, for a slip in a mark is what a report is about.

#include <algorithm>
#include <utility>

#include <toolcall/error.hpp>
#include <toolcall/report.hpp>
#include <toolcall/verdict.hpp>
#include <toolcall/version.hpp>

#include "output/json_writer.hpp"
#include "reports/documents.hpp"
#include "reports/kept_words.hpp"
#include "reports/readings.hpp"
#include "text/utf8.hpp"

namespace toolcall {

namespace {

using typing::json::document;

// Around a difference, in bytes.
constexpr std::uint64_t surroundings = 64;
constexpr std::size_t most_lines = 500;  // of the trace

tools tools_of(std::string_view json) {
  return json.empty() ? tools() : tools::from_json(json);
}

class redacting {
 public:
  redacting(const report_source& of, const redaction& how)
      : of_(of), how_(how), which_(dialect::named(of.dialect)), stay_(reports::words_of_marks()) {
    const reports::reading first = reports::read(of.text, which_, tools_of(of.tools), of.finish_reason);
    reports::add_read_words(first, of.text, !how.names, stay_);
    was_ = first.found;
    taken_.add(of.text);
    taken_.add(of.tools);
    typing::json::syntax_error why;
    if (of.tools.empty() || !in_.read(utf8::without_mark(of.tools), why)) return;
    list_ = reports::tools_in(in_);
    reports::add_declared_words(in_, list_, !how.names, stay_);
  }

  // Other words are drawn; then words that nearly are marks stay where that helps; then numbers.
  std::shared_ptr<reports::redactor> done(redacted& to) {
    std::optional<reports::difference> found;
    for (; salt_ < most_salts; ++salt_)
      if (auto by = attempt(to, stay_, found)) return by;
    for (std::size_t round = 0; round < most_rounds; ++round) {
      const auto sets = reports::words_near(around(*found), stay_);
      for (const std::vector<std::string>& words : sets) {
        reports::word_set more = stay_;
        for (const std::string& word : words) more.add_word(word);
        std::optional<reports::difference> other;
        if (auto by = attempt(to, more, other)) return by;
      }
      bool has_more = false;
      for (const std::string& word : sets.back()) has_more = stay_.add_word(word) || has_more;
      if (!has_more) break;
      if (auto by = attempt(to, stay_, found)) return by;
    }
    numbers_ = false;
    to.numbers_stay = true;
    if (auto by = attempt(to, stay_, found)) return by;
    throw setup_error("", "with other words the text is read otherwise (" + found->what + ", bytes " +
                              std::to_string(found->begin) + " to " + std::to_string(found->end) + ")");
  }

 private:
  static constexpr std::uint64_t most_salts = 3;
  static constexpr std::size_t most_rounds = 8;

  // Nothing where what is made is read otherwise; `found` says where.
  std::shared_ptr<reports::redactor> attempt(redacted& to, const reports::word_set& stay,
                                             std::optional<reports::difference>& found) const {
    auto by = std::make_shared<reports::redactor>(stay, taken_, how_.seed + (salt_ << 48U), numbers_);
    to.text = by->applied(of_.text);
    to.tools = of_.tools.empty() ? std::string() : reports::redacted_tools(in_, list_, *by);
    found =
        reports::difference_of(was_, reports::read(to.text, which_, tools_of(to.tools), of_.finish_reason).found, *by);
    return found ? nullptr : by;
  }

  std::string_view around(const reports::difference& found) const {
    const auto begin = static_cast<std::size_t>(found.begin - std::min(found.begin, surroundings));
    const auto end = static_cast<std::size_t>(found.end + surroundings);
    return begin >= of_.text.size() ? of_.text : of_.text.substr(begin, end - begin);
  }

  const report_source& of_;
  const redaction& how_;
  dialect which_;
  message was_;
  reports::word_set stay_, taken_;
  document in_;
  std::uint32_t list_ = 0;
  std::uint64_t salt_ = 0;
  bool numbers_ = true;
};

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string made;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - at);
    unsigned three = 0;
    for (std::size_t i = 0; i < 3; ++i)
      three = three << 8U | (i < have ? static_cast<unsigned>(static_cast<unsigned char>(bytes[at + i])) : 0U);
    for (std::size_t i = 0; i < 4; ++i) made += i <= have ? digits[three >> (6U * (3 - i)) & 63U] : '=';
  }
  return made;
}

// The tools as they were given, the list alone.
std::string list_of(std::string_view json) {
  if (json.empty()) return "null";
  document in;
  typing::json::syntax_error why;
  if (!in.read(utf8::without_mark(json), why)) return "null";
  std::string made;
  in.append_compact(reports::tools_in(in), made);
  return made;
}

void write_explanation(events::json_writer& out, const reports::reading& of) {
  out.key("explanation").object([&] {
    const verdict found = verdict_on(of.found);
    out.member("verdict", to_string(found.kind)).member("message", found.message);
    out.key("trace").array([&] {
      for (std::size_t i = 0; i < std::min(of.trace.size(), most_lines); ++i) out.string(of.trace[i]);
    });
  });
}

std::string written(const report_source& of, const redacted* made) {
  const reports::reading found =
      reports::read(of.text, dialect::named(of.dialect), tools_of(of.tools), of.finish_reason);
  events::json_writer out;
  out.object([&] {
    out.member("toolcall_report", 1)
        .member("version", version)
        .json_member("redacted", made != nullptr ? "true" : "false");
    if (made != nullptr) out.json_member("numbers_stay", made->numbers_stay ? "true" : "false");
    out.member("dialect", of.dialect).member("finish_reason", of.finish_reason).member("text", of.text);
    if (utf8::ill_formed(of.text) != of.text.npos) out.member("text_base64", base64(of.text));
    out.json_member("tools", list_of(of.tools)).key("expected").null();
    out.json_member("message", to_json(found.found));
    write_explanation(out, found);
  });
  return out.take();
}

}  // namespace

std::string redacted::words(std::string_view other) {
  return by_ == nullptr ? std::string(other) : by_->applied(other);
}

std::string redacted::json(std::string_view document_text) {
  document in;
  typing::json::syntax_error why;
  if (!in.read(document_text, why))
    throw setup_error("",
                      std::string("the document is not JSON: ") + why.reason + " at byte " + std::to_string(why.at));
  return by_ == nullptr ? std::string(document_text) : reports::redacted_document(in, *by_);
}

redacted redact(const report_source& of, const redaction& how) {
  redacted made;
  made.by_ = redacting(of, how).done(made);
  return made;
}

std::string report(const report_source& of, const std::optional<redaction>& how) {
  if (!how) return written(of, nullptr);
  const redacted made = redact(of, *how);
  return written({made.text, made.tools, of.dialect, of.finish_reason}, &made);
}

}  // namespace toolcall
