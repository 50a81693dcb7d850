// What toolcall dialects says besides the list of all.

#pragma once

#include "cli/commands.hpp"

namespace toolcall::cli {

// --models: each model with its dialects.
int models(const settings& chosen);

// --families: the models by the word that their names begin with, as a Markdown table.
int families(const settings& chosen);

// --template: which dialects the model of a chat template writes, and by which marks.
int dialects_of_template(const settings& chosen);

}  // namespace toolcall::cli
