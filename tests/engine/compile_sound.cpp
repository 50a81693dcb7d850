// What the other files of this kind would be without their mistake: it compiles, so they fail for no other reason.
// expected: no error

#include <toolcall/engine/layout.hpp>

namespace pegtl = tao::pegtl;
struct item : pegtl::seq<pegtl::one<'<'>, pegtl::one<'a'>> {};

void lay_out() {
  static_cast<void>(toolcall::engine::item_of<item>());
}
