// Our tree of JSON as valijson reads documents: an adapter in its sense, which looks and copies nothing.
//
// nlohmann's values, which valijson has an adapter for, would take forty bytes for a digit, and allocate when they are
// destroyed.

#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <limits>
#include <locale>
#include <map>
#include <new>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>

#include <valijson/internal/adapter.hpp>
#include <valijson/internal/basic_adapter.hpp>
#include <valijson/internal/frozen_value.hpp>

#include "text/utf8.hpp"
#include "typing/json.hpp"
#include "typing/number.hpp"

namespace toolcall::typing {

namespace adapted {
class frozen;
}

// A document, and where the members of its larger objects stand: valijson asks for them by name, again and again. Of
// duplicates the first counts. It is used by one thread, but for the frozen parts of a schema, which are only read.
class valijson_document {
 public:
  explicit valijson_document(const json::document& doc) : doc_(doc) {}
  const json::document& tree() const { return doc_; }

  // The node of the member's key; 0 without such a member.
  std::uint32_t key(std::uint32_t object, const std::string& name) const {
    if (doc_[object].size <= few) {
      const std::uint32_t value = doc_.member(object, name);
      return value == 0 ? 0 : value - 1;
    }
    const keys& all = keys_of(object);
    const auto found = all.find(name);
    return found == all.end() ? 0 : found->second;
  }

  // Makes a value of valijson's own of the part of a schema that stands there.
  adapted::frozen* freeze(std::uint32_t node) const;

 private:
  static constexpr std::uint32_t few = 16;

  using keys = std::unordered_map<std::string, std::uint32_t>;

  const keys& keys_of(std::uint32_t object) const {
    if (const auto known = members_.find(object); known != members_.end()) return known->second;
    keys all;
    for (std::uint32_t n = object + 1; n < doc_[object].next; n = doc_[n + 1].next)
      all.emplace(utf8::well_formed(doc_.text_of(n)), n);
    return members_.emplace(object, std::move(all)).first->second;
  }

  const json::document& doc_;
  mutable std::map<std::uint32_t, keys> members_;
  mutable std::deque<std::array<std::byte, 4 * sizeof(void*)>> frozen_;
};

namespace adapted {

class adapter;
using member = std::pair<std::string, adapter>;

// A node; of no document, it is an empty object.
struct node_place {
  const valijson_document* in = nullptr;
  std::uint32_t node = 0;

  const json::document& tree() const { return in->tree(); }
  bool is(json::value_kind what) const {
    return in == nullptr ? what == json::value_kind::object : tree()[node].what == what;
  }
  std::size_t size() const { return in == nullptr ? 0 : tree()[node].size; }
  std::uint32_t first() const { return node + 1; }
  std::uint32_t last() const { return in == nullptr ? first() : tree()[node].next; }
};

template <typename Value>
class cursor {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = Value;
  using difference_type = std::ptrdiff_t;
  using pointer = Value*;
  using reference = Value;

  explicit cursor(node_place at, std::uint32_t first = 0) : at_(at), first_(first) {}
  Value operator*() const;
  valijson::adapters::DerefProxy<Value> operator->() const { return valijson::adapters::DerefProxy<Value>(**this); }
  bool operator==(const cursor& other) const { return at_.node == other.at_.node; }
  bool operator!=(const cursor& other) const { return !(*this == other); }
  cursor& operator++();
  cursor operator++(int) {
    const cursor before = *this;
    ++*this;
    return before;
  }
  // From the end of an array, as items that must differ are compared.
  cursor& operator--() {
    cursor before({at_.in, first_}, first_);
    for (cursor next = before; next != *this; ++next) before = next;
    return *this = before;
  }
  void advance(std::ptrdiff_t n) {
    while (n-- > 0) ++*this;
  }

 private:
  node_place at_;
  std::uint32_t first_;  // of the container's items
};

class array {
 public:
  using const_iterator = cursor<adapter>;
  using iterator = const_iterator;

  array() = default;
  explicit array(node_place at) : at_(at) {}
  const_iterator begin() const { return const_iterator({at_.in, at_.first()}, at_.first()); }
  const_iterator end() const { return const_iterator({at_.in, at_.last()}, at_.first()); }
  std::size_t size() const { return at_.size(); }

 private:
  node_place at_;
};

class object {
 public:
  using const_iterator = cursor<member>;
  using iterator = const_iterator;

  object() = default;
  explicit object(node_place at) : at_(at) {}
  const_iterator begin() const { return const_iterator({at_.in, at_.first()}, at_.first()); }
  const_iterator end() const { return const_iterator({at_.in, at_.last()}, at_.first()); }
  const_iterator find(const std::string& name) const {
    const std::uint32_t key = at_.in == nullptr ? 0 : at_.in->key(at_.node, name);
    return key == 0 ? end() : const_iterator({at_.in, key});
  }
  std::size_t size() const { return at_.size(); }

