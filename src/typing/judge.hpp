// The last word on a call's arguments.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "typing/constraints.hpp"
#include "typing/evaluation.hpp"
#include "typing/typing.hpp"

namespace toolcall::typing {

// What it has made of a schema is only read from then on, so that one judge may be asked by several threads.
class judge {
 public:
  // `normal` is a normalised schema.
  judge(nlohmann::json normal, pattern_set& patterns, const std::string& pointer, remarks& found);
  ~judge();

  std::vector<finding> verdict(std::string_view arguments) const;
  // What valijson alone says; nothing if it is not asked. For tests.
  std::optional<bool> second_opinion(const json::document& arguments) const;

 private:
  struct compiled;
  constraints own_;
  std::unique_ptr<const compiled> compiled_;  // null: valijson cannot take the schema
};

// Takes away what valijson must not see, or gets wrong, so that what is left accepts no less than the whole schema did.
void weaken(nlohmann::json& normal);

// False if valijson would try the schemas more often, or more deeply, than any sane call needs.
bool is_affordable(const constraints& all, const json::document& doc);

}  // namespace toolcall::typing
