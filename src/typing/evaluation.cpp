// Judges JSON by constraints.
//
// An answer may be "unknown": where a keyword is not enforced, the value is not refused, also where the keyword stands
// inside of a `not` or a `oneOf`. What a definition says of a part of the value is remembered, so that the work is at
// most that of every definition on every part, however often references meet; and whatever the schema is, the work has
// an end. First it is only asked whether the value fits, then, if not, why: telling is rare and may be slow.

#include "typing/evaluation.hpp"

#include <algorithm>
#include <set>

#include "typing/convert.hpp"
#include "typing/dom.hpp"

namespace toolcall::typing {
namespace {

using json::kind;

// Of the recursion: a value is at most 100 deep, and some of its schemas are made of others.
constexpr unsigned max_depth = 400;

std::uint64_t characters(std::string_view text) {
  return static_cast<std::uint64_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

const char* word_of(schema::relation is) {
  switch (is) {
    case schema::relation::at_least:
      return "at least ";
    case schema::relation::above:
      return "more than ";
    case schema::relation::at_most:
      return "at most ";
    case schema::relation::below:
      break;
  }
  return "less than ";
}

bool keeps(const decimal& value, const schema::bound& b) {
  const int order = compare(value, b.limit);
  switch (b.is) {
    case schema::relation::at_least:
      return order >= 0;
    case schema::relation::above:
      return order > 0;
    case schema::relation::at_most:
      return order <= 0;
    case schema::relation::below:
      break;
  }
  return order < 0;
}

}  // namespace

evaluation::evaluation(const constraints& all, const json::document& doc)
    : all_(all), doc_(doc), most_visits_(std::uint64_t{256} * doc.size() + 2'000'000) {
}

std::vector<finding> evaluation::explain() {
  findings tell;
  visits_ = 0;
  of(all_.root, 0, &tell, nullptr);
  return tell;
}

answer evaluation::of(int index, std::uint32_t node, findings* tell, marks* seen) {
  if (++visits_ > most_visits_ || depth_ == max_depth) exhausted_ = true;
  if (exhausted_) return answer::unknown;
  const constraint& c = all_[index];
  const bool remembered = c.shared && tell == nullptr && seen == nullptr;
  const std::uint64_t key = (static_cast<std::uint64_t>(index) << 32U) | node;
  if (remembered) {
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
  }
  // Nor is the same said twice in one list, or looked for where nothing is wrong.
  if (c.shared && tell != nullptr && seen == nullptr) {
    const answer quiet = of(index, node, nullptr, nullptr);
    if (quiet != answer::no || !told_.emplace(list_, key).second) return quiet;
  }
  ++depth_;
  const answer a = judged(c, node, tell, seen);
  --depth_;
  if (remembered) known_.emplace(key, a);
  return a;
}

answer evaluation::judged(const constraint& c, std::uint32_t node, findings* tell, marks* seen) {
  if (c.never) return fail(tell, [&] { return "no value is allowed here" + got(node); });
  const bool array = doc_[node].what == kind::array, object = doc_[node].what == kind::object;
  if (!(array && c.unevaluated_items != no_schema) && !(object && c.unevaluated_properties != no_schema)) {
    const answer a = value(c, node, tell, seen);
    // Of a container all mistakes are told.
    if (a == answer::no && (tell == nullptr || (!array && !object))) return a;
    return std::min(a, combined(c, node, tell, seen));
  }
  marks own(doc_[node].size);
  answer a = value(c, node, tell, &own);
  if (a != answer::no) a = std::min(a, combined(c, node, tell, &own));
  if (a != answer::no) a = std::min(a, unevaluated(c, node, tell, own));
  if (seen != nullptr) {
    for (std::size_t i = 0; i < own.size(); ++i) (*seen)[i] = (*seen)[i] || own[i];
  }
  return a;
}

answer evaluation::value(const constraint& c, std::uint32_t node, findings* tell, marks* seen) {
  const unsigned type = type_of_node(doc_, node);
  answer a = c.unknown ? answer::unknown : answer::yes;
  if ((type & c.types) == 0) {
    const bool fraction = type == number_type && (c.types & integer_type) != 0;
    return fail(
        tell, [&] { return "expected " + expectation(c, 0) + got(node) + (fraction ? " (not a whole number)" : ""); });
  }
  if (c.members && !c.members->contains(canonical(doc_, node))) {
    return fail(tell, [&] { return "expected " + expectation(c, 0) + got(node) + nearest_member(c, node); });
  }
  switch (doc_[node].what) {
    case kind::string:
      return std::min(a, string(c, node, tell));
    case kind::number:
      return std::min(a, number(c, node, tell));
    case kind::array:
      return std::min(a, array(c, node, tell, seen));
    case kind::object:
      return std::min(a, object(c, node, tell, seen));
    default:
      return a;
  }
}

answer evaluation::string(const constraint& c, std::uint32_t node, findings* tell) {
  if (c.patterns.empty() && c.form == nullptr && !c.min_length && !c.max_length) return answer::yes;
  answer a = size(characters(text(node)), c.min_length, c.max_length, "character", node, tell);
  for (const auto& [expression, spelled] : c.patterns) {
    if (!matches(*expression, text(node)))
      a = fail(tell, [&, &words = spelled] { return "expected text that matches " + cut(words) + got(node); });
  }
  if (c.form != nullptr && !c.form->holds(text(node))) {
    a = fail(tell, [&] {
      return "expected " + std::string(c.form->name) + " such as " + std::string(c.form->example) + got(node);
    });
  }
  return a;
}

answer evaluation::number(const constraint& c, std::uint32_t node, findings* tell) {
  if (c.bounds.empty() && c.multiples.empty()) return answer::yes;
  const decimal d = decimal::of(doc_.lexeme(node));
  answer a = answer::yes;
  for (const schema::bound& b : c.bounds) {
    if (!keeps(d, b)) a = fail(tell, [&] { return "expected " + (word_of(b.is) + b.spelled) + got(node); });
  }
  for (const auto& [divisor, spelled] : c.multiples) {
    if (is_multiple(d, divisor) == false)
      a = fail(tell, [&, &words = spelled] { return "expected a multiple of " + words + got(node); });
  }
  return a;
}

answer evaluation::size(std::uint64_t count, const std::optional<std::uint64_t>& least,
                        const std::optional<std::uint64_t>& most, const char* of, std::uint32_t node, findings* tell) {
  const bool few = least && count < *least;
  if (!few && !(most && count > *most)) return answer::yes;
  const std::uint64_t limit = few ? *least : *most;
  if (tell == nullptr) return answer::no;
  std::string message = (few ? "expected at least " : "expected at most ") + std::to_string(limit) + ' ' + of;
  if (limit != 1) message += 's';
  if (doc_[node].what == kind::string)
    return fail(tell, [&] { return message + got(node) + " (" + std::to_string(count) + ")"; });
  return fail(tell, [&] { return message + ", got " + std::to_string(count); });
}

answer evaluation::array(const constraint& c, std::uint32_t node, findings* tell, marks* seen) {
  answer a = size(doc_[node].size, c.min_items, c.max_items, "item", node, tell);
  std::set<std::string> different;
  std::size_t i = 0;
  for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n].next, ++i) {
    if (a == answer::no && (tell == nullptr || tell->size() >= max_findings)) return a;
    if (c.unique_items && !different.insert(canonical(doc_, n)).second && a != answer::no) {
      a = fail(tell, [&] { return "expected different items, one is there twice" + got(n); });
    }
    const int schema = i < c.prefix_items.size() ? c.prefix_items[i] : c.items;
    if (schema == no_schema) continue;
    if (seen != nullptr) (*seen)[i] = true;
    a = std::min(a, at(std::to_string(i), schema, n, tell));
  }
  return c.contains == no_schema ? a : std::min(a, contained(c, node, tell, seen));
}

