// A gate checks one property on many texts. Each violation is an alarm: where, on which text, and what came out.
//
// Every gate is a function of a folder of pages. There must be no alarm on the pages of today, and there must be alarms
// on old_pages/, which have the defects that the gates are there for: a gate that cannot fail checks nothing. What the
// library does whatever the pages say, flagged_test.cpp has to make fail in another way.

#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "authoring/page_folder.hpp"
#include "spec/example.hpp"

namespace toolcall::tests {

inline constexpr std::size_t all_alarms = static_cast<std::size_t>(-1);

class alarm_list {
 public:
  // A gate may stop looking after `most` alarms.
  explicit alarm_list(std::size_t most) : most_(most) {}

  // The text was made of the one at this place. The same diagnostic in other dialects, and on other texts made of that
  // one, is the same alarm.
  void add(const std::string& place, const std::string& dialect, std::string_view text, const std::string& what);

  bool enough() const { return alarms_.size() >= most_; }
  // The number of alarms. Prints them: the first 20, or all of them with TOOLCALL_ALARMS=all.
  std::size_t report() const;

 private:
  struct alarm {
    std::string place, text, what;
    std::set<std::string> dialects;
    std::size_t times = 0;
  };
  std::size_t most_;
  std::vector<alarm> alarms_;
  std::map<std::string, std::size_t> known_;  // by place and what; where it is in alarms_
};

// A folder of pages, as a gate reads with it. To lay out the dialects takes longer than most gates, so where the pages
// are those that were compiled, the compiled dialects are taken, which are the same (tests/spec/page_folder_test.cpp).
class gate_pages : public authoring::page_folder {
 public:
  gate_pages(grammarc::specification spec, bool are_compiled)
      : page_folder(std::move(spec)), are_compiled_(are_compiled) {}

  const toolcall::dialect& dialect(const std::string& names) {
    return are_compiled_ ? dialect_named(names) : page_folder::dialect(names);
  }

 private:
  bool are_compiled_;
};

// spec/, read when the test runs, and tests/gates/old_pages.
gate_pages& todays_pages();
gate_pages& old_pages();

// Every `of`-th of the examples, one of eight under a sanitizer; where pages are named (TOOLCALL_PAGE), all of theirs.
std::vector<const example*> examples_to_try(std::size_t of = 1);

// What a gate that is a class finds in them.
template <typename Gate>
alarm_list alarms_of(gate_pages& pages, void (Gate::*look)(const example&), std::size_t most, std::size_t of = 1) {
  alarm_list alarms(most);
  Gate gate(pages, alarms);
  for (const example* each : examples_to_try(of)) (gate.*look)(*each);
  return alarms;
}

bool has_dialect(const gate_pages& pages, std::string_view name);

// The names of the dialects that read an example: its page's own, if the folder has that page, and "auto".
std::vector<std::string> dialects_of(const example& of, const gate_pages& pages);

// With other characters in place of line breaks and control characters.
std::string on_one_line(std::string_view bytes);

// The number in an environment variable, or the default.
std::size_t asked_for(const char* variable, std::size_t otherwise);

}  // namespace toolcall::tests
