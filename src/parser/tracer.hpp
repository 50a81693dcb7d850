// What a sink of the trace receives, gathered while the emitter walks the text.
//
// Entries are made where node events are applied and nowhere else: node events do not depend on how the text is cut,
// pieces do. Without a sink at() and add() do nothing, and nothing else is called.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/engine/node_event.hpp>
#include <toolcall/trace.hpp>

#include "engine/program.hpp"
#include "typing/typing.hpp"

namespace toolcall::events {

// What became of a field's text. Its diagnostics are those from .. to of the field_result that it stands in.
struct traced_conversion {
  std::string pointer;
  std::string_view how;
  std::string text{}, json{};  // cut short
  bool at_hand = false;        // the text was not kept: it is that of the part at hand
  std::size_t from = 0, to = 0;
};

// As much of a text as an entry shows.
std::string shortened(std::string_view text);

traced_conversion conversion_of(std::string pointer, const typing::typed& value, const typing::written& from);

class tracer {
 public:
  tracer(const trace_sink& to, const engine::program& laid_out) : to_(to), program_(&laid_out) {}
  explicit operator bool() const { return to_.on_entry != nullptr; }

  // What the prompt decided is not traced.
  void prompt(bool inside) { prompt_ = inside; }
  // The node event that is applied, and where the node began that it ends.
  void at(const engine::node_event& m, std::uint32_t begun) {
    at_ = m.is == engine::node_event_type::failed ? begun : m.at;
  }

  // A part of a call begins, and its bytes.
  void begin_part() { text_.clear(); }
  void add(std::string_view bytes);

  // The entry's kind, call, span and dialect are set.
  void emit(trace_entry e);
  void item(trace_entry e, bool failed);
  void part(trace_entry e, engine::node_role role, bool failed);
  void fields(trace_entry e, const std::vector<traced_conversion>& made,
              const std::vector<typing::diagnostic>& diagnostics);
  void validation(trace_entry e, const std::vector<typing::diagnostic>& all);

 private:
  void add_diagnostic(trace_entry e, const typing::diagnostic& f);

  trace_sink to_;
  const engine::program* program_;
  bool prompt_ = false;
  std::uint32_t at_ = 0;
  std::string text_;  // of the part that is open
};

// What a part of a call is called; empty for any other.
std::string_view part_name(engine::node_role role);

}  // namespace toolcall::events
