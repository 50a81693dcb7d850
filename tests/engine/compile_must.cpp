// A grammar that throws where it does not match.
// expected: toolcall: this PEGTL rule has parts, and the machine has no form for it

#include <toolcall/engine/layout.hpp>

namespace pegtl = tao::pegtl;
struct item : pegtl::seq<pegtl::one<'<'>, pegtl::must<pegtl::one<'a'>>> {};

void lay_out() {
  static_cast<void>(toolcall::engine::item_of<item>());
}
