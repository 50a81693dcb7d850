// What conversion needs of a schema: types, members, parts, branches.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "typing/json.hpp"
#include "typing/normalise.hpp"
#include "typing/number.hpp"
#include "typing/pattern.hpp"

namespace toolcall::typing {

// Bits of a set of types. Every integer is a number, so a set with `number` takes integers too.
enum type_bit : unsigned {
  null_type = 1,
  boolean_type = 2,
  integer_type = 4,
  number_type = 8,
  string_type = 16,
  array_type = 32,
  object_type = 64,
  any_type = 127
};

// Of the name of one of JSON Schema's types.
unsigned bit_of(std::string_view type);

constexpr int no_schema = -1;

// Names by what is left of them without case and separators; of two names that are then alike, neither.
class key_styles {
 public:
  void add(const std::string& name);
  // The declared name that is the same but for its style, or empty.
  std::string_view find(std::string_view name) const;
  static std::string folded(std::string_view name);

 private:
  std::map<std::string, std::string, std::less<>> names_;
};

struct schema {
  // A value of `enum` or `const`.
  struct member {
    unsigned type;
    std::string text;  // a string's meaning, anything else as compact JSON
  };
  enum class relation { at_least, above, at_most, below };
  struct bound {
    relation is;
    decimal limit;
    std::string spelled;
    bool big;  // beyond what a double tells apart: not valijson's business
  };

  unsigned types = any_type;
  bool never = false;
  bool plain_string = false;  // {"type":"string"} and nothing else
  bool anything = false;      // {} or true
  std::optional<std::vector<member>> members;

  std::optional<std::uint64_t> min_length, max_length;
  std::vector<std::pair<pattern, std::string>> patterns;
  std::vector<bound> bounds;
  std::vector<std::string> multiples;

  int items = no_schema;
  std::vector<int> prefix_items;
  bool unique_items = false;

  std::map<std::string, int, std::less<>> properties;
  std::vector<std::pair<pattern, int>> pattern_properties;
  bool closed = false;  // additionalProperties: false
  int additional = no_schema;
  int property_names = no_schema;
  std::vector<std::string> required;
  key_styles styles;                          // of the properties
  std::set<std::string, std::less<>> needed;  // the required ones, to look up

  std::vector<int> branches;  // of one anyOf or oneOf
  std::vector<int> all_of;    // parts; merged into this schema as far as that can be done

  int field(std::string_view name) const {
    const auto found = properties.find(name);
    return found == properties.end() ? no_schema : found->second;
  }
};

class schema_graph {
 public:
  // Compiles a normalised schema and says where its root stands.
  int add(const nlohmann::json& normal);
  int add(schema s);
  const schema& operator[](int i) const { return schemas_[static_cast<std::size_t>(i)]; }
  // The schema of a property: its own, a pattern's, the additional ones', or none.
  int property(int object, std::string_view name) const;
  // Whether the object says something about a property of that name in particular.
  bool names(int object, std::string_view name) const;

  pattern_set& patterns() { return patterns_; }

 private:
  friend class schema_compiler;
  pattern_set patterns_;
  std::vector<schema> schemas_;
};

}  // namespace toolcall::typing
