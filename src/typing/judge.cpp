// Judges a call's arguments: our own evaluation says whether they fit, and if not, why; what it takes, valijson must
// take too.
//
// valijson is fenced: it sees a weakened schema and a document of bounded depth that we built, it is asked inside try,
// and by a validator made for this one call, because a validator keeps a cache. This is the one file that includes it.

#define VALIJSON_USE_EXCEPTIONS 1

#include "typing/judge.hpp"

#include <algorithm>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "typing/dom.hpp"

namespace toolcall::typing {

struct judge::compiled {
  valijson::Schema schema;
};

namespace {

// It reads schemas by recursion, through references too. Counted in levels of JSON.
constexpr unsigned max_nesting = 200;

class nesting {
 public:
  explicit nesting(const nlohmann::json& root) : root_(root) { walk(root, 1); }
  unsigned deepest() const { return deepest_; }

 private:
  void walk(const nlohmann::json& s, unsigned depth) {
    if (!s.is_structured() || deepest_ > max_nesting) return;
    deepest_ = std::max(deepest_, depth);
    for (const auto& [key, part] : s.items()) {
      if (key == "const" || key == "enum") continue;  // data, whatever it looks like
      if (key == "$ref" && part.is_string()) {
        const std::size_t name = reference_of(s);
        if (met_.insert(name).second) walk(root_.at("definitions").at(std::to_string(name)), depth + 1);
      } else if (&s != &root_ || key != "definitions") {
        walk(part, depth + 1);
      }
    }
  }

  const nlohmann::json& root_;
  std::set<std::size_t> met_;
  unsigned deepest_ = 0;
};

}  // namespace

judge::judge(nlohmann::json normal, pattern_set& patterns, const std::string& pointer, remarks& found)
    : own_(compile_constraints(normal, patterns)) {
  if (nesting(normal).deepest() > max_nesting) {
    found.add(code::schema_not_enforced, pointer,
              "the chain of references is too long for the second judge; only the first one is asked");
    return;
  }
  weaken(normal);
  try {
    auto taken = std::make_unique<compiled>();
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    const valijson::adapters::NlohmannJsonAdapter adapter(normal);
    parser.populateSchema(adapter, taken->schema);
    compiled_ = std::move(taken);
  } catch (const std::exception& e) {
    found.add(code::schema_not_enforced, pointer,
              std::string("the second judge does not take the schema, and only the first one is asked: ") + e.what());
  }
}

judge::~judge() = default;

std::optional<bool> judge::second_opinion(const json::document& arguments) const {
  if (!compiled_ || !is_affordable(own_, arguments)) return std::nullopt;
  try {
    const nlohmann::json instance = to_dom(arguments, 0, big_numbers::saturate);
    const valijson::adapters::NlohmannJsonAdapter adapter(instance);
    return valijson::Validator().validate(compiled_->schema, adapter, nullptr);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::vector<finding> judge::verdict(std::string_view arguments) const {
  json::document doc;
  json::fault why;
  if (!doc.read(arguments, why, dom_depth_limit)) {
    return {{"schema_violation", "", std::string("the arguments cannot be judged: ") + why.reason}};
  }
  evaluation own(own_, doc);
  const answer fits = own.run();
  if (own.is_exhausted()) {
    return {{"schema_violation", "", "the arguments cannot be judged: the schema is too entangled"}};
  }
  if (fits == answer::no) {
    std::vector<finding> found = own.explain();
    if (found.empty()) found.push_back({"schema_violation", "", "the arguments do not fit the schema"});
    return found;
  }
  if (second_opinion(doc) == false) return {{"schema_violation", "", "the arguments do not fit the schema"}};
  return {};
}

}  // namespace toolcall::typing
