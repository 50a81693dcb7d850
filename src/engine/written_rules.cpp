// A tree is its head, the members of it that say something, and its parts. The head says the form and which members
// these are, so no form needs code of its own.

#include "engine/written_rules.hpp"

#include <algorithm>
#include <utility>

#include <toolcall/error.hpp>

namespace toolcall::engine {

namespace {

// Of a head: the lowest bits are the form, and each other one says that a flag holds, or that a member is there.
constexpr unsigned form_bits = 6;
static_assert(std::size(forms) <= std::size_t{1} << form_bits);
enum member : unsigned {
  any_case = 1U << form_bits,
  token = any_case << 1U,
  role = token << 1U,
  text = role << 1U,    // where it begins in the page's characters, and its size
  label = text << 1U,   // likewise
  bytes = label << 1U,  // how many ranges, and the first and the last byte of each
  rule = bytes << 1U,   // its page, 0 for this one and else counted from 1, and its place there
  number = rule << 1U,
  times = number << 1U,  // least and most
  parts = times << 1U,   // how many, where the form does not say it
};
static_assert(parts <= 0x8000U);

class writer {
 public:
  writer(const written_grammar& from, const std::vector<page_rules>& pages) : from_(from), pages_(pages) {}

  rules_in_numbers run() {
    for (const page_rules& each : pages_) write(each);
    return std::move(made_);
  }

 private:
  void write(const page_rules& of) {
    page_ = &of;
    text_.clear();
    for (std::size_t i = of.first; i < of.first + of.count; ++i) {
      made_.starts.push_back(made_.numbers.size());
      put(from_.rules[i].name);
      write(from_.rules[i].body);
    }
    written_rules::page& page = made_.pages.emplace_back();
    page.rules = small(of.count);
    page.characters = small(text_.size());
    for (std::size_t i = 0; i < entries_of_page.size(); ++i) {
      const std::size_t entry = of.*entries_of_page[i];
      page.entries[i] = entry == page_rules::none ? written_rules::none : small(entry - of.first);
    }
    made_.text += text_;
  }

  void write(const expression& e) {
    if (e.is == form::leaf) throw setup_error("", "a rule that PEGTL runs itself cannot be written down");
    const bool calls_rule = e.is == form::call && rule_of_dialects(e.text).empty();
    unsigned head = static_cast<unsigned>(e.is);
    const auto has = [&](member what, bool says_something) {
      if (says_something) head |= what;
      return says_something;
    };
    has(any_case, e.any_case);
    has(token, e.token);
    const std::size_t at = made_.numbers.size();
    put(head);
    if (has(role, e.role != node_role::block)) put(static_cast<std::size_t>(e.role));
    if (has(text, !e.text.empty())) put(e.text);
    if (has(label, !e.label.empty())) put(e.label);
    if (has(bytes, e.bytes.any())) put(e.bytes);
    if (has(rule, calls_rule)) put_rule(e);
    if (has(number, e.number != 0)) put(e.number);
    if (has(times, e.most != 0)) {
      put(e.least);
      put(e.most);
    }
    if (has(parts, e.children.size() != facts_of(e.is).parts)) put(e.children.size());
    made_.numbers[at] = small(head);
    for (const expression& child : e.children) write(child);
  }

  static std::uint16_t small(std::size_t n) {
    if (n >= written_rules::none) throw setup_error("", "a rule is too large to be written down");
    return static_cast<std::uint16_t>(n);
  }
  void put(std::size_t n) { made_.numbers.push_back(small(n)); }
  void put(const std::string& words) {
    std::size_t at = text_.find(words);
    if (at == text_.npos) at = std::exchange(text_, text_ + words).size();
    put(at);
    put(words.size());
  }
  void put(const std::bitset<256>& set) {
    std::vector<std::size_t> ends;
    for (std::size_t byte = 0; byte < set.size(); ++byte) {
      if (!set[byte]) continue;
      if (byte == 0 || !set[byte - 1]) ends.push_back(byte);
      if (byte + 1 == set.size() || !set[byte + 1]) ends.push_back(byte);
    }
    put(ends.size() / 2);
    for (const std::size_t each : ends) put(each);
  }
  void put_rule(const expression& call) {
    const auto has_it = [&](const page_rules& page) { return call.rule - page.first < page.count; };
    const auto page = std::find_if(pages_.begin(), pages_.end(), has_it);
    if (page == pages_.end()) throw setup_error("", "there is no rule " + call.text);
    put(&*page == page_ ? 0 : static_cast<std::size_t>(page - pages_.begin()) + 1);
    put(call.rule - page->first);
  }

