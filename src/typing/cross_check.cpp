// Validates with valijson, within limits: it sees a relaxed schema (relax_schema.cpp) and a document of bounded depth,
// in bounded time, inside try, and a validator is made for each call, because it keeps a cache. This is the one file
// that includes it.

#define VALIJSON_USE_EXCEPTIONS 1

#include "typing/cross_check.hpp"

#include <limits>
#include <new>
#include <set>

#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "typing/normalise.hpp"
#include "typing/predicates.hpp"
#include "typing/valijson_adapter.hpp"
#include "valijson/internal/custom_allocator.hpp"  // ours, see there

namespace toolcall::typing {

// The schema's text stays, because constants and enumerations are compared with what stands there.
struct cross_check::compiled {
  explicit compiled(const dom& relaxed) : text(json_text(relaxed)) {
    json::syntax_error why;
    doc.read(text, why, std::numeric_limits<unsigned>::max());
  }

  std::string text;
  json::document doc;
  valijson_document source{doc};
  valijson::Schema schema;
};

namespace {

// It reads schemas by recursion, through references too. In levels of JSON.
constexpr unsigned max_nesting = 200;

class nesting {
 public:
  explicit nesting(const dom& root) : root_(root) { walk(root, 1); }
  unsigned deepest() const { return deepest_; }

 private:
  void walk(const dom& s, unsigned depth) {
    if (deepest_ > max_nesting) return;
    if (s.is_array() || s.is_object()) deepest_ = std::max(deepest_, depth);
    if (s.is_array()) {
      for (const dom& part : s.items()) walk(part, depth + 1);
    }
    if (!s.is_object()) return;
    for (const auto& [key, part] : s.members()) {
      if (key == "const" || key == "enum") continue;  // data, whatever it looks like
      if (key == "$ref" && part.is_string()) {
        const std::size_t name = reference_of(s);
        if (met_.insert(name).second) walk(root_.at("definitions").at(std::to_string(name)), depth + 1);
      } else if (&s != &root_ || key != "definitions") {
        walk(part, depth + 1);
      }
    }
  }

  const dom& root_;
  std::set<std::size_t> met_;
  unsigned deepest_ = 0;
};

// Running out of memory is not an answer. Where valijson allocates by its own functions it says so in words.
void rethrow_if_out_of_memory(const std::exception& e) {
  if (dynamic_cast<const std::bad_alloc*>(&e) != nullptr) throw;
  if (std::string_view(e.what()).starts_with("Failed to allocate")) throw std::bad_alloc();
}

// There, numbers are doubles, and a key that stands twice is counted twice.
bool is_comparable(const json::document& doc) {
  for (std::uint32_t n = 0; n < doc.size(); ++n) {
    if (doc[n].what == json::value_kind::number && !is_exact_in_doubles(doc.lexeme(n))) return false;
    if (doc[n].what == json::value_kind::object && repeats_a_key(doc, n)) return false;
  }
  return true;
}

}  // namespace

cross_check::cross_check(const schema_graph& schemas, int root, dom normal, const std::string& pointer,
                         schema_issues& found)
    : schemas_(schemas), root_(root) {
  if (nesting(normal).deepest() > max_nesting) {
    found.add(code::schema_not_enforced, pointer,
              "the chain of references is too long for valijson; only toolcall's own evaluation checks it");
    return;
  }
  complete_ = !relax_schema(normal);
  try {
    auto made = std::make_unique<compiled>(normal);
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    parser.populateSchema(adapted::adapter(made->source), made->schema);
    compiled_ = std::move(made);
  } catch (const std::exception& e) {
    rethrow_if_out_of_memory(e);
    found.add(code::schema_not_enforced, pointer,
              std::string("valijson cannot load the schema; only toolcall's own evaluation checks it: ") + e.what());
  }
}

cross_check::~cross_check() = default;

cross_check::result cross_check::check(const json::document& arguments) const {
  if (!compiled_ || !is_comparable(arguments) || !is_affordable(schemas_, root_, arguments)) {
    return result::not_asked;
  }
  try {
    const valijson_document instance(arguments);
    const bool fits = valijson::Validator().validate(compiled_->schema, adapted::adapter(instance), nullptr);
    return fits ? result::accepted : result::rejected;
  } catch (const std::exception& e) {
    rethrow_if_out_of_memory(e);
    return result::not_asked;
  }
}

std::string cross_check::reason(const json::document& arguments) const {
  try {
    const valijson_document instance(arguments);
    valijson::ValidationResults results;
    valijson::ValidationResults::Error first;
    valijson::Validator().validate(compiled_->schema, adapted::adapter(instance), &results);
    if (results.popError(first)) return first.description;
  } catch (const std::exception& e) {
    rethrow_if_out_of_memory(e);
  }
  return "it does not say why";
}

}  // namespace toolcall::typing
