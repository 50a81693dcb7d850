// What a call holds, from bytes to events: its fields and arguments, values that come in parts, and the arguments that
// wait for what follows them. See spec/events.md, the rules 3 to 8.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/machine.hpp"
#include "parser/arguments.hpp"
#include "parser/nested_value.hpp"
#include "parser/text_writer.hpp"
#include "typing/typing.hpp"

namespace toolcall::events {

class call_builder : public text_writer {
 public:
  // These bytes are special tokens, and come next.
  void note_special(std::uint64_t begin, std::uint64_t end);

 protected:
  call_builder(const compiled_dialects& dialects, const tools& declared, const options& how);

  // Forgets the call before.
  void begin_contents();
  // The call has its name: what came before that is emitted now.
  void begin_arguments();
  // There is no call after all: what was built of it is forgotten.
  void forget_contents();
  void emit_early_arguments();

  void begin_key(std::uint64_t at);
  void add_key(std::string_view text) { (nested_.open() ? call_.inner_key : call_.key) += text; }
  void end_key(std::uint64_t begin);
  void begin_value(const engine::node_event& m);
  void read_value_as(typing::form is);
  void add_value(std::string_view text, std::uint64_t from);
  void end_value(std::uint64_t begin, std::uint64_t at);
  void flush_value();  // what is left of a character that is cut
  void begin_container(const engine::node_event& m);
  void end_container(const engine::node_event& m, bool failed);
  void give_up_container() {
    if (nested_.open()) nested_.give_up();
  }
  void begin_whole() { whole_.clear(); }
  void add_whole(std::string_view text, std::uint64_t from);
  void end_whole(std::uint64_t begin, std::uint64_t at);
  // A byte between the parts of a call: the value before it has ended.
  void pass_markup();

  // The last piece of a streamed string goes on.
  void string_piece(std::string_view raw, std::uint64_t begin, std::uint64_t end);
  bool streams() const { return arguments_.streams() && cut_value_.empty(); }

  // The call has ended: its gathered fields; what closes its arguments.
  void settle_fields();
  void close_arguments(std::uint64_t at, bool is_last_brace_kept);

  void report(const std::vector<typing::diagnostic>& diagnostics, std::uint64_t begin, std::uint64_t end);
  // Where a diagnostic belongs that begins here.
  std::string pointer_at(std::uint64_t begin) const;
  std::size_t held_by_call() const {
    return arguments_.held_bytes() + nested_.bytes() + held_.bytes() + whole_.size() + call_.early_bytes +
           withheld_.json.size() + cut_value_.size();
  }
  static std::string meant(std::string_view json);

  const typing::tool_set* tools_;
  arguments arguments_;
  bool holds_json_ = false;  // the name, key, value or arguments that began last

 private:
  void argument_piece(std::string_view json, std::uint64_t begin, std::uint64_t end);
  event_list& arguments_event(std::uint64_t begin, std::uint64_t end);
  std::string& withheld(std::uint64_t begin, std::uint64_t end);
  void send_withheld();
  void send(std::string_view json, std::uint64_t begin, std::uint64_t end);
  void whole_arguments(std::string_view text, std::uint64_t begin, std::uint64_t at);
  void emit_fields(const arguments::field_result& done, std::string_view json, std::uint64_t begin, std::uint64_t at,
                   std::uint64_t json_begin, bool closed);
  void refuse_special(std::uint64_t begin, std::uint64_t end);
  bool too_long(std::size_t held, std::uint64_t until);
  std::size_t nested_bytes() const { return arguments_.held_bytes() + nested_.bytes(); }

  typing::rules rules_;
  struct {
    std::string json;
    std::uint64_t begin = 0, end = 0;
  } withheld_;
  nested_value nested_;                        // the field that is open, if its value comes in parts
  typing::form value_is_ = typing::form::raw;  // the value that began last
  std::string whole_;
  std::string json_;  // what is about to be emitted
  cut_character cut_value_;
  std::vector<engine::byte_range> special_;  // special tokens from at_ on, as far as they are flagged
};

}  // namespace toolcall::events
