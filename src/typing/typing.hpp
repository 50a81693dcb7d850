// What the event layer asks of the tools: which names there are, how a field's text becomes JSON, what the schema says.

#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/policy.hpp>
#include <toolcall/tools.hpp>
#include <toolcall/typing_level.hpp>

#include "engine/vocabulary.hpp"
#include "typing/name_ladder.hpp"
#include "typing/remarks.hpp"
#include "typing/schema.hpp"

namespace toolcall::typing {

class judge;

struct finding {
  std::string label;       // assumed_type, not_converted, schema_violation, missing_required
  std::string pointer;     // into the arguments
  std::string message;     // empty: what the label says
  bool repair = false;     // the text was read other than as it stood
  bool disagrees = false;  // the call says two things at once
  typing_level level = typing_level::exact;
  std::string_view code{};  // a word of spec/typing.md, which lives for ever
  bool refuses = false;     // the call is refused for it
};

// What the host's policy says of conversions.
struct rules {
  typing_level max_level = typing_level::assumed;  // what would be less sure stays as it was written, refused
  unknown_keys unknown = unknown_keys::keep;
};

// What was written as JSON at this pointer is not quite JSON, and was read all the same.
inline finding loose_json(std::string pointer) {
  return {"loose_json", std::move(pointer), "", true};
}

// When the text of a field may be told: as it comes, or when its value is complete.
enum class telling { at_once, when_complete };

// What a field's text is: text whose type the schema chooses, a string, JSON, or a Python literal.
enum class form : unsigned char { raw, string, json, python };

// A field as it was written; views what it was written with. Of a value whose structure is the dialect's own and not
// JSON's, `text` is the same as JSON, and `places`, ascending, are where in it stand the dialect's own objects, arrays
// and raw texts; those are spelled as strings.
struct written {
  std::string_view text;
  form is = form::raw;
  std::span<const std::size_t> places{};
};

struct typed {
  std::string json;  // always one valid JSON value, compact
  std::vector<finding> findings;
  bool fits = true;      // false: something stands there as it was written, because it could not be converted
  bool readable = true;  // false: what should be JSON is none, and `json` is empty
  bool omitted = false;  // an optional field that says nothing: `json` is empty
  typing_level level = typing_level::exact;
  std::string_view code{};  // of the step that is least sure

  void add(finding f);
};

// A finding about something that is less sure than it was written.
finding conversion_finding(std::string_view label, std::string pointer, std::string message, typing_level level,
                           std::string_view code);

finding renamed_finding(std::string pointer, std::string_view written, std::string_view declared,
                        std::string_view code);

// What a field's key is taken for.
struct key_reading {
  std::string declared;  // the tool's spelling of it; empty: it stays as written
  std::string_view code{};
};

// The value where no schema says what it should be.
typed as_written(const written& value, const std::string& pointer);

// A value that should be a Python literal and is none is taken for raw text; this says so.
finding no_python(std::string_view text, std::string pointer);

class tool_set {
 public:
  // What happens to a tool that is refused: the constructor throws, or the report says so and the tool is left out.
  enum class refused { thrown, reported };
  explicit tool_set(std::string_view text, refused tools = refused::thrown);
  ~tool_set();

  const engine::vocabulary& names() const { return names_; }
  int find(std::string_view name) const { return names_.tool(name); }
  // Of a name that is not declared: the tool that it evidently means, or vocabulary::none.
  int resolve(std::string_view name) const { return ladder_.find(name); }
  std::size_t size() const { return tools_.size(); }
  const std::string& name(std::size_t i) const { return tools_[i].name; }
  // Where tool i stands in what the host gave, and the fields that it declares.
  const std::string& place(std::size_t i) const { return tools_[i].place; }
  std::vector<std::string> fields(std::size_t i) const;
  const std::vector<toolcall::tools::remark>& report() const { return remarks_.list; }

  // A field that is no plain string, or is seen by a keyword of the whole object, must be complete before it is told.
  telling field_telling(int tool, std::string_view field) const;

  // A field's value to JSON as the schema wants it.
  typed convert(int tool, std::string_view field, const written& value, const rules& told = {}) const;
  // Raw text, as a dialect's grammar cut it out, to JSON as the schema wants it.
  typed convert(int tool, std::string_view field, std::string_view raw, const rules& told = {}) const;
  // The same for a value that the model wrote as JSON, whose type is only changed where it is wrong.
  typed convert_value(int tool, std::string_view field, std::string_view json_text,
                      std::span<const std::size_t> places = {}, const rules& told = {}) const;

  // An undeclared key may be a declared one in another style; then that is what it is taken for.
  key_reading read_key(int tool, std::string_view key, const rules& told = {}) const;
  // Whether the schema forbids the field because it does not name it.
  bool forbids(int tool, std::string_view field) const;
  // What is told of such a field where it is not kept.
  finding unknown_field(int tool, std::string_view field, const rules& told) const;

  // Whether the schema of the field takes a value of one of these types (type_bit); of what has no schema, all do.
  bool admits(int tool, std::string_view field, unsigned types) const;

  // The verdict on the complete arguments, which must be JSON.
  std::vector<finding> judge(int tool, std::string_view arguments_json) const;

  // False only if the root of the schema lets every field be judged on its own.
  bool requires_complete(int tool) const;

 private:
  struct tool_entry {
    std::string name;
    std::string place;
    int root = no_schema;
    bool whole = false;
    std::map<std::string, int, std::less<>> fields;
    std::set<std::string, std::less<>> required;  // by the root or one of its branches
    key_styles styles;
    std::unique_ptr<const typing::judge> last;
  };
  void read(std::string_view text, refused tools);
  void add_tool(const json::document& doc, std::uint32_t at, const std::string& pointer);
  void add_schema(tool_entry& entry, const nlohmann::json& source, const std::string& pointer);
  void gather_fields(tool_entry& entry, int index, unsigned depth);
  int field_schema(int tool, std::string_view field) const;
  bool is_optional(int tool, std::string_view field) const;
  bool omits(int tool, std::string_view field, std::string_view text, typed& out, const rules& told) const;
  const tool_entry& entry(int tool) const { return tools_[static_cast<std::size_t>(tool)]; }
  bool knows(int tool) const { return tool >= 0 && static_cast<std::size_t>(tool) < tools_.size(); }

  engine::vocabulary names_;
  name_ladder ladder_;
  std::vector<tool_entry> tools_;
  schema_graph schemas_;
  remarks remarks_;
};

}  // namespace toolcall::typing
