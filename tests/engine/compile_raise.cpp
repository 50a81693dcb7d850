// A rule that always throws.
// expected: toolcall: raise throws

#include <toolcall/engine/layout.hpp>

namespace pegtl = tao::pegtl;
struct item : pegtl::sor<pegtl::one<'<'>, pegtl::raise<pegtl::one<'a'>>> {};

void lay_out() {
  static_cast<void>(toolcall::engine::item_of<item>());
}
