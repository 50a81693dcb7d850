// Pages that tests write into a folder of their own, for toolcall try and toolcall new.

#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <stdlib.h>
#include <string>

namespace toolcall::tests {

namespace fs = std::filesystem;

inline const fs::path spec = fs::path(TOOLCALL_SOURCE_DIR) / "spec";
inline const std::string tools = (spec / "tools.json").string();

inline std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A folder that is gone with this object; what is in it is called as it must be.
class folder {
 public:
  folder() {
    std::string name = (fs::temp_directory_path() / "toolcall_pages_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
    path_ = name;
  }
  ~folder() { fs::remove_all(path_); }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return *this / name;
  }

 private:
  fs::path path_;
};

inline std::string page(const std::string& rules, const std::string& rest = "", const std::string& name = "shout") {
  return "---\ndialect: " + name + "\norder: 61\n---\n# A page\n```peg\n" + rules + "```\n" + rest;
}

inline const std::string shout =
    "call <- call:( \"CALL \" name:tool ^ \" {\" pair ( \",\" ^ pair )* \"}\" ) ^\n"
    "pair <- key:[a-z]+ \"=\" value:[^,}]+\n";

// What `toolcall try` shows as the lines of an example.
inline std::string lines_for(const std::string& out) {
  const std::string head = "as lines of an example";
  const std::size_t at = out.find(head);
  if (at == out.npos) return "no lines:\n" + out;
  const std::string rest = out.substr(out.find(":\n\n", at) + 3);
  const std::size_t failed = rest.find("\nwhere reading failed");
  return rest.substr(0, failed);
}

}  // namespace toolcall::tests
