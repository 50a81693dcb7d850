// How a dialect's calls are written, as data for the library's writer.

#pragma once

#include "grammarc/emit.hpp"
#include "grammarc/tree.hpp"

namespace toolcall::grammarc {

// written_forms.cpp. The pages have been checked.
generated_file emit_written_forms(const std::vector<page>& pages);

}  // namespace toolcall::grammarc
