// The dialects that toolcall knows, each compiled from its page in spec/dialects.

#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace toolcall {

namespace events {
struct compiled_dialects;
struct dialect_internals;
}  // namespace events
namespace engine {
struct page;
}

struct dialect_facts {
  std::string_view name;
  std::vector<std::string_view> models;    // the names of those that write it
  std::vector<std::string_view> starts{};  // how the prompt may end, such as "<think>\n": for parser::prefill
  std::vector<std::string_view> tokens{};  // markers that are single special tokens of the model: for toolcall::origin
  std::vector<std::string_view> server_parsers{};  // what servers call their own parser of it, as "vllm=hermes"
};

// One or several dialects, tried at each place of the text in the order of dialect::all().
//
// A value that is cheap to copy and may be used by several threads at a time. What it costs to make one: automatic()
// nothing, named() about ten microseconds (almost nothing where a single dialect is named again), from_template() time
// proportional to the template. A custom dialect (custom_dialect.hpp) is compiled when it is made, which takes
// milliseconds; together with all of the library's, a good part of a second. So make it once, and keep it.
class dialect {
 public:
  // Every dialect.
  [[nodiscard]] static dialect automatic();
  // One name or several with commas between them: of dialects, or of models as people and servers write them
  // ("MiniMaxAI/MiniMax-M2.1", "qwq:32b", "Qwen2.5-7B-Instruct-Q4_K_M.gguf"; docs/cli.md, "--dialect"). A model stands
  // for every dialect that lists it, and the word with which models' names begin ("Qwen") for those of all of them.
  // "auto" is every dialect, "-hermes" leaves one out. Throws setup_error for an unknown name, with near ones or all.
  [[nodiscard]] static dialect named(std::string_view names);

  // The likely ones of a chat template, or every dialect where that is not sure (chat_template.hpp says when, and what
  // a text may be). Throws setup_error where none is known, or where a JSON object has no chat_template.
  [[nodiscard]] static dialect from_template(std::string_view text);

  // The page of a dialect, which is read and laid out here (docs/custom_dialect.md); `file` is its name in errors, by
  // default that of the dialect. This is in a library of its own, toolcall::pages, which a program links beside this
  // one. Takes milliseconds. Throws setup_error where the page is wrong, whose reason has a line for each mistake:
  // file, line, rule, and what is wrong.
  [[nodiscard]] static dialect of_page(std::string_view page, std::string_view file = {});

  // These pages, and after them the named ones, if any. For custom_dialect.hpp, which makes pages.
  [[nodiscard]] static dialect of_pages(const std::vector<engine::page>& own, std::string_view also);

  [[nodiscard]] static const std::vector<dialect_facts>& all();

 private:
  friend struct events::dialect_internals;
  explicit dialect(std::shared_ptr<const events::compiled_dialects> compiled) : compiled_(std::move(compiled)) {}
  std::shared_ptr<const events::compiled_dialects> compiled_;
};

}  // namespace toolcall
