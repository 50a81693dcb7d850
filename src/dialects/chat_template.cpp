// The words around the parts of a call are the same in what a model writes and in the template that shows it its own
// calls. Which words a dialect has is compiled from the examples of its page (ways_of_calling), so there is no list of
// templates here, and none of models.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>

#include <toolcall/chat_template.hpp>
#include <toolcall/dialect.hpp>
#include <toolcall/error.hpp>

#include "dialects/compiled_grammar.hpp"
#include "dialects/template_text.hpp"
#include "text/ascii.hpp"
#include "typing/json.hpp"

namespace toolcall {

namespace {

// In any letter case: no two dialects differ in that alone.
struct before {
  bool operator()(std::string_view a, std::string_view b) const { return ascii::lowered(a) < ascii::lowered(b); }
};
using marks = std::set<std::string_view, before>;

bool is_key(std::string_view mark) {
  return mark.front() == '"';
}
// A mark that means nothing else. Keys of JSON and words such as Action: stand in other templates, too; keys alone also
// in the list of tools, and in what a template says of results.
bool is_tag(std::string_view mark) {
  return mark.front() == '<' || mark.front() == '[';
}
// A tag that says what it is for, as those of turns do not.
bool names_calls(std::string_view mark) {
  const std::string word = ascii::lowered(mark);
  return is_tag(mark) && (word.find("tool") != word.npos || word.find("call") != word.npos);
}

// Without the tags around the list of tools, wherever they stand: what the prompt puts around that list it also names
// in its sentences, and none of it is a call.
std::string without_lists(std::string written) {
  // <tag></tag> with nothing in between is a mention.
  for (std::size_t end = written.find("></"); end != written.npos; end = written.find("></", end + 1)) {
    const std::size_t begin = end == 0 ? written.npos : written.find_last_of("<>", end - 1);
    if (begin == written.npos || written[begin] != '<' || end - begin < 2) continue;
    const std::string name = written.substr(begin + 1, end - begin - 1);
    if (written.compare(end + 3, name.size() + 1, name + ">") != 0) continue;
    written.replace(begin, 2 * name.size() + 5, 1, '\0');
    end = begin;
  }
  constexpr std::size_t most_lists = 64;  // a template has a few; each is sought in all of it
  std::size_t erased = 0;
  const auto erase_all = [&](const std::string& tag) {
    for (std::size_t at = written.find(tag); at != written.npos; at = written.find(tag, at))
      written.replace(at, tag.size(), 1, '\0');
  };
  for (std::size_t list = written.find(events::listed); list != written.npos;
       list = written.find(events::listed, list + 1)) {
    const std::size_t end = list == 0 ? written.npos : written.find_last_not_of(" \t\r\n[", list - 1);
    if (end == written.npos || (written[end] != '>' && written[end] != ']')) continue;
    const std::size_t begin = written.find_last_of("<[", end);
    if (begin == written.npos || begin + 1 >= end) continue;
    const std::string open = written.substr(begin, end + 1 - begin), close = open.substr(0, 1) + "/" + open.substr(1);
    if (written.find(close, list) == written.npos) continue;
    erase_all(open);
    erase_all(close);
    list = 0;
    if (++erased == most_lists) break;
  }
  return written;
}

// A template in a tokenizer_config.json, or the text as it is.
std::string template_in(std::string_view text) {
  typing::json::document config;
  typing::json::syntax_error why;
  const std::string_view trimmed = typing::json::trim(text);
  if (trimmed.empty() || (trimmed.front() != '{' && trimmed.front() != '[') || !config.read(trimmed, why))
    return std::string(text);
  if (trimmed.front() == '[')
    throw setup_error("", "this is a JSON array; give the template itself, or the tokenizer_config.json that has it");
  const std::uint32_t found = config.member(0, "chat_template");
  using typing::json::value_kind;
  if (found != 0 && config[found].what != value_kind::string && config[found].what != value_kind::array)
    throw setup_error("/chat_template", "must be a string, or a list of objects with a string \"template\"");
  if (found == 0)
    throw setup_error("/chat_template",
                      "the JSON object has no chat template; give the template itself, or the "
                      "tokenizer_config.json that has it");
  if (config[found].what == value_kind::string) return config.text_of(found);
  std::string all;
  for (std::uint32_t each = found + 1; each < config[found].next; each = config[each].next) {
    if (config[each].what != value_kind::object) continue;
    const std::uint32_t name = config.member(each, "name"), content = config.member(each, "template");
    if (content == 0 || config[content].what != value_kind::string) continue;
    if (name != 0 && config[name].what == value_kind::string && config.text_of(name) == "tool_use")
      return config.text_of(content);
    all += config.text_of(content) + '\n';
  }
  return all;
}

class sought {
 public:
  explicit sought(const std::string& source)
      : source_(ascii::lowered(source)), written_(without_lists(ascii::lowered(events::written_text(source)))) {
    read_turns();
  }

