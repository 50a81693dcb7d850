// What the first users asked for, item by item: tests/data/seeds.txt names the example or the test that holds
// each one up, and here it is seen that none is missing and that all of them are there.

#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "catch.hpp"

namespace seeds_test {

namespace {

std::string read(const std::string& file) {
  std::ifstream in(std::string(TOOLCALL_SOURCE_DIR) + "/" + file);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}

bool holds(const std::string& file, const std::string& title) {
  const std::string content = read(file);
  if (title == "file") return !content.empty();
  return content.find("example " + title + "\n") != content.npos ||
         content.find("TEST_CASE(\"" + title + "\"") != content.npos;
}

std::map<std::string, int> checked_items() {
  std::map<std::string, int> items;
  std::istringstream list(read("tests/data/seeds.txt"));
  for (std::string line; std::getline(list, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t file = line.find(' ') + 1, title = line.find(": ");
    INFO(line);
    REQUIRE(title != line.npos);
    CHECK(holds(line.substr(file, title - file), line.substr(title + 2)));
    ++items[line.substr(0, file - 1)];
  }
  return items;
}

}  // namespace

TEST_CASE("every item of the seeds' checklists has its example or its test") {
  const std::map<std::string, int> items = checked_items();
  const std::map<std::string, int> sizes = {{"S0-", 28}, {"S1-", 17}, {"S2-", 25}};
  std::size_t all = 0;
  for (const auto& [seed, size] : sizes) {
    all += static_cast<std::size_t>(size);
    for (int i = 1; i <= size; ++i) {
      INFO(seed << i);
      CHECK(items.count(seed + std::to_string(i)) == 1);
    }
  }
  CHECK(items.size() == all);
}

}  // namespace seeds_test
