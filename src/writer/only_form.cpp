// A custom dialect declares no form, and neither do a few of the library's.

#include "writer/only_form.hpp"

#include <string>

#include <toolcall/error.hpp>

#include "dialects/dialect_internals.hpp"
#include "writer/text_writer.hpp"

namespace toolcall::writer {

const events::dialect_traits& only_dialect(const dialect& which) {
  const events::compiled_dialects& known = internals(which);
  const events::dialect_traits* only = nullptr;
  std::string names;
  constexpr std::size_t most_named = 8;
  std::size_t count = 0;
  for (std::size_t i = 0; i < known.traits.size(); ++i) {
    if (!known.uses(i) || known.traits[i].name.empty()) continue;  // a page that dialects share has none
    only = &known.traits[i];
    if (count++ < most_named) names += (names.empty() ? "" : ", ") + std::string(only->name);
  }
  if (count != 1)
    throw setup_error("", "calls are written as one dialect has them; name one of " + names +
                              (count > most_named ? " and " + std::to_string(count - most_named) + " more" : ""));
  return *only;
}

const form& form_of(const events::dialect_traits& of) {
  const form* found = of.form;
  if (found == nullptr)
    for (const form& each : written_forms)
      if (each.dialect == of.name) found = &each;
  const std::string name(of.name);
  if (found == nullptr || found->call.empty())
    throw setup_error("", "the dialect " + name + " cannot be written: its page declares no marks of a call");
  if (is_open(*found))
    throw setup_error("", "the dialect " + name + " cannot be written: its page leaves a word between its marks open");
  return *found;
}

}  // namespace toolcall::writer
