// The tools as the event layer uses them: their names, the conversion of a field's text to JSON, validation.

#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/tools.hpp>
#include <toolcall/typing_level.hpp>
#include <toolcall/unknown_keys.hpp>

#include "text/vocabulary.hpp"
#include "typing/json.hpp"
#include "typing/lazy.hpp"
#include "typing/repair.hpp"
#include "typing/schema.hpp"
#include "typing/schema_issues.hpp"
#include "typing/tool_name_resolver.hpp"

namespace toolcall::typing {

struct compiled_tool;

struct diagnostic {
  std::string label;         // assumed_type, not_converted, schema_violation, missing_required
  std::string pointer;       // into the arguments
  std::string message;       // empty: what the label says
  bool repair = false;       // the text was read other than as it stood
  bool invalidates = false;  // the call is invalid for it, whatever its schema says
  typing_level level = typing_level::exact;
  std::string_view code{};  // a word of spec/typing.md, which lives for ever
  bool refuses = false;     // the call is refused for it
  std::string detail{};     // stands in parentheses in what the label says
};

// Settings of conversions, from the host's policy and the dialect's page.
struct rules {
  typing_level max_level = typing_level::assumed;  // what would be less sure stays as it was written, refused
  unknown_keys unknown = unknown_keys::keep;
  bool elements = false;  // the dialect writes arrays and objects as elements: see raw_values
};

// What was written as JSON at this pointer is not quite JSON, and was read all the same. The detail lists the defects.
diagnostic loose_json_diagnostic(std::string pointer, const repair_list& defects = {});

// When a field may be emitted: as its text comes, when its value is complete, or with the call, because other fields
// decide what it is.
enum class emission { at_once, when_complete, with_call };

// A reading of the fields of a call, of those that are possible where the root of the schema is not a plain list of
// fields.
struct reading {
  int branch = no_schema;     // the fields are what this branch says; of none, what any says
  unsigned types = any_type;  // raw text is of one of these
};

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
  std::vector<diagnostic> diagnostics;
  bool fits = true;      // false: something stands there as it was written, because it could not be converted
  bool readable = true;  // false: what should be JSON is not JSON, and `json` is empty
  bool omitted = false;  // an optional field that says nothing: `json` is empty
  typing_level level = typing_level::exact;
  std::string_view code{};  // of the step that is least sure

  void add(diagnostic f);
};

// How a field's key is read.
struct key_reading {
  std::string declared;  // the tool's spelling of it; empty: it stays as written
  std::string_view code{};
};

// The value where no schema says what it should be.
typed as_written(const written& value, const std::string& pointer);

// The diagnostic about a value that should be a Python literal, is not one, and is read as raw text.
diagnostic no_python(std::string_view text, std::string pointer);

class tool_set {
 public:
  // What happens to a tool that is refused: the constructor throws, or the report says so and the tool is left out.
  enum class refused { thrown, reported };
  using unusable_schema = toolcall::tools::unusable_schema;
  explicit tool_set(std::string_view text, refused tools = refused::thrown,
                    unusable_schema schemas = unusable_schema::unchecked);
  ~tool_set();

  const vocabulary& names() const { return names_; }
  int find(std::string_view name) const { return names_.tool(name); }
  // The tool that an undeclared name evidently means, or vocabulary::none.
  int resolve(std::string_view name) const { return resolver_.find(name); }
  // The declared name that it most likely is, for a message; empty where none is near.
  std::string_view nearest(std::string_view name) const;
  // The only tool that declares every key of this JSON object and requires no other; vocabulary::none where there is
  // none or the object is empty.
  int only_one_with(std::string_view arguments_json) const;
  // Of these fields of a call, one that its tool says nothing about, if all such are fields of another tool, which
  // requires one at least and none but them; empty where there is no such tool.
  std::string_view field_of_another(int tool, const std::vector<std::string_view>& of_call) const;
  std::size_t size() const { return tools_.size(); }
  const std::string& name(std::size_t i) const { return tools_[i]->name; }
  // Where tool i stands in what the host gave, and the fields that it declares.
  const std::string& place(std::size_t i) const { return tools_[i]->place; }
  std::vector<std::string> fields(std::size_t i) const;
  // The text of its schema, and where it stands; empty for a tool without one.
  std::pair<std::string_view, std::string_view> schema(std::size_t i) const {
    return {tools_[i]->schema, tools_[i]->pointer};
  }
  // Compiles the schemas of all tools, and gathers their issues.
  const std::vector<toolcall::tools::schema_issue>& report() const;

