// Raw text and JSON values to the JSON that a schema asks for.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "typing/schema.hpp"
#include "typing/typing.hpp"

namespace toolcall::typing {

// What a conversion came to. `ok` says that the value has the schema's type, `valid` that it also keeps its bounds, as
// far as is known here; the cost ranks the branches of a union.
struct outcome {
  static constexpr unsigned lossless = 1;
  static constexpr unsigned assumed = 10;

  bool ok = true;
  bool valid = true;
  bool whole = true;  // false: a part stays as it was written
  unsigned cost = 0;
  std::string json;
  std::vector<finding> findings;

  static outcome refused() {
    outcome o;
    o.ok = o.valid = false;
    return o;
  }
};

// More findings about one value than anyone reads.
constexpr std::size_t max_value_findings = 20;

class converter {
 public:
  converter(const schema_graph& schemas, std::string pointer) : schemas_(schemas), pointer_(std::move(pointer)) {}

  // Where in the document stand the dialect's own objects, arrays and raw texts (typing.hpp, `written`).
  void note_places(const json::document& of, std::span<const std::size_t> places) {
    placed_in_ = &of;
    places_ = places;
  }

  // `types` narrows the schema's own.
  outcome raw(int schema, std::string_view text, unsigned types = any_type);
  outcome value(int schema, const json::document& doc, std::uint32_t node, unsigned types = any_type);

  // Whether some alternative of the schema has one of these types.
  bool admits(int schema, unsigned types) const { return !alternatives(schema, types).empty(); }

  // The finding for a value that stays as it was written.
  finding not_converted(int schema, std::string_view got) const;

 private:
  struct alternative {
    int schema;
    unsigned type;
  };
  std::vector<alternative> alternatives(int schema, unsigned types) const;
  void add_alternatives(int schema, unsigned types, unsigned depth, std::vector<alternative>& out) const;

  outcome raw_member(const schema& s, std::string_view text, unsigned types, bool exact_only = false);
  outcome folded_member(const schema& s, std::string_view text, unsigned types);
  outcome raw_union(const std::vector<alternative>& list, std::string_view text);
  outcome raw_string(const schema& s, std::string_view text);
  outcome raw_number(const schema& s, std::string_view text, bool integer);
  outcome raw_boolean(std::string_view text);
  outcome raw_null(std::string_view text);
  outcome raw_array(int schema, std::string_view text);
  outcome raw_object(int schema, std::string_view text);
  outcome raw_container(int schema, std::string_view text, unsigned type, unsigned decodes);
  outcome one_item(int items, std::string_view text);
  outcome item_elements(int items, std::string_view text);
  outcome split_list(int items, std::string_view text);

  outcome value_member(const schema& s, const json::document& doc, std::uint32_t node, unsigned types);
  outcome value_union(const std::vector<alternative>& list, const json::document& doc, std::uint32_t node);
  outcome value_typed(int schema, const json::document& doc, std::uint32_t node, unsigned types);
  outcome other_type(int schema, const json::document& doc, std::uint32_t node, unsigned types);
  outcome array(const schema& s, const json::document& doc, std::uint32_t node);
  outcome object(int schema, const json::document& doc, std::uint32_t node);
  outcome number(const schema& s, std::string_view lexeme, unsigned types);
  bool is_placed(const json::document& doc, std::uint32_t node) const;
  bool is_raw_text(const json::document& doc, std::uint32_t node) const;
  // A part of a container: what cannot be converted stays, with a finding.
  void part(int schema, const json::document& doc, std::uint32_t node, std::string_view step, outcome& whole);

  void duplicate(std::string_view name, outcome& whole) const;
  outcome single(int items, const json::document& doc, std::uint32_t node);
  outcome assumed(outcome o, std::string_view before, std::string_view what) const;
  outcome least(std::vector<outcome> results) const;

  const schema_graph& schemas_;
  std::string pointer_;
  const json::document* placed_in_ = nullptr;
  std::span<const std::size_t> places_;
  // A scalar where a list is wanted is wrapped; a schema of lists of lists without end must not wrap without end.
  static constexpr unsigned max_wraps = 4;
  unsigned wraps_ = 0;
  unsigned budget_ = 10'000;  // attempts at branches, for all of one conversion
};

// Lengths and patterns; bounds.
bool string_holds(const schema& s, std::string_view text);
bool number_holds(const schema& s, std::string_view lexeme);

// "integer", "string or null", "one of "a", "b"": for messages.
std::string expected(const schema_graph& schemas, int schema);
// At most some 40 bytes of it, in quotes.
std::string shown(std::string_view text);
// A JSON value in a message: strings in their quotes, everything else bare; long ones are cut short.
std::string shown_value(std::string_view lexeme);

}  // namespace toolcall::typing
