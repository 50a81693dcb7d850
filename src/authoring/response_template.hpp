// A dialect's form as a response template, the declarative reader of Transformers (5.13 and later): regions between
// marks, each the value of a member of the message (docs/learn.md).

#pragma once

#include <string>
#include <vector>

#include "dialects/dialect_traits.hpp"
#include "writer/form.hpp"

namespace toolcall::authoring {

struct response_template {
  std::string json;
  std::vector<std::string> unsaid;  // what of the form it does not say
};

// Throws setup_error where its regions cannot hold such calls.
response_template response_template_of(const events::dialect_traits& traits, const writer::form& of);

}  // namespace toolcall::authoring