  // A field that is not a plain string, or is seen by a keyword of the whole object, must be complete before it is
  // emitted.
  emission field_emission(int tool, std::string_view field) const;

  // A field's value to JSON as the schema wants it.
  typed convert(int tool, std::string_view field, const written& value, const rules& rules = {},
                const reading& as = {}) const;
  // Raw text, as a dialect's grammar cut it out, to JSON as the schema wants it.
  typed convert(int tool, std::string_view field, std::string_view raw, const rules& rules = {},
                const reading& as = {}) const;
  // The same for a value that the model wrote as JSON, whose type is only changed where it is wrong. Numbers in it may
  // have been written otherwise (repair.hpp).
  typed convert_value(int tool, std::string_view field, std::string_view json_text,
                      std::span<const std::size_t> places = {}, const rules& rules = {}, const reading& as = {},
                      std::span<const respelled_number> numbers = {}) const;

  // Other readings than the plain one, which is that any branch may be meant; to be tried where the schema does not
  // take what that comes to.
  std::vector<reading> other_readings(int tool) const;
  // Whether the arguments have no value that the reading's branch excludes because it has certain others.
  bool admits_values(int tool, const reading& as, std::string_view arguments_json) const;
  // Whether a member of the object in a field is named as another field of the tool, and not as one of the object's
  // own.
  bool may_be_outside(int tool, std::string_view field, std::string_view member) const;
  // Whether a field that the tool does not declare is named as calls name all of their arguments.
  bool wraps_arguments(int tool, std::string_view field) const;

  // An undeclared key may be a declared one in another style, and is then read as that.
  key_reading read_key(int tool, std::string_view key, const rules& rules = {}) const;
  // Whether the schema forbids the field because it does not name it.
  bool forbids(int tool, std::string_view field) const;
  // The diagnostic about such a field where it is not kept.
  diagnostic unknown_field(int tool, std::string_view field, const rules& rules) const;

  // Whether the schema of the field takes a value of one of these types (type_bit); of what has no schema, all do.
  bool admits(int tool, std::string_view field, unsigned types) const;

  // What is wrong with the complete arguments, which must be JSON; nothing if they fit.
  std::vector<diagnostic> validate(int tool, std::string_view arguments_json) const;

  // False only if the root of the schema lets every field be validated on its own.
  bool requires_complete(int tool) const;

 private:
  // A schema is compiled when its plain fields are not enough to answer: most tools of a list are never
  // called.
  struct tool_entry {
    std::string name;
    std::string place;
    std::string schema{}, pointer{};  // its text, and where it stands; empty for a tool without one
    std::size_t issues_before = 0;    // of the list, found before this tool is compiled
    lazy<compiled_tool> compiled{};
  };
  void read(std::string_view text, refused tools, unusable_schema schemas);
  void read_list(std::string_view text, refused tools, unusable_schema schemas);
  void add_tool(const json::document& doc, std::uint32_t at, const std::string& pointer, unusable_schema schemas);
  void note_misplaced_schema(const json::document& doc, std::uint32_t tool, const std::string& pointer);
  void add_schema(tool_entry& entry, const json::document& doc, std::uint32_t at, unusable_schema schemas);
  void note(const refusal& why) { issues_.add(why.why, why.pointer(), why.reason()); }
  int field_schema(int tool, std::string_view field, int branch = no_schema) const;
  bool enumerated(int tool, std::string_view field, std::string_view word, const reading& as) const;
  bool is_optional(int tool, std::string_view field) const;
  bool omits(int tool, std::string_view field, std::string_view text, typed& out, const rules& rules) const;
  static const compiled_tool& compiled(const tool_entry& tool);
  const compiled_tool& entry(int tool) const { return compiled(*tools_[static_cast<std::size_t>(tool)]); }
  const schema_graph& schemas_of(int tool) const;
  bool knows(int tool) const { return tool >= 0 && static_cast<std::size_t>(tool) < tools_.size(); }

  vocabulary names_;
  tool_name_resolver resolver_;
  std::vector<std::unique_ptr<tool_entry>> tools_;
  schema_issues issues_;  // but for those of schemas that are compiled later
  lazy<std::vector<toolcall::tools::schema_issue>> report_;
};

}  // namespace toolcall::typing
