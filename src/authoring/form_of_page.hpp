// How a page that is read at run time says that calls are written.

#pragma once

#include <memory>

#include "grammarc/tree.hpp"
#include "writer/form.hpp"

namespace toolcall::authoring {

// Never null: of a page that declares no call it is a form without one. It owns what it points to. The page has been
// checked, and may go.
std::shared_ptr<const writer::form> form_of_page(const grammarc::page& here);

}  // namespace toolcall::authoring
