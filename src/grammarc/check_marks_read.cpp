// A mark that is declared and that no rule of the dialect reads is a mistake in the one or in the others.
//
// Rules read more than what is declared: blanks, other quotes, any letter case. So each mark is looked for as a text
// that the expressions of the dialect's rules match somewhere, where letters and digits are read by literals alone: a
// class of them reads any word, which is no evidence.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammarc/check_parts.hpp"
#include "grammarc/marks.hpp"
#include "grammarc/print.hpp"
#include "text/ascii.hpp"

namespace toolcall::grammarc {
namespace {

bool is_of_word(char c) {
  return ascii::is_letter(c) || ascii::is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

// Looks for one mark in the expressions of a dialect.
class search {
 public:
  search(const graph& of, std::string_view mark) : of_(of), mark_(mark) {}

  // From this node on, of a sequence from this child on.
  bool begins_at(std::size_t node) {
    const graph_node& here = of_[node];
    if (here.is == form::literal) return holds(here) || starts({node}, 0);
    if (here.is != form::sequence) return false;
    for (std::size_t child = 0; child < here.kids.size(); ++child)
      if (starts(here.kids, child)) return true;
    return false;
  }

 private:
  using places = std::set<std::size_t>;

  bool holds(const graph_node& literal) const {
    const expression& written = *literal.written;
    if (!written.any_case) return written.text.find(mark_) != std::string::npos;
    return ascii::lowered(written.text).find(ascii::lowered(mark_)) != std::string::npos;
  }

  bool starts(const std::vector<std::size_t>& parts, std::size_t from) {
    is_read_ = false;
    places at{0};
    for (std::size_t i = from; i < parts.size() && !at.empty() && !is_read_; ++i) {
      places next;
      for (const std::size_t place : at)
        for (const std::size_t end : ends(parts[i], place)) next.insert(end);
      at = std::move(next);
      if (i == from && at == places{0}) return false;  // it begins with what follows
    }
    return is_read_;
  }

  // Where a node that begins at this place of the mark may end in it.
  places ends(std::size_t node, std::size_t at) {
    const auto [known, is_new] = ends_.try_emplace({node, at});
    if (is_new) {
      places found = ends_of(of_[node], at);
      return ends_[{node, at}] = std::move(found);
    }
    return known->second;
  }

  places ends_of(const graph_node& here, std::size_t at) {
    switch (here.is) {
      case form::literal:
        return of_literal(*here.written, at);
      case form::set:
      case form::any:
        return of_class(here, at);
      case form::back:
        return at + 1 < mark_.size() && !is_of_word(mark_[at]) ? places{at, at + 1} : places{at};
      case form::sequence:
      case form::role:
      case form::capture:
      case form::replace:
      case form::trial:
        return one_after_the_other(here.kids, at);
      case form::call:
      case form::choice:
      case form::recovery:
        return here.of_dialects ? places{} : any_of(here.kids, at);
      case form::optional:
        return with(at, any_of(here.kids, at));
      case form::star:
      case form::plus:
        return repeated(here, at);
      case form::followed_by:
        return here.kids.empty() ? places{} : ends(here.kids.front(), at);
      case form::run:
      case form::span:
      case form::json:
      case form::json_until:
      case form::python:
      case form::tool:
      case form::field:
      case form::new_field:
      case form::nothing:
        return {};
      default:
        return {at};  // reads no byte
    }
  }

  places of_literal(const expression& written, std::size_t at) {
    const std::string_view rest = mark_.substr(at), text = written.text;
    const std::string_view both = rest.substr(0, text.size()), of_text = text.substr(0, rest.size());
    if (written.any_case ? ascii::lowered(both) != ascii::lowered(of_text) : both != of_text) return {};
    return end_at(at + both.size());
  }

  places of_class(const graph_node& here, std::size_t at) {
    const bool holds = at < mark_.size() && !is_of_word(mark_[at]) &&
                       (here.is == form::any || here.written->bytes.test(static_cast<unsigned char>(mark_[at])));
    return holds ? end_at(at + 1) : places{};
  }

  places end_at(std::size_t at) {
    is_read_ = is_read_ || at >= mark_.size();
    return {at};
  }

  places one_after_the_other(const std::vector<std::size_t>& parts, std::size_t at) {
    places all{at};
    for (const std::size_t part : parts) {
      places next;
      for (const std::size_t place : all)
        for (const std::size_t end : ends(part, place)) next.insert(end);
      all = std::move(next);
    }
    return all;
  }

  places any_of(const std::vector<std::size_t>& parts, std::size_t at) {
    places all;
    for (const std::size_t part : parts)
      for (const std::size_t end : ends(part, at)) all.insert(end);
    return all;
  }

  static places with(std::size_t at, places all) {
    all.insert(at);
    return all;
  }

  places repeated(const graph_node& here, std::size_t at) {
    places all = here.is == form::star ? places{at} : places{}, last{at};
    while (!last.empty()) {
      places next;
      for (const std::size_t place : last)
        for (const std::size_t end : any_of(here.kids, place))
          if (end > place && all.insert(end).second) next.insert(end);
      last = std::move(next);
    }
    return all;
  }

  const graph& of_;
  std::string_view mark_;
  std::map<std::pair<std::size_t, std::size_t>, places> ends_;
  bool is_read_ = false;
};

class reader {
 public:
  reader(const graph& of, const page& dialect) : of_(of), page_(dialect) {
    for (const instance& each : of.instances)
      if (each.where == &dialect) follow(each.body);
  }

  void check(problems& found) const {
    for (const mark_declaration& each : page_.marks)
      if (each.kind != "object") check(each, each.written, found);
  }

 private:
  void follow(std::size_t node) {
    std::vector<std::size_t> waiting{node};
    while (!waiting.empty()) {
      const std::size_t next = waiting.back();
      waiting.pop_back();
      if (!nodes_.insert(next).second || of_[next].of_dialects) continue;
      waiting.insert(waiting.end(), of_[next].kids.begin(), of_[next].kids.end());
    }
  }

  void check(const mark_declaration& of, const expression& part, problems& found) const {
    if (part.is == form::literal && !is_read(part.text))
      found.push_back({page_.file, of.line, of.kind,
                       "no rule of this dialect reads the mark " + print(part) +
                           "; a rule that reads it is missing, or it is misspelled here or there"});
    for (const expression& child : part.children) check(of, child, found);
  }

  bool is_read(std::string_view mark) const {
    search in(of_, mark);
    for (const std::size_t node : nodes_)
      if (in.begins_at(node)) return true;
    return false;
  }

  const graph& of_;
  const page& page_;
  std::set<std::size_t> nodes_;
};

}  // namespace

void check_marks_read(const std::vector<page>& pages, const graph& of, problems& found) {
  for (const page& each : pages)
    if (!each.marks.empty()) reader(of, each).check(found);
}

}  // namespace toolcall::grammarc
