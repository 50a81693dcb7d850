// The rewriter of a server's response: bytes in, bytes out, and what was found, as lines.

#include <toolcall/response_rewriter.hpp>

#include "c_interface/handles.hpp"
#include "c_interface/options.hpp"
#include "serving/found_json.hpp"

struct toolcall_rewriter {
  toolcall::response_rewriter rewriter;
  toolcall::c_interface::kept_lines found{};
  bool failed = false;
};

namespace toolcall::c_interface {

namespace {

constexpr response_sink sink{
    [](void*, std::string_view response, std::uint64_t choice, const event& e) {
      kept_lines::add([&] { return serving::event_json(response, choice, e); });
    },
    [](void*, std::string_view response, std::uint64_t choice, std::string_view reason) {
      kept_lines::add([&] { return serving::end_json(response, choice, reason); });
    },
    [](void*, std::string_view object) { kept_lines::add([&] { return serving::other_json(object); }); }, nullptr};

// Lets the rewriter work, and keeps what it finds.
template <typename Work>
const char* give(toolcall_rewriter* given, std::size_t* size, toolcall_error** error, const Work& work) noexcept {
  return changing(given, error, [&](toolcall_rewriter& r) {
    const kept_lines::listening to(r.found);
    const std::string_view made = work(r.rewriter);
    r.found.check();
    return c_interface::given(made, size);
  });
}

}  // namespace

}  // namespace toolcall::c_interface

using namespace toolcall::c_interface;

toolcall_rewriter* toolcall_rewriter_new(const toolcall_dialect* dialect, const toolcall_tools* tools,
                                         const toolcall_options* options, toolcall_error** error) noexcept {
  return guarded(error, [&] {
    toolcall_options chosen = options_or_default(options);
    toolcall::completion_rewriter::settings how;
    how.which = dialect_or_all(dialect);
    how.declared = tools_or_none(tools);
    how.how = std::move(chosen.how);
    how.prefill = std::move(chosen.prefill);
    how.chunks = std::move(chosen.chunks);
    how.most_calls = chosen.most_calls;
    how.json_alone = chosen.json_alone;
    how.refused = chosen.refused;
    if (chosen.events) how.sink = sink;
    return new toolcall_rewriter{toolcall::response_rewriter(std::move(how), chosen.input, chosen.output)};
  });
}

toolcall_rewriter* toolcall_rewriter_copy(const toolcall_rewriter* rewriter, toolcall_error** error) noexcept {
  return guarded(error, [&] { return new toolcall_rewriter{working(rewriter).rewriter}; });
}

void toolcall_rewriter_free(toolcall_rewriter* rewriter) noexcept {
  delete rewriter;
}

const char* toolcall_rewriter_feed(toolcall_rewriter* rewriter, const char* bytes, size_t bytes_size, size_t* size,
                                   toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const std::string_view piece = view("bytes", bytes, bytes_size);
    return give(rewriter, size, error, [&](toolcall::response_rewriter& of) { return of.feed(piece); });
  });
}

const char* toolcall_rewriter_finish(toolcall_rewriter* rewriter, size_t* size, toolcall_error** error) noexcept {
  return give(rewriter, size, error, [](toolcall::response_rewriter& of) { return of.finish(); });
}

const char* toolcall_rewriter_next_json(toolcall_rewriter* rewriter, size_t* size, toolcall_error** error) noexcept {
  return guarded(error, [&]() -> const char* {
    const std::string* const line = needed(rewriter).found.next();
    return line == nullptr ? nullptr : given(*line, size);
  });
}
