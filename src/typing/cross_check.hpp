// valijson's answer to whether a call's arguments fit, as a check on our own evaluation.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "typing/dom.hpp"
#include "typing/json.hpp"
#include "typing/schema.hpp"
#include "typing/schema_issues.hpp"

namespace toolcall::typing {

class cross_check {
 public:
  // not_asked: valijson cannot load the schema, or must not see these arguments (docs/design.md, "valijson").
  enum class result : unsigned char { not_asked, accepted, rejected };

  // `normal` is the normalised schema that `root` was compiled from; the graph must outlive this.
  cross_check(const schema_graph& schemas, int root, dom normal, const std::string& pointer, schema_issues& found);
  ~cross_check();

  result check(const json::document& arguments) const;
  // Why valijson rejects them, in its own words.
  std::string reason(const json::document& arguments) const;
  // Whether it sees the whole schema. If not, it accepts no less than the whole schema does.
  bool is_complete() const { return complete_; }

 private:
  struct compiled;
  const schema_graph& schemas_;
  int root_;
  bool complete_ = false;
  std::unique_ptr<const compiled> compiled_;  // null: it cannot load the schema
};

// Takes from a normalised schema what valijson gets wrong, does not know, or would be lost to, so that what is left
// accepts no less than the whole schema did; and writes the rest in the words of draft 7. True if something was taken.
bool relax_schema(dom& normal);

// Whether doubles, by which valijson compares numbers, tell the number apart from all others for which this holds.
bool is_exact_in_doubles(std::string_view lexeme);

// False if valijson would apply schemas more often, or more deeply, than the limits allow.
bool is_affordable(const schema_graph& all, int root, const json::document& doc);

}  // namespace toolcall::typing
