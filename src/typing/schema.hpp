// A tool's schema, compiled: a graph of small structs, which evaluation and conversion both read.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "typing/dom.hpp"
#include "typing/format.hpp"
#include "typing/json.hpp"
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

// Names without case and separators. Where two names are alike then, neither is in it.
class key_styles {
 public:
  void add(const std::string& name);
  // The declared name that differs in case and separators alone, or empty.
  std::string_view find(std::string_view name) const;

 private:
  std::map<std::string, std::string, std::less<>> names_;
};

// The values of `enum` or `const`, in the order of the schema.
class member_list {
 public:
  struct member {
    unsigned type;
    std::string text;       // a string's meaning, anything else as compact JSON
    std::string canonical;  // canonical.hpp
  };
  void add(const dom& value);
  void append(const member_list& others);
  // The member that means the same as this canonical JSON; null if missing.
  const member* find(std::string_view canonical) const;
  bool contains(std::string_view canonical) const { return find(canonical) != nullptr; }
  // Only the members that the other list has too.
  void intersect(const member_list& other);

  auto begin() const { return members_.begin(); }
  auto end() const { return members_.end(); }
  std::size_t size() const { return members_.size(); }
  bool empty() const { return members_.empty(); }
  const member& operator[](std::size_t i) const { return members_[i]; }

 private:
  void add(member m);

  std::vector<member> members_;
  std::map<std::string, std::size_t, std::less<>> places_;
};

struct schema {
  using names = std::vector<std::string>;
  enum class relation { at_least, above, at_most, below };
  struct bound {
    relation is;
    decimal limit;
    std::string lexeme;
  };
  struct multiple {
    decimal divisor;
    std::string lexeme;
  };

  unsigned types = any_type;
  bool never = false;         // false
  bool anything = false;      // {} or true
  bool plain_string = false;  // {"type":"string"} and nothing else
  bool unenforced = false;    // has a keyword that is not enforced: it cannot be said that a value fits
  bool shared = false;        // several references may lead here
  std::optional<member_list> members;

  std::optional<std::uint64_t> min_length, max_length;
  std::vector<std::pair<pattern, std::string>> patterns;
  const typing::format* format = nullptr;
  std::vector<bound> bounds;
  std::vector<multiple> multiples;

  std::vector<int> prefix_items;
  int items = no_schema;  // after them
  std::optional<std::uint64_t> min_items, max_items;
  bool unique_items = false;
  int contains = no_schema;
  std::uint64_t min_contains = 1;
  std::optional<std::uint64_t> max_contains;
  int unevaluated_items = no_schema;

  std::map<std::string, int, std::less<>> properties;
  std::vector<std::pair<pattern, int>> pattern_properties;
  bool closed = false;         // additionalProperties: false
  int additional = no_schema;  // anything else that it is
  int property_names = no_schema;
  int unevaluated_properties = no_schema;
  std::optional<std::uint64_t> min_properties, max_properties;
  names required;
  std::vector<std::pair<std::string, names>> dependent_required;
  std::vector<std::pair<std::string, int>> dependent_schemas;

  std::vector<int> all_of, any_of, one_of;
  int none_of = no_schema;  // not
  int condition = no_schema, then = no_schema, otherwise = no_schema;

  // What conversion looks up.
  int merged = no_schema;                     // see schema_graph
  bool spread = false;                        // each branch also says what stands next to the union
  key_styles styles;                          // of the properties
  std::set<std::string, std::less<>> needed;  // the required ones

  int field(std::string_view name) const {
    const auto found = properties.find(name);
    return found == properties.end() ? no_schema : found->second;
  }
  // It says that others than its properties are welcome: a key that is like a declared one may be another.
  bool takes_others() const { return additional != no_schema || !pattern_properties.empty(); }
  // Of the one union that conversion tries; where there are two, evaluation alone knows the second.
  const std::vector<int>& branches() const { return any_of.empty() ? one_of : any_of; }
};

// Evaluation reads each schema as it was declared. Conversion must know what a value may be before it is there, so it
// reads a schema with the parts of its allOf merged into it, and with branches that say all that holds in them. Most
// schemas are the same in both views; where they differ, the merged one is a schema of its own (schema_merge.cpp).
class schema_graph {
 public:
  static constexpr int anything = 0;  // the schema {}
  schema_graph();

  // Compiles a normalised schema and says where its root stands.
  int add(const dom& normal);
  int add(schema s);
  // As it was declared; merged.
  const schema& declared(int i) const { return schemas_[static_cast<std::size_t>(i)]; }
  const schema& operator[](int i) const { return merged(declared(i)); }
  const schema& merged(const schema& s) const { return s.merged == no_schema ? s : declared(s.merged); }
  // The schema of a property: its own, a pattern's, the additional ones', or none.
  int property(int object, std::string_view name) const;
  // Whether the object says something about a property of that name in particular.
  bool names(int object, std::string_view name) const;

  pattern_set& patterns() { return patterns_; }

 private:
  friend class schema_compiler;
  // Merges the schemas that are made of parts, from this one on.
  void merge_parts(std::size_t first);

  pattern_set patterns_;
  std::vector<schema> schemas_;
};

}  // namespace toolcall::typing
