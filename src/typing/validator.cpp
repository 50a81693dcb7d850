// Validates a call's arguments: our own evaluation decides whether they fit, and if not, why; what it accepts, valijson
// must accept too. Where the two disagree one of them is wrong, so the arguments are refused, with a diagnostic.

#include "typing/validator.hpp"

#include <utility>

namespace toolcall::typing {
namespace {

// Evaluation and valijson recurse over values. In levels of JSON.
constexpr unsigned max_value_nesting = 100;

diagnostic refused(std::string message, std::string_view code = {}) {
  diagnostic made = {"schema_violation", "", std::move(message)};
  made.code = code;
  return made;
}

}  // namespace

validator::validator(const schema_graph& schemas, int root, dom normal, const std::string& pointer,
                     schema_issues& found)
    : schemas_(schemas), root_(root), valijson_(schemas, root, std::move(normal), pointer, found) {
}

std::vector<diagnostic> validator::validate(std::string_view arguments) const {
  json::document doc;
  json::syntax_error why;
  if (!doc.read(arguments, why, max_value_nesting)) {
    return {refused(std::string("the arguments cannot be validated: ") + why.reason)};
  }
  evaluation own(schemas_, root_, doc);
  const fit fits = own.run();
  if (own.is_exhausted()) {
    return {refused("the arguments cannot be validated: the schema needs too many steps")};
  }
  if (fits == fit::no) {
    std::vector<diagnostic> found = own.explain();
    if (found.empty()) found.push_back(refused("the arguments do not fit the schema"));
    return found;
  }
  if (valijson_.check(doc) == cross_check::result::rejected) {
    return {refused("valijson rejects the arguments, which toolcall's own evaluation accepts: " + valijson_.reason(doc),
                    "cross_check")};
  }
  return {};
}

}  // namespace toolcall::typing
