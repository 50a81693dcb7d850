// Evaluates JSON against schemas as they were declared.
//
// An answer may be "unknown": where a keyword is not enforced, the value is not refused, also where the keyword stands
// inside of a `not` or a `oneOf`. What a definition says of a part of the value is remembered, so that the work is at
// most that of every definition on every part, however often references meet; and whatever the schema is, the work has
// an end. First it only decides whether the value fits, then, if not, why: reporting is rare and may be slow.

#include "typing/evaluation.hpp"

#include <algorithm>
#include <set>

#include "text/utf8.hpp"
#include "typing/canonical.hpp"
#include "typing/predicates.hpp"
#include "typing/wording.hpp"

namespace toolcall::typing {
namespace {

using json::value_kind;

// Of the recursion: a value is at most 100 deep, and some of its schemas are made of others.
constexpr unsigned max_depth = 400;

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

}  // namespace

evaluation::evaluation(const schema_graph& all, int root, const json::document& doc)
    : all_(all), root_(root), doc_(doc), most_visits_(std::uint64_t{256} * doc.size() + 2'000'000) {
}

std::vector<diagnostic> evaluation::explain() {
  diagnostics report;
  visits_ = 0;
  of(root_, 0, &report, nullptr);
  return report;
}

fit evaluation::of(int index, std::uint32_t node, diagnostics* report, annotations* seen) {
  if (++visits_ > most_visits_ || depth_ == max_depth) exhausted_ = true;
  if (exhausted_) return fit::unknown;
  const schema& c = all_.declared(index);
  const bool remembered = c.shared && report == nullptr && seen == nullptr;
  const std::uint64_t key = (static_cast<std::uint64_t>(index) << 32U) | node;
  if (remembered) {
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
  }
  // Nor is the same said twice in one list, or looked for where nothing is wrong.
  if (c.shared && report != nullptr && seen == nullptr) {
    const fit quiet = of(index, node, nullptr, nullptr);
    if (quiet != fit::no || !reported_.emplace(list_, key).second) return quiet;
  }
  ++depth_;
  const fit a = evaluated(c, node, report, seen);
  --depth_;
  if (remembered) known_.emplace(key, a);
  return a;
}

fit evaluation::evaluated(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen) {
  if (c.never) return fail(report, [&] { return "no value is allowed here" + got(node); });
  const bool array = doc_[node].what == value_kind::array, object = doc_[node].what == value_kind::object;
  if (!(array && c.unevaluated_items != no_schema) && !(object && c.unevaluated_properties != no_schema)) {
    const fit a = value(c, node, report, seen);
    // Of a container all mistakes are reported.
    if (a == fit::no && (report == nullptr || (!array && !object))) return a;
    return std::min(a, combined(c, node, report, seen));
  }
  annotations own(doc_[node].size);
  fit a = value(c, node, report, &own);
  if (a != fit::no) a = std::min(a, combined(c, node, report, &own));
  if (a != fit::no) a = std::min(a, unevaluated(c, node, report, own));
  if (seen != nullptr) {
    for (std::size_t i = 0; i < own.size(); ++i) (*seen)[i] = (*seen)[i] || own[i];
  }
  return a;
}

fit evaluation::value(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen) {
  const unsigned type = type_of(doc_, node);
  fit a = c.unenforced ? fit::unknown : fit::yes;
  if ((type & c.types) == 0) {
    const bool fraction = type == number_type && (c.types & integer_type) != 0;
    return fail(report, [&] {
      return "expected " + expected(all_, c) + got(node) + (fraction ? " (not a whole number)" : "");
    });
  }
  if (c.members && !c.members->contains(canonical(doc_, node))) {
    return fail(report, [&] { return "expected " + expected(all_, c) + got(node) + nearest_of(c, node); });
  }
  switch (doc_[node].what) {
    case value_kind::string:
      return std::min(a, string(c, node, report));
    case value_kind::number:
      return std::min(a, number(c, node, report));
    case value_kind::array:
      return std::min(a, array(c, node, report, seen));
    case value_kind::object:
      return std::min(a, object(c, node, report, seen));
    default:
      return a;
  }
}

fit evaluation::string(const schema& c, std::uint32_t node, diagnostics* report) {
  if (c.patterns.empty() && c.format == nullptr && !c.min_length && !c.max_length) return fit::yes;
  fit a = size(utf8::length(text(node)), c.min_length, c.max_length, "character", node, report);
  for (const auto& [expression, source] : c.patterns) {
    if (!matches(*expression, text(node)))
      a = fail(report, [&, &words = source] { return "expected text that matches " + cut(words) + got(node); });
  }
  if (c.format != nullptr && !c.format->holds(text(node))) {
    a = fail(report, [&] {
      return "expected " + std::string(c.format->name) + " such as " + std::string(c.format->example) + got(node);
    });
  }
  return a;
}

fit evaluation::number(const schema& c, std::uint32_t node, diagnostics* report) {
  if (c.bounds.empty() && c.multiples.empty()) return fit::yes;
  const decimal d = decimal::of(doc_.lexeme(node));
  fit a = fit::yes;
  for (const schema::bound& b : c.bounds) {
    if (!keeps(b, d)) a = fail(report, [&] { return "expected " + (word_of(b.is) + b.lexeme) + got(node); });
  }
  for (const schema::multiple& m : c.multiples) {
    if (!keeps(m, d)) a = fail(report, [&] { return "expected a multiple of " + m.lexeme + got(node); });
  }
  return a;
}

fit evaluation::size(std::uint64_t count, const std::optional<std::uint64_t>& least,
                     const std::optional<std::uint64_t>& most, const char* of, std::uint32_t node,
                     diagnostics* report) {
  const bool few = least && count < *least;
  if (!few && !(most && count > *most)) return fit::yes;
  const std::uint64_t limit = few ? *least : *most;
  if (report == nullptr) return fit::no;
  std::string message = (few ? "expected at least " : "expected at most ") + std::to_string(limit) + ' ' + of;
  if (limit != 1) message += 's';
  if (doc_[node].what == value_kind::string)
    return fail(report, [&] { return message + got(node) + " (" + std::to_string(count) + ")"; });
  return fail(report, [&] { return message + ", got " + std::to_string(count); });
}

fit evaluation::array(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen) {
  fit a = size(doc_[node].size, c.min_items, c.max_items, "item", node, report);
  std::set<std::string> different;
  std::size_t i = 0;
  for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n].next, ++i) {
    if (a == fit::no && (report == nullptr || report->size() >= max_diagnostics)) return a;
    if (c.unique_items && !different.insert(canonical(doc_, n)).second && a != fit::no) {
      a = fail(report, [&] { return "expected unique items, but one occurs twice" + got(n); });
    }
    const int schema = i < c.prefix_items.size() ? c.prefix_items[i] : c.items;
    if (schema == no_schema) continue;
    if (seen != nullptr) (*seen)[i] = true;
    a = std::min(a, at(std::to_string(i), schema, n, report));
  }
  return c.contains == no_schema ? a : std::min(a, contained(c, node, report, seen));
}