answer evaluation::contained(const constraint& c, std::uint32_t node, findings* tell, marks* seen) {
  std::uint64_t sure = 0, perhaps = 0;
  std::size_t i = 0;
  for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n].next, ++i) {
    const answer fits = of(c.contains, n, nullptr, nullptr);
    if (fits != answer::no) ++perhaps;
    if (fits == answer::yes) ++sure;
    if (fits != answer::no && seen != nullptr) (*seen)[i] = true;
  }
  const bool few = perhaps < c.min_contains, many = c.max_contains && sure > *c.max_contains;
  if (few || many) {
    if (tell == nullptr) return answer::no;
    const std::string what = expectation(c.contains, 0);
    return fail(tell, [&] {
      return (few ? "expected at least " + std::to_string(c.min_contains)
                  : "expected at most " + std::to_string(*c.max_contains)) +
             " of the items to be " + (what.empty() ? "what \"contains\" says" : what) + ", got " +
             std::to_string(few ? perhaps : sure);
    });
  }
  return sure < c.min_contains || (c.max_contains && perhaps > *c.max_contains) ? answer::unknown : answer::yes;
}

answer evaluation::object(const constraint& c, std::uint32_t node, findings* tell, marks* seen) {
  answer a = names(c, node, tell, seen);
  if (a == answer::no && tell == nullptr) return a;
  std::size_t i = 0;
  const bool members = !c.properties.empty() || !c.pattern_properties.empty() || c.additional != no_schema;
  std::set<std::string> met;
  for (std::uint32_t key = node + 1; members && key < doc_[node].next; key = doc_[key + 1].next, ++i) {
    if (a == answer::no && (tell == nullptr || tell->size() >= max_findings)) return a;
    const std::string name = well_formed(doc_.text_of(key));
    bool looked_at = !met.insert(name).second;  // of duplicates the first counts
    if (looked_at && seen != nullptr) (*seen)[i] = true;
    if (looked_at) continue;
    a = std::min(a, member(c, key, name, tell, looked_at));
    if (looked_at && seen != nullptr) (*seen)[i] = true;
  }
  return a;
}

