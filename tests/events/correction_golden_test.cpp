// The correction for hosts that execute the calls of the text: one file for each kind of mistake, as the model wrote it
// and as it is answered (tests/data/correction).

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include <toolcall/correction.hpp>

#include "catch.hpp"
#include "events/emitted.hpp"

using namespace toolcall;

namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(TOOLCALL_TEST_DATA) / "correction";

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string between(const std::string& all, const std::string& opener, const std::string& closer) {
  const std::size_t from = all.find(opener) + opener.size();
  REQUIRE(all.find(opener) != all.npos);
  return all.substr(from, closer.empty() ? all.npos : all.find(closer, from) - from);
}

tools tools_of(const std::string& given) {
  if (given == "not given") return {};
  return tools::from_json(given == "none" ? "[]" : content_of(folder / "tools.json"));
}

}  // namespace

TEST_CASE("each kind of mistake is answered as its file says") {
  std::set<std::string> seen;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".txt") continue;
    INFO(entry.path());
    seen.insert(entry.path().stem().string());
    const std::string all = content_of(entry.path());
    const tools declared = tools_of(between(all, "tools: ", "\n"));
    const std::string text = between(all, "---- text\n", "\n---- correction\n");
    const message m = parse(text, dialect::automatic(), declared, {}, between(all, "finish reason: ", "\n"));
    const std::string made = correction(m, declared, correct_for::text_calls, text);
    CHECK(made + (made.empty() ? "" : "\n") == between(all, "---- correction\n", ""));
  }
  for (const char* const kind :
       {"unknown_tool", "missing_required", "wrong_type", "enum", "unknown_field", "out_of_bounds", "malformed_json",
        "truncated", "several_calls", "rival_arguments", "duplicate_field", "no_tools", "repaired_and_complete"})
    CHECK(seen.count(kind) == 1);
}
