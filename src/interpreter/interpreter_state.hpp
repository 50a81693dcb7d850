// What the interpreter keeps while it runs. The one idea: node events and captures are two logs that grow with the
// match, so "nothing has happened" is cutting them back to an earlier length, and "final at the cut" is the length at
// the cut.
//
// A limit that is overrun leaves by an exception, because it must pass over everything between the byte that was asked
// for and the trial, span or followed_by whose limit it was.

#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "interpreter/interpreter.hpp"

namespace toolcall::interpreter::running {

struct cut_point {
  std::size_t position, events;
};

struct result {
  match_kind is;
  std::size_t j = 0;
  std::optional<cut_point> cut = std::nullopt;
};

struct instance;

struct argument_in_instance {
  const grammarc::expression* written;
  const instance* where;  // captures and parameters of an argument are the caller's
};

struct instance {
  const grammarc::page* page;
  std::size_t id;
  std::map<std::string, argument_in_instance> arguments;
};

struct captured {
  std::size_t instance;
  std::string name;
  std::string_view bytes;
};

struct overrun {};

inline result when(bool matched, std::size_t j) {
  return matched ? result{match_kind::ok, j} : result{match_kind::fail};
}
inline result found(std::optional<std::size_t> end) {
  return when(end.has_value(), end.value_or(0));
}

class state {
 public:
  state(const std::vector<grammarc::page>& pages, std::string_view text, const names& declared,
        const reading_limits& bounds, census* count, failures* watch = nullptr)
      : pages_(pages), text_(text), declared_(declared), bounds_(bounds), count_(count), watch_(watch) {}

  std::vector<node_event> events;
  std::size_t line_start = 0;      // a line starts here, besides those after newlines
  std::size_t sentence_start = 0;  // likewise, a sentence
  std::size_t item_start = 0;      // where the items of the message are tried
  bool with_deferred = true;       // with the deferred labels

  void emit(node_event_type is, const std::string& what, std::size_t begin, std::size_t end) {
    if (silent_ == 0) events.push_back({is, what, begin, end});
  }

  bool has_deferred() const { return !declared_.deferred.empty(); }
  bool is_off(const std::string& label) const {
    return (declared_.off.count(label) != 0 || (!with_deferred && declared_.deferred.count(label) != 0)) && !in_call();
  }

  bool in_call() const {
    const std::vector<node_event> open = open_roles(events, 0);
    return std::any_of(open.begin(), open.end(), [](const node_event& role) { return role.what == "call"; });
  }

  // Whether no text but blanks stands before this place since the message began or its last reasoning ended.
  bool is_start() const { return last_text() <= last_end("reasoning"); }

  // Whether a call has ended or failed before this place, and whether no text but blanks stands between the two.
  bool had_call() const { return last_end("call") > 0; }
  bool is_after_call() const { return had_call() && last_text() <= last_end("call"); }

  void fail_open_roles(std::size_t from, std::size_t k) {
    for (const node_event& open : open_roles(events, from)) emit(node_event_type::failed, open.what, open.begin, k);
  }

 protected:
  // Where the last part in a role ended; a call may also have failed.
  std::size_t last_end(std::string_view role) const {
    std::size_t last = 0;
    for (const node_event& m : events) {
      const bool is_over = m.is == node_event_type::end ? m.begin != m.end || role == "call"
                                                        : m.is == node_event_type::failed && role == "call";
      if (is_over && m.what == role) last = std::max(last, m.end);
    }
    return last;
  }

  // Where the last text ended that is not blank. Text is in a role, or between the items of the message.
  std::size_t last_text() const {
    std::size_t text = last_end("text"), behind = 0;
    const auto between = [&](std::size_t end) {
      const std::string_view bytes = text_.substr(behind, std::max(end, behind) - behind);
      if (bytes.find_last_not_of(" \t\r\n") != bytes.npos) text = std::max(text, end);
    };
    for (const node_event& m : events) {
      if (m.what == "block" && m.is == node_event_type::begin) between(m.begin);
      if (m.what == "block" && m.is != node_event_type::begin) behind = m.end;
    }
    between(item_start);
    return text;
  }

  struct lengths {
    std::size_t events, captures;
  };
  lengths here() const { return {events.size(), captures_.size()}; }
  void back_to(const lengths& then) {
    events.resize(then.events);
    captures_.resize(then.captures);
  }
  result fail(const lengths& then) {
    back_to(then);
    return {match_kind::fail};
  }

  std::optional<unsigned char> byte(std::size_t p) const {
    if (p >= cap_) throw overrun();
    if (p >= text_.size()) return std::nullopt;
    return static_cast<unsigned char>(text_[p]);
  }
  struct asking {
    const state* runs;
    auto operator()(std::size_t p) const { return runs->byte(p); }
  };
  void turn(const char* name) {
    if (count_ != nullptr) ++count_->turns[name];
  }

  void note_failure(const grammarc::expression& e, std::size_t i, std::size_t farthest) {
    if (watch_ != nullptr && muted_ == 0) watch_->add(farthest, i, e, path_);
  }
  // Runs `body` without a word about what it lacks.
  template <typename function>
  auto unwatched(function body) {
    ++muted_;
    const auto r = body();
    --muted_;
    return r;
  }

  const grammarc::page& page_named(std::string_view name) const {
    for (const auto& page : pages_)
      if (page.name == name) return page;
    throw std::invalid_argument("no page " + std::string(name));
  }
  std::pair<const grammarc::page*, const grammarc::rule*> rule_named(const std::string& name,
                                                                     const instance& in) const {
    const auto dot = name.rfind('.');
    const std::string_view whole = name, rule_name = dot == name.npos ? whole : whole.substr(dot + 1);
    const auto& page = dot == name.npos ? *in.page : page_named(whole.substr(0, dot));
    for (const auto& rule : page.rules)
      if (rule.name == rule_name) return {&page, &rule};
    throw std::invalid_argument("no rule " + name);
  }

  // Runs `body` with the cap i + bytes; nothing: it overran that cap, and nothing has happened.
  template <typename function>
  std::optional<result> within(std::size_t i, std::size_t bytes, function body) {
    const lengths start = here();
    const auto outer_cap = cap_, depth = depth_, silent = silent_, muted = muted_, steps_deep = path_.size();
    const std::size_t own = bytes < text_.npos - i ? i + bytes : text_.npos;
    cap_ = std::min(cap_, own);
    std::optional<result> r;
    try {
      r = body();
    } catch (const overrun&) {
      back_to(start);
      depth_ = depth;
      silent_ = silent;
      muted_ = muted;
      path_.resize(steps_deep);
      if (own > outer_cap) throw;  // the smallest cap was an outer one
    }
    cap_ = outer_cap;
    return r;
  }

  const std::vector<grammarc::page>& pages_;
  const std::string_view text_;
  const names& declared_;
  const reading_limits& bounds_;
  census* const count_;
  failures* const watch_;
  std::vector<rule_step> path_;  // the rules being read, outermost first
  std::vector<captured> captures_;
  std::size_t cap_ = std::string_view::npos, depth_ = 0, silent_ = 0, muted_ = 0, ids_ = 0, steps_ = 0;
  const asking ask_{this};
};

}  // namespace toolcall::interpreter::running