  const written_grammar& from_;
  const std::vector<page_rules>& pages_;
  const page_rules* page_ = nullptr;
  std::string text_;  // of the page
  rules_in_numbers made_;
};

class reader {
 public:
  reader(const written_rules& from, std::size_t first) : from_(from) {
    for (const written_rules::page& each : from.pages) {
      page_rules& page = pages_.emplace_back();
      page.first = first;
      page.count = each.rules;
      for (std::size_t i = 0; i < entries_of_page.size(); ++i)
        if (each.entries[i] != written_rules::none) page.*entries_of_page[i] = first + each.entries[i];
      first += each.rules;
    }
  }

  std::vector<page_rules> run(std::vector<grammar::rule>& to) {
    std::size_t characters = 0;
    for (page_ = 0; page_ < pages_.size(); ++page_) {
      text_ = from_.text.substr(characters, from_.pages[page_].characters);
      characters += text_.size();
      for (std::size_t i = 0; i < pages_[page_].count; ++i) {
        std::string name = words();
        to.push_back({std::move(name), tree()});
      }
    }
    return std::move(pages_);
  }

 private:
  expression tree() {
    const std::size_t head = next();
    const auto has = [&](member what) { return (head & what) != 0; };
    expression e;
    e.is = static_cast<form>(head % (1U << form_bits));
    e.any_case = has(any_case);
    e.token = has(token);
    if (has(role)) e.role = static_cast<node_role>(next());
    if (has(text)) e.text = words();
    if (has(label)) e.label = words();
    if (has(bytes)) read_ranges(e.bytes);
    if (has(rule)) e.rule = called();
    if (has(number)) e.number = next();
    if (has(times)) {
      e.least = next();
      e.most = next();
    }
    e.children.resize(has(parts) ? next() : facts_of(e.is).parts);
    for (expression& child : e.children) child = tree();
    return e;
  }

  std::size_t next() { return from_.numbers[at_++]; }
  std::string words() {
    const std::size_t from = next();
    return std::string(text_.substr(from, next()));
  }
  void read_ranges(std::bitset<256>& to) {
    for (std::size_t ranges = next(); ranges > 0; --ranges) {
      std::size_t byte = next();
      for (const std::size_t last = next(); byte <= last; ++byte) to[byte] = true;
    }
  }
  std::size_t called() {
    const std::size_t page = next();
    return pages_[page == 0 ? page_ : page - 1].first + next();
  }

  const written_rules& from_;
  std::vector<page_rules> pages_;
  std::size_t page_ = 0, at_ = 0;
  std::string_view text_;  // of the page
};

}  // namespace

rules_in_numbers in_numbers(const written_grammar& of, const std::vector<page_rules>& pages) {
  return writer(of, pages).run();
}

std::vector<page_rules> add_rules(const written_rules& from, written_grammar& to) {
  return reader(from, to.rules.size()).run(to.rules);
}

dialect_offers offers_of(const written_grammar& all, const page_rules& page, std::size_t dialect) {
  dialect_offers made{dialect, {}};
  for (std::size_t i = page.first; i < page.first + page.count; ++i) {
    const std::string& name = all.rules[i].name;
    made.rules.try_emplace(name.substr(name.find('.') + 1), i);
  }
  return made;
}

}  // namespace toolcall::engine
