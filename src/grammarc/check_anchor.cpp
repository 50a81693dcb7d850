// Why a loop without bound may be harmless in a trial: "<a" and any number of attributes, none of which can hold a "<".
//
// What fails there has read far, but it can begin again only at a "<", which is after all that the loop has read. So
// what two tries read does not overlap, and all of them together read the text once. The analysis is made again with
// such loops taken for near, once for each set of first bytes.

#include "grammarc/check_anchor.hpp"

namespace toolcall::grammarc {

const facts& anchors::facts_for(std::size_t at) {
  const std::string key = first_[at].to_string();
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  std::vector<bool> near(of_.nodes.size(), false);
  for (std::size_t i = 0; i < of_.nodes.size(); ++i) {
    const form is = of_[i].is;
    const bool may_be_far = is == form::star || is == form::plus || is == form::run;
    if (may_be_far && (all_[i] & first_[at]).none()) near[i] = true;
  }
  return known_.emplace(key, find_facts(of_, near)).first->second;
}

}  // namespace toolcall::grammarc
