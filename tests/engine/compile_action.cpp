// Actions would see attempts that are taken back.
// expected: toolcall: this PEGTL rule has parts, and the machine has no form for it

#include <toolcall/engine/layout.hpp>

namespace pegtl = tao::pegtl;
template <typename>
struct no_action {};
struct item : pegtl::seq<pegtl::one<'<'>, pegtl::action<no_action, pegtl::one<'a'>>> {};

void lay_out() {
  static_cast<void>(toolcall::engine::item_of<item>());
}
