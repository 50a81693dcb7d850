// Node events hold numbers of the program; here they are said with names.

#include "spec/machine_events.hpp"

#include <algorithm>

#include "engine/stream.hpp"
#include "typing/tools_internals.hpp"
#include "typing/typing.hpp"

namespace toolcall::tests {

namespace {

std::string replacement_of(std::uint16_t index, const engine::program& laid_out, const example& of) {
  if (index == engine::chosen_name) return of.choice.name;
  if (index >= engine::first_field_name)
    return std::string(internals(of.declared)->names().word(index - engine::first_field_name));
  return std::string(laid_out.at(laid_out.replacements[index]));
}

std::string what_of(const engine::node_event& m, const engine::program& laid_out, const example& of) {
  static const char* const names[] = {"block",     "call", "name",      "id",     "key",    "value",
                                      "arguments", "text", "reasoning", "string", "object", "array"};
  if (m.role == engine::node_role::replace) return "->" + replacement_of(m.index, laid_out, of);
  if (m.role == engine::node_role::json) return "json";
  if (m.role == engine::node_role::python) return "python";
  if (m.role == engine::node_role::dialect) return "dialect:" + std::string(dialect::all()[m.index].name);
  if (m.role == engine::node_role::label) return std::string(laid_out.label(m.index));
  return names[static_cast<std::size_t>(m.role)];
}

engine::stream stream_of(const engine::program& laid_out, const example& of) {
  static const vocabulary no_names;
  return {laid_out,
          of.tools_given ? internals(of.declared)->names() : no_names,
          {},
          {of.choice.kind != tool_choice_kind::automatic, of.choice.name}};
}

}  // namespace

std::vector<interpreter::node_event> by_machine(const engine::program& laid_out, const example& of,
                                                std::string_view text, const std::vector<std::size_t>& cuts) {
  engine::stream machine = stream_of(laid_out, of);
  std::vector<interpreter::node_event> events;
  const auto note = [&](const engine::node_event* all, std::size_t count, std::string_view, std::uint64_t,
                        std::uint64_t) {
    for (std::size_t i = 0; i < count; ++i)
      if (all[i].is != engine::node_event_type::cut)  // the definition has no use for it
        events.push_back({static_cast<interpreter::node_event_type>(all[i].is), what_of(all[i], laid_out, of),
                          all[i].begin, all[i].end});
  };
  std::size_t from = 0;
  for (const std::size_t cut : cuts) {
    machine.feed(text.substr(from, cut - from), false, note);
    from = cut;
  }
  machine.feed(text.substr(from), false, note);
  machine.finish(note);
  return events;
}

std::vector<std::uint64_t> final_positions(const engine::program& laid_out, const example& of, std::string_view text) {
  engine::stream machine = stream_of(laid_out, of);
  std::vector<std::uint64_t> all;
  const auto note = [](auto&&...) {};
  for (std::size_t at = 0; at < text.size(); ++at) {
    machine.feed(text.substr(at, 1), false, note);
    all.push_back(machine.state().final_position());
  }
  return all;
}

std::vector<std::size_t> random_cuts(std::mt19937_64& bits, std::size_t size) {
  std::vector<std::size_t> cuts(bits() % 8);
  for (std::size_t& cut : cuts) cut = bits() % (size + 1);
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

}  // namespace toolcall::tests
