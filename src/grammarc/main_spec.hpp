// The folder of pages, and the folders of what is made of them.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grammarc/emit.hpp"
#include "grammarc/read_page.hpp"

namespace toolcall::grammarc {

struct specification {
  std::vector<page> pages;  // file names as they are to be shown to the user
  std::vector<label> labels;
  std::vector<problem> problems;
  std::string tools;  // tools.json, which the examples name
};

// A page of a dialect that stands elsewhere.
struct page_file {
  std::string file, content;
};

// message.md, values/*.md, shapes/*.md, dialects/*.md and recovery.md, in this order and each folder by name. With
// `another`, that page is the last, in the place of a dialect of its name.
specification read_specification(const std::filesystem::path& folder, const page_file* another = nullptr);

// "spec/dialects/minimax.md": the same on every machine, for what is written into files.
std::string place_in_spec(const std::filesystem::path& folder, const std::string& file);

// The files that differ from what stands in the folder, and the generated ones there that no page makes any more.
struct difference {
  std::vector<generated_file> to_write;
  std::vector<std::filesystem::path> to_remove;
};
difference compare(const std::filesystem::path& folder, const std::vector<generated_file>& files);

// Returns why it could not be done, or nothing.
std::string apply(const std::filesystem::path& folder, const difference& changes);

}  // namespace toolcall::grammarc