  bool prints_calls() const {
    return source_.find("tool_calls") != source_.npos || source_.find("toolcalls") != source_.npos;
  }
  // Whether it stands in a turn; where no loop over the messages was found, anywhere.
  bool has_in_turns(std::string_view mark) const { return turns_.find(ascii::lowered(mark)) != turns_.npos; }

  // The tags of calls: those with a computed name in them (<parameter=, <invoke name="), and in turns those whose word
  // is one for calls.
  std::vector<std::string_view> call_tags() const {
    std::vector<std::string_view> found = named_tags();
    for (std::size_t at = turns_.find("call"); at != turns_.npos; at = turns_.find("call", at + 1)) {
      const std::size_t begin = turns_.find_last_of(tag_edges, at), end = turns_.find_first_of(tag_edges, at);
      if (begin != turns_.npos && turns_[begin] == '<' && end != turns_.npos && turns_[end] == '>')
        found.push_back(std::string_view(turns_).substr(begin, end + 1 - begin));
    }
    return found;
  }

  bool has(std::string_view mark) const {
    const std::string lowered = ascii::lowered(mark);
    return is_key(mark) ? has_key(lowered.substr(1, mark.size() - 2)) : written_.find(lowered) != written_.npos;
  }

 private:
  static constexpr std::string_view tag_edges{"<> \n\0", 5};

  // What the loops over the messages write; without such loops, all of it.
  void read_turns() {
    for (std::size_t begin = written_.find(events::turns); begin != written_.npos;) {
      const std::size_t end = std::min(written_.find(events::turns, begin + 1), written_.size());
      turns_ += written_.substr(begin, end - begin);
      begin = end < written_.size() ? written_.find(events::turns, end + 1) : written_.npos;
    }
    if (turns_.empty()) turns_ = written_;
  }

  std::vector<std::string_view> named_tags() const {
    std::vector<std::string_view> found;
    for (std::size_t at = written_.find('='); at != written_.npos; at = written_.find('=', at + 1)) {
      std::size_t end = at + 1;
      if (end < written_.size() && (written_[end] == '"' || written_[end] == '\'')) ++end;
      const std::size_t begin = written_.find_last_of("<>\n", at);
      if (end >= written_.size() || written_[end] != events::computed || begin == written_.npos ||
          written_[begin] != '<')
        continue;
      const std::string_view tag = std::string_view(written_).substr(begin, end - begin);
      if (tag.find(events::computed) == tag.npos) found.push_back(tag);
    }
    return found;
  }

  // In quotes of either kind, perhaps with backslashes, and with a colon.
  bool has_key(std::string_view key) const {
    for (std::size_t at = source_.find(key); at != source_.npos; at = source_.find(key, at + 1)) {
      std::string_view rest = std::string_view(source_).substr(at + key.size());
      if (at == 0 || rest.empty()) continue;
      const char quote = source_[at - 1];
      if (rest.front() == '\\') rest.remove_prefix(1);
      if ((quote != '"' && quote != '\'') || rest.substr(0, 1) != std::string_view(&quote, 1)) continue;
      rest = typing::json::trim(rest.substr(1));
      if (rest.substr(0, 1) == ":") return true;
    }
    return false;
  }

  std::string source_, written_, turns_;
};

// What was found of one dialect.
struct candidate {
  std::string_view name;
  marks tags, others;  // any tag says more than all others
  bool is_likely = true;

