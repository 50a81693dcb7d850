// OpenAI's chunks of what a parser emitted. They are kept in the order in which they were written, until they are
// taken.

#include <deque>

#include <toolcall/openai.hpp>

#include "c_interface/handles.hpp"
#include "c_interface/options.hpp"
#include "parser/ids.hpp"

struct toolcall_openai_writer {
  toolcall::openai_writer writer;
  std::deque<std::string> chunks{};  // not taken yet
  std::string shown{};               // the one that was taken last
  bool failed = false;
};

namespace toolcall::c_interface {

namespace {

// As the command makes one.
std::string id_of_message(const toolcall_options& chosen) {
  return "chatcmpl-" + std::to_string(chosen.how.seed ? *chosen.how.seed : events::random_seed());
}

int keep(toolcall_openai_writer& to, std::vector<std::string> chunks) {
  for (std::string& chunk : chunks) to.chunks.push_back(std::move(chunk));
  return 1;
}

}  // namespace

}  // namespace toolcall::c_interface

using namespace toolcall::c_interface;

toolcall_openai_writer* toolcall_openai_writer_new(const toolcall_options* options, toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const toolcall_options chosen = options_or_default(options);
    toolcall::openai_writer::settings how = chosen.chunks;
    if (how.id.empty()) how.id = id_of_message(chosen);
    return new toolcall_openai_writer{toolcall::openai_writer(std::move(how))};
  });
}

toolcall_openai_writer* toolcall_openai_writer_copy(const toolcall_openai_writer* writer,
                                                    toolcall_error** error) noexcept {
  return guarded(error, [&] { return new toolcall_openai_writer(working(writer)); });
}

void toolcall_openai_writer_free(toolcall_openai_writer* writer) noexcept {
  delete writer;
}

int toolcall_openai_writer_write(toolcall_openai_writer* writer, const toolcall_parser* parser,
                                 toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const toolcall_parser& from = working(parser);
    return changing(writer, error,
                    [&](toolcall_openai_writer& to) { return keep(to, to.writer.write(from.to_write)); });
  });
}

int toolcall_openai_writer_finish(toolcall_openai_writer* writer, const char* finish_reason, size_t finish_reason_size,
                                  toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const std::string_view why = reason_or_stop("finish_reason", finish_reason, finish_reason_size);
    return changing(writer, error, [&](toolcall_openai_writer& to) { return keep(to, to.writer.finish(why)); });
  });
}

const char* toolcall_openai_writer_next(toolcall_openai_writer* writer, size_t* size) noexcept {
  if (writer == nullptr || writer->failed || writer->chunks.empty()) return nullptr;
  writer->shown = std::move(writer->chunks.front());
  writer->chunks.pop_front();
  return given(writer->shown, size);
}
