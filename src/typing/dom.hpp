// JSON as a value that can be changed, in which schemas are normalised and compiled.
//
// A library's value would round numbers, and nlohmann's allocates when it is destroyed, so that a failed allocation
// could end the process. Here numbers keep their digits, and destroying takes no memory. It recurses when it is copied
// and destroyed, so its depth must be bounded.

#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "typing/json.hpp"

namespace toolcall::typing {

class dom {
 public:
  using list = std::vector<dom>;
  using map = std::map<std::string, dom, std::less<>>;

  dom() = default;  // null
  template <std::same_as<bool> Truth>
  dom(Truth truth) : value_(truth) {}
  dom(std::string text) : value_(std::move(text)) {}
  dom(const char* text) : value_(std::string(text)) {}
  dom(list items) : value_(std::move(items)) {}
  dom(map members) : value_(std::move(members)) {}
  static dom number(std::string_view lexeme);

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_boolean() const { return std::holds_alternative<bool>(value_); }
  bool is_number() const { return std::holds_alternative<digits>(value_); }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_array() const { return std::holds_alternative<list>(value_); }
  bool is_object() const { return std::holds_alternative<map>(value_); }
  // Whether it is this boolean.
  bool is(bool truth) const { return is_boolean() && std::get<bool>(value_) == truth; }

  // Of a string; of a number; of an array; of an object. It must be one.
  const std::string& text() const { return std::get<std::string>(value_); }
  const std::string& lexeme() const { return std::get<digits>(value_).lexeme; }
  const list& items() const { return std::get<list>(value_); }
  list& items() { return std::get<list>(value_); }
  const map& members() const { return std::get<map>(value_); }
  map& members() { return std::get<map>(value_); }

  // The member of that name; null if missing, or if this is not an object.
  const dom* find(std::string_view name) const;
  dom* find(std::string_view name) { return const_cast<dom*>(std::as_const(*this).find(name)); }
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  const dom& at(std::string_view name) const { return *find(name); }  // which must be there
  // Makes an object of null, and the member where it is missing; an array of null.
  dom& operator[](std::string_view name);
  void push_back(dom item);
  // Takes a member out, and returns it; null if there was none.
  dom take(std::string_view name);
  void erase(std::string_view name) { take(name); }

  friend bool operator==(const dom&, const dom&) = default;

 private:
  struct digits {
    std::string lexeme;
    friend bool operator==(const digits&, const digits&) = default;
  };
  std::variant<std::monostate, bool, digits, std::string, list, map> value_;
};

// The subtree as such a value. Of duplicate keys the first counts; ill-formed bytes become U+FFFD.
dom to_dom(const json::document& doc, std::uint32_t node);

// Compact JSON; members are in the order of their names.
std::string json_text(const dom& value);

// Of a number that counts something; nothing if it is negative, no whole number, or more than 64 bits hold.
std::optional<std::uint64_t> count_of(const dom& value);

}  // namespace toolcall::typing
