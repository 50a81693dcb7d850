// The dialects that toolcall knows, each compiled from its page in spec/dialects.

#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace toolcall {

namespace events {
struct compiled_dialects;
}
namespace engine {
struct page;
}

struct dialect_facts {
  std::string_view name;
  std::vector<std::string_view> models;
};

// One or several dialects, tried at each place of the text in the order of dialect::all(). Cheap to copy, may be shared
// between threads.
class dialect {
 public:
  // Every dialect.
  static dialect automatic();
  // One name or several with commas between them: of dialects, or of models in any letter case, with or without their
  // vendor and what servers add ("MiniMaxAI/MiniMax-M2.1", "qwen3:8b"); a model stands for every dialect that lists it.
  // "auto" is every dialect. Throws setup_error that lists the dialects.
  static dialect named(std::string_view names);

  // These pages, and behind them the named ones, if any. For own_dialect.hpp, which makes pages.
  static dialect of_pages(const std::vector<engine::page>& own, std::string_view beside);

  static const std::vector<dialect_facts>& all();

  // For the library's own tools, which lay out pages that were not compiled.
  static dialect of_internals(std::shared_ptr<const events::compiled_dialects> compiled) {
    return dialect(std::move(compiled));
  }
  const events::compiled_dialects& internals() const noexcept { return *compiled_; }

 private:
  explicit dialect(std::shared_ptr<const events::compiled_dialects> compiled) : compiled_(std::move(compiled)) {}
  std::shared_ptr<const events::compiled_dialects> compiled_;
};

}  // namespace toolcall