fit evaluation::contained(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen) {
  std::uint64_t sure = 0, perhaps = 0;
  std::size_t i = 0;
  for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[n].next, ++i) {
    const fit fits = of(c.contains, n, nullptr, nullptr);
    if (fits != fit::no) ++perhaps;
    if (fits == fit::yes) ++sure;
    if (fits != fit::no && seen != nullptr) (*seen)[i] = true;
  }
  const bool few = perhaps < c.min_contains, many = c.max_contains && sure > *c.max_contains;
  if (few || many) {
    if (report == nullptr) return fit::no;
    const std::string what = expected(all_, c.contains);
    return fail(report, [&] {
      return (few ? "expected at least " + std::to_string(c.min_contains)
                  : "expected at most " + std::to_string(*c.max_contains)) +
             " of the items to be " + (what.empty() ? "what \"contains\" says" : what) + ", got " +
             std::to_string(few ? perhaps : sure);
    });
  }
  return sure < c.min_contains || (c.max_contains && perhaps > *c.max_contains) ? fit::unknown : fit::yes;
}

fit evaluation::object(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen) {
  fit a = names(c, node, report, seen);
  if (a == fit::no && report == nullptr) return a;
  std::size_t i = 0;
  const bool members = !c.properties.empty() || !c.pattern_properties.empty() || c.additional != no_schema || c.closed;
  std::set<std::string> met;
  for (std::uint32_t key = node + 1; members && key < doc_[node].next; key = doc_[key + 1].next, ++i) {
    if (a == fit::no && (report == nullptr || report->size() >= max_diagnostics)) return a;
    const std::string name = utf8::well_formed(doc_.text_of(key));
    bool looked_at = !met.insert(name).second;  // of duplicates the first counts
    if (looked_at && seen != nullptr) (*seen)[i] = true;
    if (looked_at) continue;
    a = std::min(a, member(c, key, name, report, looked_at));
    if (looked_at && seen != nullptr) (*seen)[i] = true;
  }
  return a;
}

