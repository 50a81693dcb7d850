// Reading; see reading.hpp.

#include "reading.hpp"

#include <cstdio>
#include <cstdlib>
#include <span>

#include <nlohmann/json.hpp>

namespace bench {

namespace {

toolcall::parser new_parser(const toolcall::dialect& which, const toolcall::tools& declared) {
  toolcall::options how;
  how.collect = false;
  return toolcall::parser(which, declared, how);
}

template <typename See>
void read_in_chunks(toolcall::parser& reader, std::string_view text, std::size_t chunk, See&& see) {
  if (chunk == 0) chunk = text.size();
  for (; text.size() > chunk; text.remove_prefix(chunk)) see(reader.feed(text.substr(0, chunk)));
  see(reader.feed(text));
  see(reader.finish());
}

std::string joined(std::string_view text, const toolcall::dialect& which, const toolcall::tools& declared,
                   toolcall::event_type wanted) {
  std::string all;
  toolcall::parser reader = new_parser(which, declared);
  read_in_chunks(reader, text, 4, [&](std::span<const toolcall::event> events) {
    for (const toolcall::event& e : events)
      if (e.type == wanted) all += e.text;
  });
  return all;
}

void require(bool holds, const std::string& where) {
  if (holds) return;
  std::fprintf(stderr, "%s is not read as it was written, so its speed would mean nothing\n", where.c_str());
  std::exit(1);
}

}  // namespace

std::size_t read(std::string_view text, const toolcall::dialect& which, const toolcall::tools& declared,
                 std::size_t chunk) {
  std::size_t shown = 0;
  toolcall::parser reader = new_parser(which, declared);
  read_in_chunks(reader, text, chunk, [&](std::span<const toolcall::event> events) {
    for (const toolcall::event& e : events) shown += e.text.size();
  });
  return shown;
}

void check_call(const written_message& written, const toolcall::dialect& which, const toolcall::tools& declared,
                const std::string& where) {
  const auto is_meant = [&](const std::string& arguments) {
    return nlohmann::json::parse(arguments, nullptr, false) == nlohmann::json::parse(written.arguments);
  };
  const toolcall::message whole = toolcall::parse(written.text, which, declared);
  require(whole.calls.size() == 1 && whole.diagnostics.empty() && is_meant(whole.calls.front().arguments), where);
  require(is_meant(joined(written.text, which, declared, toolcall::event_type::arguments)), where + " in chunks");
}

void check_text(std::string_view text, const toolcall::dialect& which, const toolcall::tools& declared,
                const std::string& where) {
  const toolcall::message whole = toolcall::parse(text, which, declared);
  require(whole.calls.empty() && whole.content == text, where);
  require(joined(text, which, declared, toolcall::event_type::text) == text, where + " in chunks");
}

}  // namespace bench
