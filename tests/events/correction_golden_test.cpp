// The correction for hosts that execute the calls of the text: one file for each kind of mistake, as the model wrote it
// and as it is answered (tests/data/correction).

#include <filesystem>
#include <set>

#include <toolcall/correction.hpp>

#include "catch.hpp"
#include "events/emitted.hpp"
#include "golden.hpp"

namespace correction_golden_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace fs = std::filesystem;

const fs::path folder = fs::path(TOOLCALL_TEST_DATA) / "correction";

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
    const std::string found = made + (made.empty() ? "" : "\n"), heading = "---- correction\n";
    const std::string before = all.substr(0, all.find(heading) + heading.size());
    CHECK(before + found == golden(entry.path(), before + found));
  }
  for (const char* const kind :
       {"unknown_tool", "missing_required", "wrong_type", "enum", "unknown_field", "out_of_bounds", "malformed_json",
        "truncated", "several_calls", "rival_arguments", "duplicate_field", "no_tools", "repaired_and_complete"})
    CHECK(seen.count(kind) == 1);
}

}  // namespace correction_golden_test