 private:
  node_place at_;
};

class value {
 public:
  value() = default;
  explicit value(node_place at) : at_(at) {}

  valijson::adapters::FrozenValue* freeze() const;  // a constant, or a value of an enumeration

  opt::optional<array> getArrayOptional() const {
    if (!isArray()) return {};
    return array(at_);
  }
  opt::optional<object> getObjectOptional() const {
    if (!isObject()) return {};
    return object(at_);
  }
  bool getArraySize(std::size_t& result) const { return isArray() && (result = at_.size(), true); }
  bool getObjectSize(std::size_t& result) const { return isObject() && (result = at_.size(), true); }
  bool getBool(bool& result) const { return isBool() && (result = lexeme() == "true", true); }
  bool getDouble(double& result) const {
    if (!isDouble()) return false;
    std::istringstream text{std::string(lexeme())};
    text.imbue(std::locale::classic());
    return static_cast<bool>(text >> result) || text.eof();  // what no double holds is the nearest one
  }
  // What does not fit stays an integer, at the end of the 64 bits.
  bool getInteger(std::int64_t& result) const {
    if (!isInteger()) return false;
    const decimal d = decimal::of(lexeme());
    result = d.negative ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    if (d.exponent > 19) return true;
    const std::string digits = d.integer_text();
    std::from_chars(digits.data(), digits.data() + digits.size(), result);
    return true;
  }
  bool getString(std::string& result) const {
    return isString() && (result = utf8::well_formed(at_.tree().text_of(at_.node)), true);
  }

  static bool hasStrictTypes() { return true; }
  bool isArray() const { return at_.is(json::value_kind::array); }
  bool isBool() const { return at_.is(json::value_kind::boolean); }
  bool isDouble() const { return isNumber() && !is_integral(lexeme()); }
  bool isInteger() const { return isNumber() && is_integral(lexeme()); }
  bool isNull() const { return at_.is(json::value_kind::null); }
  bool isNumber() const { return at_.is(json::value_kind::number); }
  bool isObject() const { return at_.is(json::value_kind::object); }
  bool isString() const { return at_.is(json::value_kind::string); }

 private:
  std::string_view lexeme() const { return at_.tree().lexeme(at_.node); }

  node_place at_;
};

class adapter : public valijson::adapters::BasicAdapter<adapter, array, member, object, value> {
 public:
  adapter() : BasicAdapter(value()) {}
  explicit adapter(node_place at) : BasicAdapter(value(at)) {}
  explicit adapter(const valijson_document& of) : adapter(node_place{&of, 0}) {}
};

template <>
inline adapter cursor<adapter>::operator*() const {
  return adapter(at_);
}
template <>
inline member cursor<member>::operator*() const {
  return {utf8::well_formed(at_.tree().text_of(at_.node)), adapter(node_place{at_.in, at_.node + 1})};
}
template <>
inline cursor<adapter>& cursor<adapter>::operator++() {
  at_.node = at_.tree()[at_.node].next;
  return *this;
}
template <>
inline cursor<member>& cursor<member>::operator++() {
  at_.node = at_.tree()[at_.node + 1].next;
  return *this;
}

// What valijson keeps of a schema: where it stands in the schema's own document, which outlives it.
class frozen : public valijson::adapters::FrozenValue {
 public:
  explicit frozen(node_place at) : at_(at) {}
  FrozenValue* clone() const override { return at_.in->freeze(at_.node); }
  bool equalTo(const valijson::adapters::Adapter& other, bool strict) const override {
    return adapter(at_).equalTo(other, strict);
  }
  // valijson deletes it, and forgets it where memory runs out; so the memory is the document's.
  static void operator delete(void*) {}

 private:
  node_place at_;
};

inline valijson::adapters::FrozenValue* value::freeze() const {
  return at_.in->freeze(at_.node);
}

}  // namespace adapted

inline adapted::frozen* valijson_document::freeze(std::uint32_t node) const {
  for (std::uint32_t n = node; n < doc_[node].next; ++n) {
    if (doc_[n].what == json::value_kind::object && doc_[n].size > few) keys_of(n);
  }
  static_assert(sizeof(adapted::frozen) <= sizeof(frozen_.front()));
  return ::new (frozen_.emplace_back().data()) adapted::frozen({this, node});
}

}  // namespace toolcall::typing

template <>
struct valijson::adapters::AdapterTraits<toolcall::typing::adapted::adapter> {
  using DocumentType = toolcall::typing::valijson_document;
  static std::string adapterName() { return "toolcall::typing::adapted::adapter"; }
};
