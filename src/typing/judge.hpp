// The last word on a call's arguments.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "typing/schema.hpp"
#include "typing/typing.hpp"

namespace toolcall::typing {

class judge {
 public:
  // `normal` is the normalised schema that `root` was compiled from.
  judge(int root, nlohmann::json normal, const std::string& pointer, warnings& found);
  ~judge();

  std::vector<finding> verdict(const schema_graph& schemas, std::string_view arguments) const;

 private:
  struct compiled;
  int root_;
  std::unique_ptr<const compiled> compiled_;  // null: valijson cannot take the schema
};

// Takes away what valijson must not see, or gets wrong, so that what is left accepts no less than the whole schema did;
// warns where nobody else checks it.
void weaken(nlohmann::json& normal, const std::string& pointer, warnings& found);

// What was taken away: patterns, multiples, large bounds, unique items, names; types and the like too if `all`. Adds to
// `found`.
void check(const schema_graph& schemas, int root, const json::document& doc, bool all, std::vector<finding>& found);

// False if the branches of a recursive schema would be tried more often than any sane call needs.
bool is_affordable(const schema_graph& schemas, int root, const json::document& doc);

// More than anyone reads.
constexpr std::size_t max_findings = 20;

}  // namespace toolcall::typing
