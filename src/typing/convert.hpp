// Raw text and JSON values to the JSON that a schema asks for.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "typing/predicates.hpp"
#include "typing/repair.hpp"
#include "typing/schema.hpp"
#include "typing/typing.hpp"
#include "typing/wording.hpp"

namespace toolcall::typing {

// The result of a conversion. `ok` says that the value has the schema's type, `valid` that it also keeps its bounds, as
// far as is known here; the cost ranks the branches of a union.
struct conversion {
  static constexpr unsigned lossless = 1;
  static constexpr unsigned assumed = 10;

  bool ok = true;
  bool valid = true;
  bool whole = true;  // false: a part stays as it was written
  unsigned cost = 0;
  typing_level level = typing_level::exact;
  std::string_view code{};  // of the least sure step; of what is refused, why
  std::string json;
  std::vector<diagnostic> diagnostics;

  static conversion refused(std::string_view why) {
    conversion o;
    o.ok = o.valid = false;
    o.level = typing_level::refused;
    o.code = why;
    return o;
  }
  // A step was made over all of it.
  void note(typing_level how, std::string_view what);
  // Adds a diagnostic about it or a part of it; beyond a limit they are dropped.
  void report(diagnostic f);
  // Adds the result of one of its parts.
  void take_in(const conversion& part);
};

// More diagnostics about one value than anyone reads.
constexpr std::size_t max_value_diagnostics = 20;

class converter {
 public:
  converter(const schema_graph& schemas, std::string pointer, const rules& rules = {})
      : schemas_(schemas), pointer_(std::move(pointer)), rules_(rules) {}

  // Where in the document stand the dialect's own objects, arrays and raw texts (typing.hpp, `written`).
  void note_places(const json::document& of, std::span<const std::size_t> places) {
    placed_in_ = &of;
    places_ = places;
  }

  // Raw text is a word without quotes. The name of a variable is no text: it may be one of certain values alone.
  void note_words() { words_ = true; }

  // Likewise the numbers in the document that were written otherwise: as a string, a number is what was written.
  void note_numbers(std::span<const respelled_number> numbers) { numbers_ = numbers; }

  // `types` narrows the schema's own.
  conversion raw(int schema, std::string_view text, unsigned types = any_type);
  conversion value(int schema, const json::document& doc, std::uint32_t node, unsigned types = any_type);

  // Whether some alternative of the schema has one of these types.
  bool admits(int schema, unsigned types) const { return !alternatives(schema, types).empty(); }

  // Whether a text may be read in several ways, other than as one of certain values.
  bool has_readings(int schema) const;

  // Adds the result of a part to `whole`. A part that was not converted stays as it was written, with a diagnostic.
  void add_part(int schema, const json::document& doc, std::uint32_t node, conversion inner, conversion& whole);

  // The diagnostic for a value that stays as it was written; `got` is what is shown of it, `why` a code.
  diagnostic not_converted(int schema, std::string_view text, std::string got, std::string_view why) const;

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
  conversion raw_member(const schema& s, std::string_view text, unsigned types, bool exact_only = false) const;
  conversion typed_member(const schema& s, std::string_view text, unsigned types) const;
  conversion folded_member(const schema& s, std::string_view text, unsigned types) const;
  conversion raw_union(const std::vector<alternative>& list, std::string_view text, bool anything);
  conversion raw_typed(const std::vector<alternative>& list, std::string_view text);
  conversion raw_string(const schema& s, std::string_view text) const;
  conversion raw_number(const schema& s, std::string_view text, bool integer) const;
  conversion raw_boolean(std::string_view text) const;
  conversion raw_null(std::string_view text) const;

  // Raw text that holds a container.
  conversion raw_array(int schema, std::string_view text, unsigned decodes);
  conversion raw_object(int schema, std::string_view text, unsigned decodes);
  conversion empty_container(std::string_view text, unsigned type) const;
  conversion raw_container(int schema, std::string_view text, unsigned type, unsigned decodes);
  conversion one_item(int items, std::string_view text);
  conversion split_list(int items, std::string_view text);
  conversion element_items(int schema, std::string_view text);
  conversion element_members(int schema, std::string_view text);
  conversion with_places(int schema, std::string_view text, const std::vector<std::size_t>& places, unsigned type);

