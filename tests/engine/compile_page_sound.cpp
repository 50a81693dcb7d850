// What compile_page.cpp would be without its mistake.
// expected: no error

#include <toolcall/custom_dialect.hpp>

struct page {
  static constexpr std::string_view name = "something";
  using call = toolcall::rules::role<toolcall::rules::node_role::call, toolcall::rules::text<"@">>;
};

void lay_out() {
  toolcall::custom_dialect<page>();
}
