// What a sink of the trace is told, gathered while the teller walks the text.
//
// Entries are made where marks are applied and nowhere else: marks do not depend on how the text is cut, pieces do.
// Whoever calls asks first whether there is a sink.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/engine/mark.hpp>
#include <toolcall/trace.hpp>

#include "engine/program.hpp"
#include "typing/typing.hpp"

namespace toolcall::events {

// What became of a field's text. Its findings are those from .. to of the outcome that it stands in.
struct conversion {
  std::string pointer;
  std::string_view how;
  std::string text{}, json{};  // cut short
  bool at_hand = false;        // the text was not kept: it is that of the part at hand
  std::size_t from = 0, to = 0;
};

// As much of a text as an entry shows.
std::string shortened(std::string_view text);

conversion conversion_of(std::string pointer, const typing::typed& value, const typing::written& from);

class trace {
 public:
  trace(const trace_sink& to, const engine::program& laid_out) : to_(to), program_(&laid_out) {}
  explicit operator bool() const { return to_.tell != nullptr; }

  // What the prompt decided is not told.
  void prompt(bool inside) { prompt_ = inside; }
  // The mark that is applied, and where the part began that it ends.
  void at(const engine::mark& m, std::uint32_t begun) { at_ = m.is == engine::mark::kind::failed ? begun : m.at; }

  // A part of a call begins, and its bytes.
  void begin_part() { text_.clear(); }
  void add(std::string_view bytes);

  // The entry's kind, call, span and dialect are set.
  void tell(trace_entry e);
  void item(trace_entry e, bool failed);
  void part(trace_entry e, engine::noun what, bool failed);
  void fields(trace_entry e, const std::vector<conversion>& made, const std::vector<typing::finding>& findings);
  void verdict(trace_entry e, const std::vector<typing::finding>& all);

 private:
  void finding(trace_entry e, const typing::finding& f);

  trace_sink to_;
  const engine::program* program_;
  bool prompt_ = false;
  std::uint32_t at_ = 0;
  std::string text_;  // of the part that is open
};

// What a part of a call is called; empty for any other.
std::string_view part_name(engine::noun what);

}  // namespace toolcall::events
