#include "cli/page_flag.hpp"

#include "authoring/own_pages.hpp"
#include "cli/reading.hpp"

namespace toolcall::cli {

void add_page(CLI::App& app, std::vector<std::string>& files) {
  app.add_option(
         "--page", files,
         "the page of a dialect that was not compiled in; --dialect may name it, and without --dialect it alone "
         "is read. May be given several times")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

void use_pages(const CLI::App& command, settings& chosen) {
  chosen.own = read_pages(chosen.pages);
  if (chosen.own == nullptr || command.count("--dialect") > 0) return;
  chosen.dialect = chosen.serve.dialect = chosen.own->names();
}

}  // namespace toolcall::cli
