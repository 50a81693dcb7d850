// A combinator that the machine has no form for.
// expected: toolcall: this PEGTL rule has parts, and the machine has no form for it

#include <toolcall/engine/layout.hpp>

namespace pegtl = tao::pegtl;
struct item : pegtl::seq<pegtl::one<'<'>, pegtl::until<pegtl::one<'>'>>> {};

void lay_out() {
  static_cast<void>(toolcall::engine::item_of<item>());
}
