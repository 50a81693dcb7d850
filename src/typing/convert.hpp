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
  typing_level level = typing_level::exact;
  std::string_view code{};  // of the least sure step; of what is refused, why
  std::string json;
  std::vector<finding> findings;

  static outcome refused(std::string_view why) {
    outcome o;
    o.ok = o.valid = false;
    o.level = typing_level::refused;
    o.code = why;
    return o;
  }
  // A step was made over all of it.
  void note(typing_level how, std::string_view what);
  // A part of it came to this.
  void take_in(const outcome& part);
};

// More findings about one value than anyone reads.
constexpr std::size_t max_value_findings = 20;

class converter {
 public:
  converter(const schema_graph& schemas, std::string pointer, const rules& told = {})
      : schemas_(schemas), pointer_(std::move(pointer)), told_(told) {}

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

  // The finding for a value that stays as it was written; `got` is what is shown of it, `why` a code.
  finding not_converted(int schema, std::string_view text, std::string got, std::string_view why) const;

 private:
  struct alternative {
    int schema;
    unsigned type;
  };
  std::vector<alternative> alternatives(int schema, unsigned types) const;
  void add_alternatives(int schema, unsigned types, unsigned depth, std::vector<alternative>& out,
                        unsigned& left) const;
  std::vector<alternative> of_type(const std::vector<alternative>& all, unsigned type) const;
  std::vector<alternative> chosen_by_tag(const std::vector<alternative>& list, const json::document& doc,
                                         std::uint32_t node) const;

  // Raw text.
  outcome raw_member(const schema& s, std::string_view text, unsigned types, bool exact_only = false) const;
  outcome typed_member(const schema& s, std::string_view text, unsigned types) const;
  outcome folded_member(const schema& s, std::string_view text, unsigned types) const;
  outcome raw_union(const std::vector<alternative>& list, std::string_view text, bool anything);
  outcome raw_typed(const std::vector<alternative>& list, std::string_view text);
  outcome raw_string(const schema& s, std::string_view text) const;
  outcome raw_number(const schema& s, std::string_view text, bool integer) const;
  outcome raw_boolean(std::string_view text) const;
  outcome raw_null(std::string_view text) const;

  // Raw text that holds a container.
  outcome raw_array(int schema, std::string_view text, unsigned decodes);
  outcome raw_object(int schema, std::string_view text, unsigned decodes);
  outcome raw_container(int schema, std::string_view text, unsigned type, unsigned decodes);
  outcome one_item(int items, std::string_view text);
  outcome split_list(int items, std::string_view text);
  outcome element_items(int schema, std::string_view text);
  outcome element_members(int schema, std::string_view text);
  outcome with_places(int schema, std::string_view text, const std::vector<std::size_t>& places, unsigned type);

  // JSON.
  outcome value_member(const schema& s, const json::document& doc, std::uint32_t node, unsigned types) const;
  outcome value_union(const std::vector<alternative>& list, const json::document& doc, std::uint32_t node);
  outcome value_typed(int schema, const json::document& doc, std::uint32_t node, unsigned types);
  outcome other_type(int schema, const json::document& doc, std::uint32_t node, unsigned types);
  outcome string_as(int schema, std::string_view text, unsigned types);
  outcome as_string(int schema, const json::document& doc, std::uint32_t node) const;
  outcome only_item(int schema, const json::document& doc, std::uint32_t node, unsigned types);
  outcome number(const schema& s, std::string_view lexeme, unsigned types) const;
  outcome array(const schema& s, const json::document& doc, std::uint32_t node);
  outcome array_of_other(int schema, const json::document& doc, std::uint32_t node);
  outcome wrapped_items(int schema, const json::document& doc, std::uint32_t node);
  outcome single(int items, const json::document& doc, std::uint32_t node);
  bool is_placed(const json::document& doc, std::uint32_t node) const;
  bool is_raw_text(const json::document& doc, std::uint32_t node) const;

  // A part of a container: what cannot be converted stays, with a finding.
  void part(int schema, const json::document& doc, std::uint32_t node, std::string_view step, outcome& whole);
  void add_part(int schema, const json::document& doc, std::uint32_t node, outcome inner, outcome& whole);

  // Objects.
  struct field {
    std::string name;
    std::uint32_t key;
    bool renamed = false;
  };
  outcome object(int schema, const json::document& doc, std::uint32_t node);
  bool drops(const schema& s, const field& f, outcome& whole) const;
  void add_field(int schema, const json::document& doc, const field& f, outcome& whole);
  std::vector<field> fields_of(int schema, const json::document& doc, std::uint32_t node, outcome& whole) const;
  void read_styles(const schema& s, int schema, std::vector<field>& fields, outcome& whole) const;
  bool says_nothing(int property, const json::document& doc, std::uint32_t node) const;
  void tell_of_field(std::string_view name, finding f, outcome& whole) const;

  // A step of this level over `o`, if the policy lets it.
  outcome step(outcome o, typing_level how, std::string_view code) const;
  outcome assumed(outcome o, std::string_view code, const std::string& before, std::string_view what) const;
  outcome least(std::vector<outcome> results) const;

  const schema_graph& schemas_;
  std::string pointer_;
  rules told_;
  const json::document* placed_in_ = nullptr;
  std::span<const std::size_t> places_;
  // A scalar where a list is wanted is wrapped; a schema of lists of lists without end must not wrap without end.
  static constexpr unsigned max_wraps = 4;
  unsigned wraps_ = 0;
  static constexpr unsigned max_elements_depth = 16;
  unsigned elements_depth_ = 0;
  unsigned budget_ = 10'000;  // attempts at branches, for all of one conversion
};

outcome string_outcome(std::string_view text);
outcome json_outcome(std::string json);
unsigned type_of(const json::document& doc, std::uint32_t node);
bool is_member(const schema::member& m, const json::document& doc, std::uint32_t node);
// `name`, but for quotes that are stuck to it.
std::string_view without_quotes(std::string_view name);

// Lengths and patterns; bounds.
bool string_holds(const schema& s, std::string_view text);
bool number_holds(const schema& s, std::string_view lexeme);

// "integer", "string or null", "one of a, b": for messages.
std::string expected(const schema_graph& schemas, int schema);
// At most some 40 bytes of it, in quotes.
std::string shown(std::string_view text);
// A JSON value in a message: strings in their quotes, everything else bare; long ones are cut short.
std::string shown_value(std::string_view lexeme);
// unknown field "zz"; known: a, b
std::string unknown_name(std::string_view name, const std::vector<std::string_view>& known);
finding omitted_finding(std::string pointer, std::string_view code);
finding dropped_finding(std::string pointer, std::string_view name);
finding forbidden_finding(std::string pointer, std::string message);

}  // namespace toolcall::typing
