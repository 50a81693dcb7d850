// toolcall learn: a page made of a model's chat template, or of its response template. Templates are programs in Jinja,
// and response templates have patterns of Python; so the Python package does it, where python3 has it.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"

namespace toolcall::cli {

namespace {

constexpr const char* how_to =
    "learning from a template is done in Python: pip install toolcall-parser jinja2, then python3 -m toolcall learn";

// The current folder is no place for modules: somebody else may have written what is in it.
constexpr const char* script = R"python(
import sys
sys.path[:] = [each for each in sys.path if each]
try:
    from toolcall.__main__ import main
except ImportError:
    sys.exit("toolcall: " + sys.argv[1])
sys.exit(main(["learn", *sys.argv[2:]]))
)python";

}  // namespace

int learn(const settings& chosen) {
  std::vector<std::string> words = {"python3", "-c", script, how_to};
  if (!chosen.chat_template.empty()) words.insert(words.end(), {"--template", chosen.chat_template});
  if (!chosen.response_template.empty()) words.insert(words.end(), {"--response-template", chosen.response_template});
  if (!chosen.page.empty()) words.insert(words.end(), {"--name", chosen.page});
  if (!chosen.out.empty()) words.insert(words.end(), {"--out", chosen.out});
  if (chosen.as_json) words.push_back("--as-json");
  if (chosen.always) words.push_back("--always");
  // The page is tried with this command.
  std::error_code unknown;
  const std::filesystem::path itself = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (!unknown) setenv("TOOLCALL_COMMAND", itself.c_str(), 0);
  std::vector<char*> given;
  for (std::string& each : words) given.push_back(each.data());
  given.push_back(nullptr);
  execvp("python3", given.data());
  fail(not_learned, how_to);
}

}  // namespace toolcall::cli
