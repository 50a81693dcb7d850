// Files that hold what a test expects. With TOOLCALL_UPDATE=1 in the environment, the tests that compare with them
// write them instead, so that a change is read in the difference of the files.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace toolcall::tests {

inline bool updates_goldens() {
  const char* const wish = std::getenv("TOOLCALL_UPDATE");
  return wish != nullptr && std::string_view(wish) == "1";
}

inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What the file is to hold from now on: its content, or what was found, which it holds then.
inline std::string golden(const std::filesystem::path& file, const std::string& found) {
  if (updates_goldens()) std::ofstream(file, std::ios::binary) << found;
  return content_of(file);
}

// Puts `found` in the place of `expected`, with which the block ends that `heading` begins, after its backticks. What
// is no longer there, because it was replaced before, stays as it is.
inline void update_golden(const std::filesystem::path& page, std::string_view heading, std::string_view expected,
                          std::string_view found) {
  std::string all = content_of(page);
  const std::size_t begin = all.find("`" + std::string(heading));
  if (begin == std::string::npos) return;
  const std::size_t before = all.find_last_not_of('`', begin);
  const std::string fence(begin - before, '`');  // npos + 1 is 0
  const std::size_t end = all.find("\n" + fence + "\n", begin);
  const std::size_t at = end == std::string::npos ? end : all.rfind(expected, end);
  if (at == std::string::npos || at < begin) return;
  if (std::string_view(all).substr(0, end).ends_with(found)) return;  // it may hold `expected`, too
  std::ofstream(page, std::ios::binary) << all.replace(at, expected.size(), found);
}

}  // namespace toolcall::tests
