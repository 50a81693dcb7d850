// Which form a dialect is written in.

#pragma once

#include <toolcall/dialect.hpp>

#include "dialects/dialect_traits.hpp"
#include "writer/form.hpp"

namespace toolcall::writer {

// Throws setup_error where there are several.
const events::dialect_traits& only_dialect(const dialect& which);

// Throws setup_error where the dialect is only read.
const form& form_of(const events::dialect_traits& of);

}  // namespace toolcall::writer
