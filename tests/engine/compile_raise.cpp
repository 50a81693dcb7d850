// A rule that always throws.
// expected: toolcall: raise throws

#include <toolcall/engine/layout.hpp>

namespace pegtl = tao::pegtl;
struct item : pegtl::sor<pegtl::one<'<'>, pegtl::raise<pegtl::one<'a'>>> {};

void lay_out() { toolcall::engine::grammar_builder().add_item<item>(0); }
