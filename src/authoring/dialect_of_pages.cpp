// Does with trees what src/dialects does with the compiled pages: the same items in the same order.

#include "authoring/dialect_of_pages.hpp"

#include <memory>
#include <utility>

#include "authoring/form_of_page.hpp"
#include "dialects/compiled_dialects.hpp"
#include "dialects/dialect_internals.hpp"
#include "grammarc/lay_out_pages.hpp"

namespace toolcall::authoring {

namespace {

std::vector<std::string_view> all_of(const grammarc::page& page, const char* key) {
  const auto found = page.front.find(key);
  if (found == page.front.end()) return {};
  return {found->second.begin(), found->second.end()};
}

using kept = std::shared_ptr<const void>;

kept both(kept one, kept other) {
  return std::make_shared<std::pair<kept, kept>>(std::move(one), std::move(other));
}

}  // namespace

std::string_view first_of(const grammarc::page& page, const char* key) {
  const std::vector<std::string_view> all = all_of(page, key);
  return all.empty() ? std::string_view() : all.front();
}

toolcall::dialect dialect_of(const page_list& all, const std::vector<const grammarc::page*>& dialects) {
  const engine::grammar laid_out = grammarc::lay_out_pages(all.pages, grammarc::items_of(all.pages, dialects));
  std::vector<events::dialect_traits> traits(all.pages.size());
  std::vector<std::shared_ptr<const writer::form>> forms;
  for (const grammarc::page* page : dialects) {
    const auto at = static_cast<std::size_t>(page - all.pages.data());
    const std::vector<std::string_view> starts = all_of(*page, "starts"), tokens = all_of(*page, "tokens");
    traits[at] = events::traits_of({.name = page->name,
                                    .starts = starts,
                                    .tokens = tokens,
                                    .emission = first_of(*page, "emission"),
                                    .repeats = first_of(*page, "repeats"),
                                    .values = first_of(*page, "values"),
                                    .in_use = first_of(*page, "in_use")});
    if (at < all.compiled) continue;
    forms.push_back(form_of_page(*page));
    traits[at].form = forms.back().get();
  }
  std::vector<label_facts> labels;
  for (const grammarc::label& each : all.labels)
    labels.push_back(
        {each.name, each.consequence, each.message, each.concerns_field, each.evidence, each.concerns_no_call});
  const std::shared_ptr<events::compiled_dialects> made = events::compile(laid_out, std::move(traits), labels);
  made->owner = both(made->owner, std::make_shared<const decltype(forms)>(std::move(forms)));
  return events::dialect_internals::make(made);
}

toolcall::dialect kept_with(const toolcall::dialect& which, std::shared_ptr<const void> pages) {
  const auto made = std::make_shared<events::compiled_dialects>(internals(which));
  made->owner = both(made->owner, std::move(pages));
  return events::dialect_internals::make(made);
}

}  // namespace toolcall::authoring
