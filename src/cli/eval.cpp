// toolcall eval: outputs of models in, with the calls that were right; out, how many were read right, and whose doing
// the others are. Lines belong together by their ids, and one that belongs to none is an error.

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <utility>

#include <toolcall/error.hpp>

#include "cli/batch_record.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"
#include "cli/eval_expected.hpp"
#include "cli/eval_outcome.hpp"
#include "cli/reading.hpp"
#include "cli/record_reader.hpp"
#include "typing/json.hpp"

namespace toolcall::cli {

namespace {

using typing::json::document;

std::string place_of(const std::string& file, std::uint64_t line) {
  return (file == "-" ? "standard input" : file) + " line " + std::to_string(line) + ": ";
}

// visit(document, number) for each line that is not blank.
template <typename Visit>
void each_object(const std::string& file, const Visit& visit) {
  document in;
  std::uint64_t number = 0;
  each_line(file, [&](const text_line& line) {
    ++number;
    if (typing::json::trim(line.text).empty()) return;
    const std::string wrong = read_line(in, line.text, line.too_long);
    if (!wrong.empty()) fail(not_judged, place_of(file, number) + wrong);
    if (in[0].what != typing::json::value_kind::object)
      fail(not_judged, place_of(file, number) + "the line is not an object");
    visit(in, number);
  });
}

// Another parser's calls, by the ids of the outputs; of several with one id in their order.
struct other_parser {
  std::string name, file;
  std::map<std::string, std::vector<std::vector<tool_call>>> calls;
  std::map<std::string, std::size_t> used;
};

other_parser read_parser(const std::string& word, const expectations& right) {
  const std::size_t equals = word.find('=');
  other_parser made{word.substr(0, equals), word.substr(equals + 1), {}, {}};
  each_object(made.file, [&](const document& in, std::uint64_t number) {
    const std::string id = id_of(in);
    if (right.find(id) == right.end())
      fail(not_judged, place_of(made.file, number) + "the id " + id + " is not among those that are expected");
    try {
      bool has_any = false;
      made.calls[id].push_back(calls_in(in, has_any));
      if (!has_any)
        fail(not_judged, place_of(made.file, number) +
                             "the line has no calls: they stand under \"calls\" or "
                             "\"tool_calls\", an empty list where no call is right");
    } catch (const setup_error& why) {
      fail(not_judged, place_of(made.file, number) + why.what());
    }
  });
  return made;
}

class evaluating {
 public:
  explicit evaluating(const settings& chosen)
      : chosen_(chosen),
        offered_(read_tools(chosen)),
        which_(read_dialect(named(chosen))),
        reader_(chosen, offered_, which_),
        right_(read_expectations(chosen.expected)) {
    made_.parsers.emplace_back("toolcall");
    for (const std::string& word : chosen.parsers) {
      others_.push_back(read_parser(word, right_));
      const std::string& name = others_.back().name;
      if (std::find(made_.parsers.begin(), made_.parsers.end(), name) != made_.parsers.end())
        fail(usage, "--parser: the name " + name + " is taken; toolcall is this one's");
      made_.parsers.push_back(name);
    }
    made_.totals.resize(made_.parsers.size());
  }

  evaluation all() {
    each_object(chosen_.file, [&](const document& in, std::uint64_t number) { judge(in, number); });
    for (const auto& [id, each] : right_)
      if (seen_.count(id) == 0)
        fail(not_judged, place_of(chosen_.expected, each->line_number()) + "no output has the id " + id);
    return std::move(made_);
  }

 private:
  // In the settings of a batch an empty dialect is one that was not named.
  static settings named(settings chosen) {
    if (chosen.dialect.empty()) chosen.dialect = "auto";
    return chosen;
  }

  void judge(const document& in, std::uint64_t number) {
    const record found = record_of(in, chosen_);
    const auto right = right_.find(found.id);
    if (right == right_.end())
      fail(not_judged, place_of(chosen_.file, number) + "the id " + found.id + " is not in " + chosen_.expected);
    if (!found.error.empty()) fail(not_judged, place_of(chosen_.file, number) + found.error);
    seen_.insert(found.id);
    try {
      for (const record_message& each : found.messages) {
        const message m = reader_.read(in, each, found.is_response, reader_.dialect_of(found.model),
                                       reader_.tools_of(in, found), number);
        std::string text = text_of(in, each.content) + '\n' + text_of(in, each.reasoning);
        if (each.calls != 0) (text += '\n') += in.lexeme(each.calls);
        judged_output one{found.id, found.model, number, {judged(*right->second, m, text)}};
        for (other_parser& other : others_) one.by.push_back(by(other, *right->second, one, number));
        made_.add(std::move(one), m);
      }
    } catch (const setup_error& why) {
      fail(not_judged, place_of(chosen_.file, number) + why.what());
    }
  }

  outcome by(other_parser& other, const expectation& right, const judged_output& one, std::uint64_t number) {
    const auto& calls = other.calls[one.id];
    const std::size_t which = other.used[one.id]++;
    if (which >= calls.size())
      fail(not_judged, other.file + " has no line for the output of " + place_of(chosen_.file, number) + one.id);
    return judged(right, calls[which], one.by.front());
  }

  const settings& chosen_;
  tools offered_;
  dialect which_;
  record_reader reader_;
  expectations right_;
  std::vector<other_parser> others_;
  std::set<std::string> seen_;
  evaluation made_;
};

}  // namespace

int eval(const settings& chosen) {
  const evaluation made = evaluating(chosen).all();
  std::cout << (chosen.eval_format == "json"   ? made.to_json()
                : chosen.eval_format == "html" ? made.to_html()
                                               : made.to_table());
  check_output();
  return done;
}

}  // namespace toolcall::cli
