// Whether a call's arguments fit its tool's schema.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "typing/cross_check.hpp"
#include "typing/evaluation.hpp"
#include "typing/typing.hpp"

namespace toolcall::typing {

// It is only read once it is made, so several threads may use one.
class validator {
 public:
  // `normal` is the normalised schema that `root` was compiled from; the graph must outlive the validator.
  validator(const schema_graph& schemas, int root, dom normal, const std::string& pointer, schema_issues& found);

  // What is wrong with the arguments; nothing if they fit.
  std::vector<diagnostic> validate(std::string_view arguments) const;

 private:
  const schema_graph& schemas_;
  int root_;
  cross_check valijson_;
};

}  // namespace toolcall::typing
