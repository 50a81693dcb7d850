// A page without a rule for calls.
// expected: toolcall: a page has a name .* and a rule `call`

#include <toolcall/custom_dialect.hpp>

struct page {
  static constexpr std::string_view name = "nothing";
};

void lay_out() {
  toolcall::custom_dialect<page>();
}