  bool has_more_than(const candidate& other) const {
    const auto covers = [](const marks& all, const marks& some) {
      return std::includes(all.begin(), all.end(), some.begin(), some.end(), before());
    };
    if (!covers(tags, other.tags)) return false;
    return tags.size() > other.tags.size() || (covers(others, other.others) && others.size() > other.others.size());
  }
  std::size_t weight() const {
    std::size_t bytes = 0;
    for (const std::string_view each : tags) bytes += each.size();
    return bytes;
  }
};

// Whether the text shows a call of it, and not only an example in the prompt or keys of JSON. Where no turn prints
// calls, the prompt alone says how they are written.
bool is_shown(const sought& in, const candidate& each) {
  const auto stands = [&](std::string_view mark) {
    return !is_key(mark) && (in.has_in_turns(mark) || (!in.prints_calls() && names_calls(mark) && in.has(mark)));
  };
  return std::any_of(each.tags.begin(), each.tags.end(), stands) ||
         std::any_of(each.others.begin(), each.others.end(), stands);
}

// Whether some way of calling of these has the tag.
bool is_known_tag(std::string_view tag, const std::vector<candidate>& likely) {
  const auto of_likely = [&](const grammar::way_of_calling& way) {
    return std::any_of(likely.begin(), likely.end(),
                       [&](const candidate& each) { return each.is_likely && each.name == way.dialect; });
  };
  return std::any_of(grammar::ways_of_calling.begin(), grammar::ways_of_calling.end(), [&](const auto& way) {
    return of_likely(way) && ("\n" + ascii::lowered(way.marks)).find("\n" + std::string(tag)) != std::string::npos;
  });
}

// Whether the likely ones may be named alone: a turn shows a call of one of them, and has no tag that none of them has.
bool is_sure(const sought& in, const std::vector<candidate>& all) {
  const std::vector<std::string_view> tags = in.call_tags();
  return std::any_of(all.begin(), all.end(),
                     [&](const candidate& each) { return each.is_likely && is_shown(in, each); }) &&
         std::all_of(tags.begin(), tags.end(), [&](std::string_view tag) { return is_known_tag(tag, all); });
}

enum class wanted { all_marks, tags };

// Adds the marks of a way of calling if the template has all of them, or all of its tags.
void add(const sought& in, std::string_view lines, wanted what, candidate& to) {
  marks all;
  for (std::size_t end = lines.find('\n'); end != lines.npos; end = lines.find('\n')) {
    const std::string_view mark = lines.substr(0, end);
    if (what == wanted::all_marks || is_tag(mark)) all.insert(mark);
    lines.remove_prefix(end + 1);
  }
  if (what == wanted::tags && std::none_of(all.begin(), all.end(), names_calls)) return;
  if (!std::all_of(all.begin(), all.end(), [&](std::string_view mark) { return in.has(mark); })) return;
  for (const std::string_view mark : all) (is_tag(mark) ? to.tags : to.others).insert(mark);
}

std::vector<candidate> candidates_in(const sought& text, wanted what) {
  std::vector<candidate> all;
  for (const dialect_facts& known : dialect::all()) {
    candidate each{known.name, {}, {}};
    for (const grammar::way_of_calling& way : grammar::ways_of_calling)
      if (way.dialect == known.name) add(text, way.marks, what, each);
    if (!each.tags.empty() || !each.others.empty()) all.push_back(std::move(each));
  }
  for (candidate& each : all)
    each.is_likely = std::none_of(all.begin(), all.end(), [&](const candidate& o) { return o.has_more_than(each); });
  std::stable_sort(all.begin(), all.end(), [](const candidate& a, const candidate& b) {
    return a.is_likely != b.is_likely ? a.is_likely : a.weight() > b.weight();
  });
  return all;
}

// Adds the dialects that have the same tags as the likely ones, or any dialect where no likely one has them.
void add_by_tags(const sought& text, std::vector<candidate>& all) {
  std::vector<candidate> more;
  for (candidate& each : candidates_in(text, wanted::tags)) {
    const bool is_known = std::any_of(all.begin(), all.end(), [&](const candidate& o) { return o.name == each.name; });
    const bool is_beaten =
        std::any_of(all.begin(), all.end(), [&](const candidate& o) { return o.is_likely && o.has_more_than(each); });
    if (!is_known && each.is_likely && !is_beaten) more.push_back(std::move(each));
  }
  all.insert(all.begin() + std::count_if(all.begin(), all.end(), [](const candidate& each) { return each.is_likely; }),
             std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

std::vector<template_dialect> dialects_of_template(std::string_view text) {
  std::vector<template_dialect> found;
  const sought marks_of(template_in(text));
  std::vector<candidate> all = candidates_in(marks_of, wanted::all_marks);
  // A template that prints calls as they come holds none of their keys, so only the tags are compared.
  if (std::none_of(all.begin(), all.end(),
                   [](const candidate& each) { return each.is_likely && !each.others.empty(); }))
    add_by_tags(marks_of, all);
  if (!all.empty() && !is_sure(marks_of, all)) {
    for (candidate& each : all) each.is_likely = false;
    all.insert(all.begin(), candidate{"auto", {}, {}});
  }
  for (const candidate& each : all) {
    template_dialect& made = found.emplace_back(template_dialect{each.name, {}, each.is_likely});
    made.marks.assign(each.tags.begin(), each.tags.end());
    made.marks.insert(made.marks.end(), each.others.begin(), each.others.end());
  }
  return found;
}

std::string likely_dialects_of_template(std::string_view text) {
  std::string names;
  for (const template_dialect& each : dialects_of_template(text))
    if (each.is_likely) names += (names.empty() ? "" : ",") + std::string(each.name);
  if (names.empty())
    throw setup_error("",
                      "this chat template shows the calls of no dialect; name the dialect or the model, or use auto");
  return names;
}

dialect dialect::from_template(std::string_view text) {
  return named(likely_dialects_of_template(text));
}

}  // namespace toolcall