  // JSON that no schema says anything about. Raw text in it is text, unless something was declared there.
  conversion untyped(const json::document& doc, std::uint32_t node, bool declared);
  void untyped_parts(const json::document& doc, std::uint32_t node, bool declared, conversion& whole);
  void untyped_part(std::string_view step, const json::document& doc, std::uint32_t node, bool declared,
                    conversion& whole);
  bool is_plain(const json::document& doc, std::uint32_t node) const;
  bool is_scalar_element(std::string_view text) const;

  // JSON.
  conversion value_member(const schema& s, const json::document& doc, std::uint32_t node, unsigned types);
  conversion value_union(const std::vector<alternative>& list, const json::document& doc, std::uint32_t node);
  conversion value_typed(int schema, const json::document& doc, std::uint32_t node, unsigned types);
  conversion other_type(int schema, const json::document& doc, std::uint32_t node, unsigned types);
  conversion string_as(int schema, std::string_view text, unsigned types);
  std::string_view written(const json::document& doc, std::uint32_t node) const;
  conversion as_string(int schema, const json::document& doc, std::uint32_t node) const;
  conversion only_item(int schema, const json::document& doc, std::uint32_t node, unsigned types);
  conversion number(const schema& s, std::string_view lexeme, unsigned types) const;
  conversion array(const schema& s, const json::document& doc, std::uint32_t node);
  conversion array_of_other(int schema, const json::document& doc, std::uint32_t node);
  conversion wrapped_items(int schema, const json::document& doc, std::uint32_t node);
  conversion named_like_items(int schema, const json::document& doc, std::uint32_t node);
  conversion single(int items, const json::document& doc, std::uint32_t node);
  bool is_placed(const json::document& doc, std::uint32_t node) const;
  bool is_raw_text(const json::document& doc, std::uint32_t node) const;

  // A part of a container: what cannot be converted stays, with a diagnostic.
  void part(int schema, const json::document& doc, std::uint32_t node, std::string_view step, conversion& whole);

  // Objects.
  struct field {
    std::string name;
    std::uint32_t key;
    bool renamed = false;
  };
  conversion object(int schema, const json::document& doc, std::uint32_t node);
  bool drops(const schema& s, const field& f, conversion& whole) const;
  void add_field(int schema, const json::document& doc, const field& f, conversion& whole);
  std::vector<field> fields_of(const json::document& doc, std::uint32_t node, conversion& whole) const;
  void read_styles(const schema& s, int schema, std::vector<field>& fields, conversion& whole) const;
  bool says_nothing(int property, const json::document& doc, std::uint32_t node) const;
  void report_field(std::string_view name, diagnostic f, conversion& whole) const;
  template <typename Act>
  void at(std::string_view step, const Act& act);

  // A step of this level over `o`, if the policy lets it.
  conversion step(conversion o, typing_level how, std::string_view code) const;
  conversion assumed(conversion o, std::string_view code, const std::string& before, std::string_view what) const;
  conversion least(std::vector<conversion> results) const;

  const schema_graph& schemas_;
  std::string pointer_;  // of what is converted
  rules rules_;
  const json::document* placed_in_ = nullptr;
  std::span<const std::size_t> places_;
  bool words_ = false;
  std::span<const respelled_number> numbers_;
  // A scalar where a list is wanted is wrapped; a schema of lists of lists without end must not wrap without end.
  static constexpr unsigned max_wraps = 4;
  unsigned wraps_ = 0;
  static constexpr unsigned max_elements_depth = 16;
  unsigned elements_depth_ = 0;
  unsigned budget_ = 10'000;  // attempts at branches, for all of one conversion
};

// What the conversion does at one part of a container.
template <typename Act>
void converter::at(std::string_view step, const Act& act) {
  const std::size_t length = pointer_.size();
  json::append_step(pointer_, step);
  act();
  pointer_.resize(length);
}

// A member of an object: of those with one key the first, by the node of its key.
struct member_once {
  std::uint32_t key;
  bool differs = false;  // another one with this key has another value
};
std::vector<member_once> members_once(const json::document& doc, std::uint32_t object);

conversion converted_string(std::string_view text);
conversion converted_json(std::string json);
// Of an item at this place; of one that nothing is said about, {}.
int item_schema(const schema& list, std::size_t index);

}  // namespace toolcall::typing
