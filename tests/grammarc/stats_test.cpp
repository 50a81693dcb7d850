// How large the grammar is may fall, and does not rise unseen: whoever adds to it says so here.

#include "grammarc/stats.hpp"

#include <algorithm>
#include <filesystem>

#include "catch.hpp"
#include "grammarc/main_spec.hpp"
#include "read_fragment.hpp"

namespace stats_test {

using namespace toolcall::grammarc;

namespace {

const spec_stats& of_the_spec() {
  static const spec_stats all = stats_of(read_specification(std::filesystem::path(TOOLCALL_SOURCE_DIR) / "spec").pages);
  return all;
}

const dialect_stats& of_dialect(const std::string& name) {
  const auto& all = of_the_spec().dialects;
  const auto found = std::find_if(all.begin(), all.end(), [&](const dialect_stats& each) { return each.name == name; });
  REQUIRE(found != all.end());
  return *found;
}

}  // namespace

TEST_CASE("the grammar of all pages is no larger than it was") {
  CHECK(of_the_spec().lines <= 3747);
  CHECK(of_the_spec().bytes <= 237200);
  CHECK(of_the_spec().rules <= 1777);
  CHECK(of_the_spec().givens <= 84);
}

TEST_CASE("a call leads through no more rules and pages than it did") {
  CHECK(of_dialect("qwen3_coder").rules <= 457);
  CHECK(of_dialect("qwen3_coder").pages <= 37);
  CHECK(of_dialect("hermes").rules <= 395);
  CHECK(of_dialect("glm47").rules <= 521);
  CHECK(of_dialect("minimax").rules <= 428);
}

TEST_CASE("most pages of dialects are short") {
  const auto& all = of_the_spec().dialects;
  const auto is_short = [](const dialect_stats& each) { return each.lines <= 17; };
  CHECK(std::count_if(all.begin(), all.end(), is_short) >= 24);
}

TEST_CASE("lines count as what they would fill, and a call leads to all that its rules call") {
  const std::string wide = "b <- \"" + std::string(130, 'x') + "\"";
  std::vector<page> pages{fragment::read("a <- \"1\"\n\nunused <- \"2\"", "shared"),
                          fragment::read("call <- call:( name:b shared.a )\n" + wide + "\nother <- \"3\"", "page",
                                         "---\ndialect: page\n---\n")};
  const spec_stats found = stats_of(pages);
  CHECK(found.lines == 2 + 1 + 2 + 1);
  CHECK(found.rules == 5);
  REQUIRE(found.dialects.size() == 1);
  CHECK(found.dialects[0].lines == 4);
  CHECK(found.dialects[0].rules == 3);
  CHECK(found.dialects[0].pages == 2);
  CHECK(table(found).find("       6  lines of grammar") == 0);
  CHECK(table(found).find("       4       3       2  page\n") != std::string::npos);
}

}  // namespace stats_test
