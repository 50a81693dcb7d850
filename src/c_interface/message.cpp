// What a parser emitted so far, put together, and what to tell the model about it.

#include <toolcall/correction.hpp>
#include <toolcall/message.hpp>

#include "c_interface/handles.hpp"

namespace toolcall::c_interface {

namespace {

const message& message_of(const toolcall_parser* parser) {
  static const message nothing;
  return parser == nullptr || parser->failed ? nothing : parser->reader.message();
}

correct_for executed_of(int given) {
  if (given == TOOLCALL_CORRECT_FUNCTION_CALLS) return correct_for::function_calls;
  if (given == TOOLCALL_CORRECT_TEXT_CALLS) return correct_for::text_calls;
  throw setup_error("", "executed is " + std::to_string(given) +
                            "; it must be TOOLCALL_CORRECT_FUNCTION_CALLS (0) or TOOLCALL_CORRECT_TEXT_CALLS (1)");
}

}  // namespace

}  // namespace toolcall::c_interface

using namespace toolcall::c_interface;

char* toolcall_parser_message_json(const toolcall_parser* parser, size_t* size, toolcall_error** error) noexcept {
  return guarded(error, [&] { return copied(to_json(working(parser).reader.message()), size); });
}

const char* toolcall_parser_content(const toolcall_parser* parser, size_t* size) noexcept {
  return given(message_of(parser).content, size);
}

const char* toolcall_parser_reasoning(const toolcall_parser* parser, size_t* size) noexcept {
  return given(message_of(parser).reasoning, size);
}

const char* toolcall_parser_finish_reason(const toolcall_parser* parser, size_t* size) noexcept {
  return given(message_of(parser).finish_reason, size);
}

size_t toolcall_parser_calls(const toolcall_parser* parser) noexcept {
  return message_of(parser).calls.size();
}

const toolcall_call* toolcall_parser_call(toolcall_parser* parser, size_t i) noexcept {
  if (i >= message_of(parser).calls.size()) return nullptr;
  const toolcall::tool_call& call = message_of(parser).calls[i];
  parser->call = {static_cast<std::int32_t>(call.status),
                  call.repairs.empty() ? 0 : 1,
                  call.begin,
                  call.end,
                  shown(call.id),
                  shown(call.name),
                  shown(call.arguments),
                  shown(call.dialect),
                  static_cast<std::int32_t>(call.channel),
                  static_cast<std::int32_t>(call.evidence)};
  return &parser->call;
}

char* toolcall_parser_correction(const toolcall_parser* parser, int executed, const char* text, size_t text_size,
                                 size_t* size, toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const toolcall_parser& p = working(parser);
    return copied(correction(p.reader.message(), p.declared, executed_of(executed), view("text", text, text_size)),
                  size);
  });
}
