// Reads the labels of spec/recovery.md: each heading `### label` declares one.
//
// The page stays readable prose: the first sentence under the heading is what a diagnostic says, the line
// `consequence: …` is what follows from it, a line `concerns: field` says that its diagnostic points at the field
// before it, `concerns: no call` that no complete call can need it, which holds for the library's own unless they say
// `concerns: call`; a line `evidence: …` says what shows that there is a call which needs it, and everything else is
// for the reader.

#include <algorithm>
#include <iterator>

#include <toolcall/event.hpp>

#include "grammarc/read_page.hpp"
#include "grammarc/read_page_lines.hpp"
#include "text/joined.hpp"
#include "text/words.hpp"

namespace toolcall::grammarc {
namespace {

constexpr std::string_view consequences[] = {
    "reported",       "incomplete",      "by finish reason", "without fields", "held",      "refused",    "switch",
    "without a call", "looked at again", "by its arguments", "by its names",   "as a mark", "to the end", "internal"};

std::string allowed_consequences() {
  return joined(consequences, ", ");
}

// A label leaves less evidence than all that there was before.
std::string allowed_evidence() {
  std::vector<std::string> all = words_of<call_evidence>();
  std::erase(all, to_string(call_evidence::exact));
  return joined(all, ", ");
}

// The label that a heading declares, or nothing where it is a heading of the prose.
std::string_view declared(std::string_view line) {
  if (line.substr(0, 4) != "### ") return {};
  auto name = trim(line.substr(4));
  if (name.size() > 2 && name.front() == '`' && name.back() == '`') name = name.substr(1, name.size() - 2);
  const bool word = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
  return word ? name : std::string_view{};
}

std::string first_sentence(const std::string& prose) {
  for (std::size_t at = 0; at < prose.size(); ++at) {
    const bool stop = prose[at] == '.' || prose[at] == '!' || prose[at] == '?';
    if (stop && (at + 1 == prose.size() || prose[at + 1] == ' ')) return prose.substr(0, at + 1);
  }
  return prose;
}

class label_reader {
 public:
  label_reader(std::string_view file, std::string_view content, std::vector<problem>& problems)
      : file_(file), lines_(split_lines(content)), problems_(problems) {}

  std::vector<label> read() {
    for (std::size_t at = 0; at < lines_.size(); ++at) {
      const auto line = trim(lines_[at]);
      if (const auto ticks = fence(line)) {
        paragraph_ended_ = !prose_.empty();
        while (++at < lines_.size() && !closes(lines_[at], ticks)) continue;
      } else if (line.substr(0, 1) == "#") {
        finish();
        begin(declared(line), at + 1);
      } else if (open_) {
        inside(line, at + 1);
      }
    }
    finish();
    return std::move(labels_);
  }

 private:
  void report(std::size_t line, std::string what) {
    problems_.push_back({std::string(file_), line, "", std::move(what)});
  }

  void begin(std::string_view name, std::size_t line) {
    if (name.empty()) return;
    for (const auto& earlier : labels_)
      if (earlier.name == name)
        report(line, "the label " + earlier.name + " is declared in line " + std::to_string(earlier.line) + " already");
    open_ = true;
    current_.name = name;
    current_.line = line;
  }

  void inside(std::string_view line, std::size_t number) {
    constexpr std::string_view key = "consequence:";
    constexpr std::string_view about = "concerns:";
    constexpr std::string_view shown = "evidence:";
    if (line.substr(0, key.size()) == key) return consequence(trim(line.substr(key.size())), number);
    if (line.substr(0, about.size()) == about) return concerns(trim(line.substr(about.size())), number);
    if (line.substr(0, shown.size()) == shown) return evidence(trim(line.substr(shown.size())), number);
    if (line.empty()) {
      paragraph_ended_ = !prose_.empty();
    } else if (!paragraph_ended_) {
      prose_ += (prose_.empty() ? "" : " ") + std::string(line);
    }
  }

  void consequence(std::string_view value, std::size_t number) {
    if (std::find(std::begin(consequences), std::end(consequences), value) == std::end(consequences))
      report(number, current_.name + ": `" + std::string(value) + "` is not a consequence; allowed are " +
                         allowed_consequences());
    current_.consequence = value;
    paragraph_ended_ = !prose_.empty();
  }

  void concerns(std::string_view value, std::size_t number) {
    current_.concerns_field = value == "field";
    current_.concerns_no_call = value == "no call";
    concerns_call_ = value == "call";
    if (!current_.concerns_field && !current_.concerns_no_call && !concerns_call_)
      report(number, "`" + std::string(value) + "` is nothing that " + current_.name +
                         " can concern: allowed are field, call, no call");
  }

  void evidence(std::string_view value, std::size_t number) {
    if (value_of<call_evidence>(value).value_or(call_evidence::exact) == call_evidence::exact)
      report(number, current_.name + ": `" + std::string(value) +
                         "` is no evidence that a label can leave; allowed are " + allowed_evidence());
    current_.evidence = value;
  }

  void finish() {
    if (!open_) return;
    current_.message = first_sentence(prose_);
    if (current_.message.empty())
      report(current_.line,
             "the label " + current_.name + " has no sentence under its heading: it is the diagnostic's text");
    if (current_.consequence.empty())
      report(current_.line,
             "the label " + current_.name + " has no line `consequence:`; allowed are " + allowed_consequences());
    if (current_.consequence == "internal" && !concerns_call_) current_.concerns_no_call = true;
    labels_.push_back(std::move(current_));
    current_ = {};
    prose_.clear();
    open_ = paragraph_ended_ = concerns_call_ = false;
  }

  std::string_view file_;
  std::vector<std::string_view> lines_;
  std::vector<problem>& problems_;
  std::vector<label> labels_;
  label current_;
  std::string prose_;
  bool open_ = false;
  bool paragraph_ended_ = false;
  bool concerns_call_ = false;
};

}  // namespace

std::vector<label> read_labels(std::string_view file_name, std::string_view content, std::vector<problem>& problems) {
  return label_reader(file_name, content, problems).read();
}

}  // namespace toolcall::grammarc
