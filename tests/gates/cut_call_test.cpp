// Cut calls: what was cut off is never closed, so that nobody who completes JSON takes it for whole.
//
// Where u is any beginning of an example, ended by `length` and by `stop`, and where u is an example with a damaged
// tag: the pieces of the arguments of a call that is not complete end with a quote or bracket only where the text has
// one there, or the call goes on behind it; and the end of the text adds no piece. This is the library's doing and no
// page's, so the gate must fail where a quote is added to the pieces.

#include <map>

#include "catch.hpp"
#include "effort.hpp"
#include "gates/gate.hpp"
#include "gates/reading.hpp"
#include "gates/texts.hpp"

namespace cut_call_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

// Whether the last byte of a beginning of a JSON object closes something. Its strings are well-formed.
bool ends_closed(std::string_view json) {
  bool in_string = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    if (in_string && json[at] == '\\')
      ++at;
    else if (json[at] == '"')
      in_string = !in_string;
  }
  return !in_string && !json.empty() && std::string_view("\"}]").find(json.back()) != std::string_view::npos;
}

bool closes(char c) {
  return std::string_view("\"'}])").find(c) != std::string_view::npos;
}

// The arguments of the call that is open, or was last, as they are joined from their pieces.
class open_call {
 public:
  // What is wrong with the calls that fail; `added` stands for what a parser might add to a call that was cut off.
  std::vector<std::string> take(std::span<const event> events, std::string_view text, std::string_view added,
                                bool ended) {
    std::vector<std::string> wrong;
    std::string late;
    for (const event& e : events) {
      if (e.type == event_type::call_begin) json_.clear(), late.clear();
      if (e.type == event_type::arguments) (ended ? late : json_) += e.text;
      if (e.type == event_type::arguments) end_ = e.end;
      const bool failed = e.type == event_type::call_incomplete || e.type == event_type::call_refused;
      if (!failed || e.call == no_call) continue;
      (ended ? late : json_) += added;
      if (!late.empty()) wrong.push_back(e_name(e) + " gets at the end: " + late);
      const bool written = end_ == 0 || e.end > end_ || closes(text[end_ - 1]);  // 0: in the prompt
      if (ends_closed(json_) && !written) wrong.push_back(e_name(e) + " is closed: " + json_);
    }
    return wrong;
  }

 private:
  static std::string e_name(const event& e) { return std::string(e.name); }

  std::string json_;
  std::uint64_t end_ = 0;  // of the text that the pieces stand for
};

class cut_calls {
 public:
  cut_calls(const example& of, const std::string& name, const dialect& which, std::string_view added,
            alarm_list& alarms)
      : of_(of), name_(name), which_(which), added_(added), alarms_(alarms) {}

  void everywhere() {
    const std::string_view text = of_.text;
    parser reader = of_.reader(which_);
    open_call call;
    for (std::size_t at = 0; at <= text.size() && !alarms_.enough(); ++at) {
      const std::string_view next = at == 0 ? std::string_view() : text.substr(at - 1, 1);  // first, the prompt's call
      add(call.take(reader.feed(next), text, added_, false), text.substr(0, at), "fed");
      for (const char* const reason : {"length", "stop"}) {
        parser cut = reader;
        open_call of_cut = call;
        add(of_cut.take(cut.finish(reason), text.substr(0, at), added_, true), text.substr(0, at), reason);
      }
    }
  }

  void damaged(const variant& made) {
    parser reader = of_.reader(which_);
    open_call call;
    add(call.take(reader.feed(made.text), made.text, added_, false), made.text, made.how);
    add(call.take(reader.finish(of_.finish), made.text, added_, true), made.text, made.how);
  }

 private:
  void add(const std::vector<std::string>& wrong, std::string_view text, const std::string& how) {
    for (const std::string& each : wrong) alarms_.add(of_.place + " [" + how + "]", name_, text, each);
  }

  const example& of_;
  const std::string& name_;
  const dialect& which_;
  std::string_view added_;
  alarm_list& alarms_;
};

alarm_list closed_calls(std::string_view added, std::size_t most = all_alarms) {
  alarm_list alarms(most);
  for (const example* of : examples_to_try(every(4)))
    for (const std::string& name : dialects_of(*of, todays_pages())) {
      cut_calls calls(*of, name, todays_pages().dialect(name), added, alarms);
      calls.everywhere();
      for (const variant& each : variants_of(of->text, todays_pages().dialects()))
        if (!alarms.enough()) calls.damaged(each);
    }
  return alarms;
}

}  // namespace

TEST_CASE("a quote that the text has not raises alarms at the gate of cut calls", "[cut]") {
  CHECK(closed_calls("\"", 1).enough());
}

TEST_CASE("nothing closes a string, array or object of a call that was cut off", "[cut]") {
  CHECK(closed_calls("").report() == 0);
}

}  // namespace cut_call_test
