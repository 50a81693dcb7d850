// A dialect as the library takes it: what its page says, with the types of its grammar forgotten.

#pragma once

#include <span>
#include <string_view>

#include <toolcall/engine/label_facts.hpp>
#include <toolcall/engine/rule_constant.hpp>

namespace toolcall::engine {

// What a page says beside its grammar.
struct page_facts {
  std::string_view name;
  std::span<const std::string_view> models{};
  std::span<const std::string_view> starts{};
  std::span<const std::string_view> tokens{};
  std::span<const std::string_view> server_parsers{};  // "vllm=hermes"
  std::string_view emission{};
  std::string_view repeats{};
  std::string_view values{};
  std::string_view in_use{};
};

struct page : page_facts {
  std::span<const label_facts> labels;
  page_item call;
  page_item unread;  // what begins like its calls and is not a call
  page_item reasoning;
  page_item control;
  page_item call_sign;  // how its calls begin, for other dialects' messages in which there is no call
  std::span<const offered_rule> offers;
};

}  // namespace toolcall::engine
