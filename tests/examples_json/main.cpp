// Writes the examples of the pages of spec/ as one JSON document (authoring/examples_json.hpp), for the tests of
// interfaces in other languages.
// usage: export_examples SPEC OUT

#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "authoring/examples_json.hpp"
#include "authoring/page_example.hpp"
#include "grammarc/main_spec.hpp"

int main(int count, char** words) {
  if (count != 3) return std::cerr << "usage: export_examples SPEC OUT\n", 2;
  try {
    const std::filesystem::path spec = words[1];
    const toolcall::grammarc::specification read = toolcall::grammarc::read_specification(spec);
    if (!read.problems.empty()) return std::cerr << read.problems.front().what << '\n', 1;
    std::ofstream out(words[2], std::ios::binary);
    out << toolcall::authoring::examples_json(read.pages, spec, toolcall::authoring::spec_tools()) << std::flush;
    return out ? 0 : 1;
  } catch (const std::exception& why) {
    std::cerr << why.what() << '\n';
    return 1;
  }
}
