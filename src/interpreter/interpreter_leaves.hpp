// The forms that read bytes and have no parts: values that find their own end, what was captured, and declared names.

#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>

#include "grammarc/tree.hpp"
#include "interpreter/interpreter_scan.hpp"
#include "interpreter/interpreter_state.hpp"

namespace toolcall::interpreter::running {

class leaves : public state {
 public:
  using state::state;

 protected:
  // A scalar has no cut. Anything else is a run that knows its end: a cut after each byte, the last one included, and
  // where the text ends first it is broken there. So it is where it stops, as if the text ended.
  template <typename stopping>
  result json(std::size_t i, const stopping& stops) {
    const bool is_part = byte(i) && among("\"'{[", *byte(i));
    const auto ask = [&](std::size_t j) { return is_part && j > i && stops(j) ? std::nullopt : ask_(j); };
    const auto value = scan_value(ask, i);
    if (!value) return {match_kind::fail};
    emit(node_event_type::begin, "json", i, i);
    result r{value->whole ? match_kind::ok : match_kind::broken, value->at};
    if (among("\"'{[", *byte(i))) r.cut = cut_point{value->at, events.size()};
    if (value->whole) emit(node_event_type::end, "json", i, value->at);
    return r;
  }

  result python(std::size_t i) {
    const auto value = scan_python(ask_, i);
    if (!value) return {match_kind::fail};
    emit(node_event_type::begin, "python", i, i);
    emit(node_event_type::end, "python", i, *value);
    return {match_kind::ok, *value};
  }

  // A capture that was never made in this instance matches nothing, not even the empty string.
  result back(const std::string& name, std::size_t i, const instance& in) const {
    const auto last = std::find_if(captures_.rbegin(), captures_.rend(),
                                   [&](const captured& c) { return c.instance == in.id && c.name == name; });
    return last == captures_.rend() ? result{match_kind::fail} : found(scan_literal(ask_, i, last->bytes, false));
  }

  open_call call_here() const {
    const open_call inner = innermost_call(events, text_);
    return inner.named ? inner : declared_.around;
  }
  std::set<std::string> fields_of(const open_call& call) const {
    const auto tool = call.named ? declared_.tools.find(call.tool) : declared_.tools.end();
    return tool == declared_.tools.end() ? std::set<std::string>() : tool->second;
  }

  // The longest run of name bytes, when it is what `wanted` asks for.
  result name(grammarc::form wanted, std::size_t i) const {
    if (!declared_.given) {
      const std::size_t j = scan_longest(ask_, i, name_byte);
      return when(j > i, j);
    }
    std::set<std::string> names;
    std::set<std::string> taken;
    if (wanted == grammarc::form::tool) {
      for (const auto& [tool, fields] : declared_.tools) names.insert(tool);
    } else {
      const open_call call = call_here();
      names = fields_of(call);
      if (wanted == grammarc::form::new_field) taken = call.keys;
    }
    const std::string found = longest_name(names, i);
    return when(!found.empty() && taken.count(found) == 0, i + found.size());
  }

  // Of these names the longest that stands at i and may end there. A byte is asked for while it could matter.
  std::string longest_name(std::set<std::string> names, std::size_t i) const {
    std::string read, longest;
    while (!names.empty()) {
      const auto next = byte(i + read.size());
      const bool ends =
          !next || !word_byte(*next) || read.empty() || !word_byte(static_cast<unsigned char>(read.back()));
      if (names.erase(read) != 0 && ends) longest = read;
      if (!next) break;
      read += static_cast<char>(*next);
      for (auto each = names.begin(); each != names.end();)
        each = each->compare(0, read.size(), read) == 0 ? std::next(each) : names.erase(each);
    }
    return longest;
  }
};

}  // namespace toolcall::interpreter::running
