// Pages point into the folder's list, which therefore never changes once it is read.

#include "authoring/page_folder.hpp"

#include <stdexcept>
#include <utility>

#include "authoring/dialect_of_pages.hpp"
#include "dialects/dialect_names.hpp"
#include "grammarc/check.hpp"
#include "grammarc/dialects.hpp"

namespace toolcall::authoring {

namespace {

void refuse(const std::vector<grammarc::problem>& problems) {
  if (!problems.empty()) throw std::runtime_error(line_of(problems.front()));
}

}  // namespace

page_folder::page_folder(const std::filesystem::path& folder) : spec_(grammarc::read_specification(folder)) {
  refuse(spec_.problems);
  refuse(grammarc::check(spec_.pages, spec_.labels));
  dialects_ = grammarc::dialects_among(spec_.pages);
}

page_folder::page_folder(grammarc::specification spec)
    : spec_(std::move(spec)), dialects_(grammarc::dialects_among(spec_.pages)) {
}

std::vector<const grammarc::page*> page_folder::named(std::string_view names) const {
  if (names == "auto") return dialects_;
  std::vector<dialect_facts> known;
  for (const grammarc::page* page : dialects_) {
    const auto models = page->front.find("models");
    known.push_back({page->name, {}});
    if (models != page->front.end()) known.back().models.assign(models->second.begin(), models->second.end());
  }
  std::vector<const grammarc::page*> chosen;
  const engine::dialect_set listed = events::dialects_listed(names, known);
  for (std::size_t i = 0; i < dialects_.size(); ++i)
    if (listed[i]) chosen.push_back(dialects_[i]);
  return chosen;
}

const toolcall::dialect& page_folder::dialect(const std::string& names) {
  const auto found = laid_out_.find(names);
  if (found != laid_out_.end()) return found->second;
  return laid_out_.emplace(names, dialect_of({spec_.pages, spec_.labels}, named(names))).first->second;
}

}  // namespace toolcall::authoring
