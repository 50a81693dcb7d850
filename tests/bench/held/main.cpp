// Prints, as JSON, the bytes that a parser takes beside those that it holds of the text, while it waits for more, by
// where in a message it waits. heap.cpp counts.

#include <cstdio>
#include <string>
#include <string_view>

#include <toolcall/toolcall.hpp>

#include "bench/calls.hpp"
#include "bench/texts.hpp"
#include "heap.hpp"

namespace {

std::size_t held(std::string_view dialect, const toolcall::tools& declared, std::string_view text, std::size_t chunk) {
  const toolcall::dialect which = toolcall::dialect::named(dialect);
  const std::size_t before = toolcall::tests::heap.bytes;
  toolcall::options how;
  how.collect = false;
  toolcall::parser reader(which, declared, how);
  for (std::size_t at = 0; at < text.size(); at += chunk) reader.feed(text.substr(at, chunk));
  return toolcall::tests::heap.bytes - before + sizeof reader - reader.held_bytes();
}

}  // namespace

int main() {
  const toolcall::tools declared = toolcall::tools::from_json(bench::declared_tools(3));
  const std::string prose = bench::prose(16 * bench::kilobyte), source = bench::source(16 * bench::kilobyte);
  // What is made once for all is made.
  if (!declared.report().empty()) return 1;
  held("auto", declared, prose, 4);
  const char* comma = "{";
  for (const char* const name : {"hermes", "qwen3_coder"})
    for (const char* const which : {name, "auto"}) {
      const std::string call = bench::write_file(name, source).text, ten = bench::ten_fields(name).text;
      const std::string row = which == name ? name : "auto: " + std::string(name);
      std::printf(
          "%s\n\"%s\": {\"new\": %zu, \"in text\": %zu, \"in an argument\": %zu, \"after a call\": %zu, "
          "\"in an argument, whole\": %zu}",
          comma, row.c_str(), held(which, declared, "", 4), held(which, declared, prose, 4),
          held(which, declared, std::string_view(call).substr(0, call.size() / 2), 4), held(which, declared, ten, 4),
          held(which, declared, std::string_view(call).substr(0, call.size() / 2), call.size()));
      comma = ",";
    }
  std::printf("\n}\n");
}
