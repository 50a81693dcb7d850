// toolcall new: a page to start from, that works as it stands.

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>

#include "authoring/page_set.hpp"
#include "authoring/start_page.hpp"
#include "cli/command_error.hpp"
#include "cli/commands.hpp"

namespace toolcall::cli {

namespace {

bool is_page_name(const std::string& name) {
  return !name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == name.npos;
}

void write_new(const std::string& file, const std::string& content) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
  if (descriptor < 0 && errno == EEXIST) fail(usage, file + " already exists and is not overwritten");
  if (descriptor < 0) fail(input_output, file + ": " + std::strerror(errno));
  const bool written = write(descriptor, content.data(), content.size()) == static_cast<ssize_t>(content.size());
  if (close(descriptor) != 0 || !written) fail(input_output, file + ": cannot be written");
}

}  // namespace

int new_page(const settings& chosen) {
  if (!is_page_name(chosen.page))
    fail(usage,
         "a page is named in a-z, 0-9 and _, beginning with a letter, because rules refer to it as page.rule; \"" +
             chosen.page + "\" is not such a name");
  if (authoring::is_taken(chosen.page))
    fail(usage, "the name \"" + chosen.page +
                    "\" is taken; give the page one of its own (toolcall dialects lists the dialects, toolcall show "
                    "the pages that they share; other names mean something else in pages and on the command line)");
  const std::string file = chosen.out.empty() ? chosen.page + ".md" : chosen.out;
  const std::string name = file.substr(file.rfind('/') + 1);
  if (name != chosen.page + ".md")
    fail(usage, "--out " + file + ": the file must have the page's name, " + chosen.page + ".md");
  write_new(file, authoring::start_page(chosen.page));
  std::cout << file << ": try it with toolcall try " << file << " --examples\n";
  check_output();
  return done;
}

}  // namespace toolcall::cli