// What depends on the names alone.
answer evaluation::names(const constraint& c, std::uint32_t node, findings* tell, marks* seen) {
  const bool counted = c.min_properties || c.max_properties;
  const bool depends = !c.dependent_required.empty() || !c.dependent_schemas.empty();
  answer a = answer::yes;
  if (!counted && !depends && c.required.empty() && c.property_names == no_schema) return a;
  std::set<std::string> there;
  for (std::uint32_t key = node + 1; key < doc_[node].next; key = doc_[key + 1].next) {
    const auto [name, fresh] = there.insert(well_formed(doc_.text_of(key)));
    if (fresh && c.property_names != no_schema) a = std::min(a, at(*name, c.property_names, key, tell));
  }
  a = std::min(a, size(there.size(), c.min_properties, c.max_properties, "field", node, tell));
  const auto needs = [&](const std::string& name, const std::string& because) {
    if (there.contains(name)) return;
    a = answer::no;
    missing(name, because, tell);
  };
  for (const std::string& name : c.required) needs(name, "");
  for (const auto& [name, others] : c.dependent_required) {
    for (const std::string& other : others) {
      if (there.contains(name)) needs(other, " (because of \"" + cut(name) + "\")");
    }
  }
  for (const auto& [name, schema] : c.dependent_schemas) {
    if (there.contains(name)) a = std::min(a, of(schema, node, tell, seen));
  }
  return a;
}

answer evaluation::member(const constraint& c, std::uint32_t key, const std::string& name, findings* tell,
                          bool& looked_at) {
  answer a = answer::yes;
  const auto judge = [&](int schema) {
    looked_at = true;
    a = std::min(a, at(name, schema, key + 1, tell));
  };
  if (const auto declared = c.properties.find(name); declared != c.properties.end()) judge(declared->second);
  for (const auto& [expression, schema] : c.pattern_properties) {
    if (matches(*expression, name)) judge(schema);
  }
  if (looked_at || c.additional == no_schema) return a;
  if (!all_[c.additional].never) {
    judge(c.additional);
    return a;
  }
  unknown_field(c, name, tell);
  return answer::no;
}

answer evaluation::unevaluated(const constraint& c, std::uint32_t node, findings* tell, marks& seen) {
  answer a = answer::yes;
  const bool object = doc_[node].what == kind::object;
  const int schema = object ? c.unevaluated_properties : c.unevaluated_items;
  std::size_t i = 0;
  for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[object ? n + 1 : n].next, ++i) {
    if (seen[i]) continue;
    seen[i] = true;
    const std::string name = object ? well_formed(doc_.text_of(n)) : std::to_string(i);
    if (object && all_[schema].never) {
      unknown_field(c, name, tell);
      a = answer::no;
    } else {
      a = std::min(a, at(name, schema, object ? n + 1 : n, tell));
    }
  }
  return a;
}

answer evaluation::at(std::string_view step, int index, std::uint32_t node, findings* tell) {
  if (tell == nullptr) return of(index, node, nullptr, nullptr);
  const std::size_t length = pointer_.size();
  json::append_step(pointer_, step);
  const answer a = of(index, node, tell, nullptr);
  pointer_.resize(length);
  return a;
}

const std::string& evaluation::text(std::uint32_t node) {
  if (text_node_ != node) text_ = well_formed(doc_.text_of(node));
  text_node_ = node;
  return text_;
}

}  // namespace toolcall::typing