// What depends on the names alone.
fit evaluation::names(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen) {
  const bool counted = c.min_properties || c.max_properties;
  const bool depends = !c.dependent_required.empty() || !c.dependent_schemas.empty();
  fit a = fit::yes;
  if (!counted && !depends && c.required.empty() && c.property_names == no_schema) return a;
  std::set<std::string> there;
  for (std::uint32_t key = node + 1; key < doc_[node].next; key = doc_[key + 1].next) {
    const auto [name, fresh] = there.insert(utf8::well_formed(doc_.text_of(key)));
    if (fresh && c.property_names != no_schema) a = std::min(a, at(*name, c.property_names, key, report));
  }
  a = std::min(a, size(there.size(), c.min_properties, c.max_properties, "field", node, report));
  const auto needs = [&](const std::string& name, const std::string& because) {
    if (there.contains(name)) return;
    a = fit::no;
    missing(name, because, report);
  };
  for (const std::string& name : c.required) needs(name, "");
  for (const auto& [name, others] : c.dependent_required) {
    for (const std::string& other : others) {
      if (there.contains(name)) needs(other, " (because of " + shown(name) + ")");
    }
  }
  for (const auto& [name, schema] : c.dependent_schemas) {
    if (there.contains(name)) a = std::min(a, of(schema, node, report, seen));
  }
  return a;
}

fit evaluation::member(const schema& c, std::uint32_t key, const std::string& name, diagnostics* report,
                       bool& looked_at) {
  fit a = fit::yes;
  const auto check = [&](int schema) {
    looked_at = true;
    a = std::min(a, at(name, schema, key + 1, report));
  };
  if (const auto declared = c.properties.find(name); declared != c.properties.end()) check(declared->second);
  for (const auto& [expression, schema] : c.pattern_properties) {
    if (matches(*expression, name)) check(schema);
  }
  if (looked_at) return a;
  if (c.closed || (c.additional != no_schema && all_.declared(c.additional).never)) {
    unknown_field(c, name, report);
    return fit::no;
  }
  if (c.additional != no_schema) check(c.additional);
  return a;
}

fit evaluation::unevaluated(const schema& c, std::uint32_t node, diagnostics* report, annotations& seen) {
  fit a = fit::yes;
  const bool object = doc_[node].what == value_kind::object;
  const int schema = object ? c.unevaluated_properties : c.unevaluated_items;
  std::size_t i = 0;
  for (std::uint32_t n = node + 1; n < doc_[node].next; n = doc_[object ? n + 1 : n].next, ++i) {
    if (seen[i]) continue;
    seen[i] = true;
    const std::string name = object ? utf8::well_formed(doc_.text_of(n)) : std::to_string(i);
    if (object && all_.declared(schema).never) {
      unknown_field(c, name, report);
      a = fit::no;
    } else {
      a = std::min(a, at(name, schema, object ? n + 1 : n, report));
    }
  }
  return a;
}

fit evaluation::at(std::string_view step, int index, std::uint32_t node, diagnostics* report) {
  if (report == nullptr) return of(index, node, nullptr, nullptr);
  const std::size_t length = pointer_.size();
  json::append_step(pointer_, step);
  const fit a = of(index, node, report, nullptr);
  pointer_.resize(length);
  return a;
}

const std::string& evaluation::text(std::uint32_t node) {
  if (text_node_ != node) text_ = utf8::well_formed(doc_.text_of(node));
  text_node_ = node;
  return text_;
}

}  // namespace toolcall::typing
