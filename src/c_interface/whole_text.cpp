// Whole texts: one that is read or written, or a block of them in one call, for languages in which a call costs more
// than a short text does.

#include <toolcall/mend.hpp>
#include <toolcall/message.hpp>
#include <toolcall/render.hpp>
#include <toolcall/repairs.hpp>
#include <toolcall/verdict.hpp>

#include "c_interface/handles.hpp"
#include "c_interface/options.hpp"
#include "text/words.hpp"

namespace toolcall::c_interface {

namespace {

// What texts are read with, made of the handles once.
struct reading {
  dialect which;
  tools declared;
  options how;
  std::string prefill;
  bool repairs;
};

reading reading_of(const toolcall_dialect* which, const toolcall_tools* declared, const toolcall_options* given) {
  toolcall_options chosen = options_or_default(given);
  chosen.how.collect = true;
  return {dialect_or_all(which), tools_or_none(declared), std::move(chosen.how), std::move(chosen.prefill),
          chosen.repairs};
}

std::string message_json(const reading& with, const options& how, std::string_view text, std::string_view reason) {
  parser reader(with.which, with.declared, how);
  if (!with.prefill.empty()) reader.prefill(with.prefill);
  constexpr std::size_t piece = 1U << 16U;  // what stays in the cache
  std::string_view rest = text;
  for (; rest.size() > piece; rest.remove_prefix(piece)) reader.feed(rest.substr(0, piece));
  reader.feed(rest);
  reader.finish(reason);
  const message& read = reader.message();
  return with.repairs ? to_json(read, repairs_of(text, read, with.which, with.declared, how, with.prefill))
                      : to_json(read);
}

transcript_format format_of(const char* given, std::size_t size) {
  if (given == nullptr && size == 0) return transcript_format::automatic;
  const std::string_view word = view("format", given, size);
  if (const auto found = value_of<transcript_format>(word)) return *found;
  throw setup_error("",
                    "format is \"" + std::string(word) + "\"; it must be one of auto, openai, responses, anthropic");
}

// A parameter that is an array of strings: their pointers and their sizes. It may be NULL.
struct strings {
  std::string_view name;
  const char* const* data;
  const std::size_t* sizes;

  void check() const {
    if ((data == nullptr) == (sizes == nullptr)) return;
    throw setup_error("",
                      std::string(name) +
                          (data == nullptr ? " is NULL, and its sizes are not" : " is not NULL, and its sizes are") +
                          "; both are given, or neither");
  }
  bool has(std::size_t i) const { return data != nullptr && (data[i] != nullptr || sizes[i] > 0); }
  std::string_view at(std::size_t i) const {
    if (!has(i)) return {};
    if (data[i] == nullptr) refuse_null(std::string(name) + '[' + std::to_string(i) + ']', sizes[i]);
    return {data[i], sizes[i]};
  }
};

}  // namespace

}  // namespace toolcall::c_interface

using namespace toolcall::c_interface;

char* toolcall_parse_json(const char* text, size_t text_size, const toolcall_dialect* dialect,
                          const toolcall_tools* tools, const toolcall_options* options, const char* finish_reason,
                          size_t finish_reason_size, size_t* size, toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const std::string_view reason = reason_or_stop("finish_reason", finish_reason, finish_reason_size);
    const std::string_view whole = view("text", text, text_size);
    const reading with = reading_of(dialect, tools, options);
    return copied(message_json(with, with.how, whole, reason), size);
  });
}

char* toolcall_render(const char* json, size_t json_size, const toolcall_dialect* dialect, const toolcall_tools* tools,
                      size_t* size, toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const toolcall::message given = toolcall::message_from_json(view("json", json, json_size));
    return copied(toolcall::render(given, dialect_or_all(dialect), tools_or_none(tools)), size);
  });
}

char* toolcall_verdict_json(const char* json, size_t json_size, size_t* size, toolcall_error** error) noexcept {
  return guarded(
      error, [&] { return copied(toolcall::to_json(toolcall::verdict_on_json(view("json", json, json_size))), size); });
}

char* toolcall_mend_json(const char* json, size_t json_size, const toolcall_dialect* dialect,
                         const toolcall_tools* tools, const char* format, size_t format_size, size_t* size,
                         toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const std::string_view given = view("json", json, json_size);
    return copied(toolcall::to_json(toolcall::mend(given, tools_or_none(tools), dialect_or_all(dialect),
                                                   format_of(format, format_size))),
                  size);
  });
}

char* toolcall_parse_many_json(const char* const* texts, const size_t* text_sizes, size_t count,
                               const toolcall_dialect* dialect, const toolcall_tools* tools,
                               const toolcall_options* options, const char* const* finish_reasons,
                               const size_t* finish_reason_sizes, const uint64_t* seeds, size_t* size,
                               toolcall_error** error) noexcept {
  return guarded(error, [&] {
    const strings written{"texts", texts, text_sizes}, reasons{"finish_reasons", finish_reasons, finish_reason_sizes};
    written.check();
    reasons.check();
    if (count > 0 && texts == nullptr) refuse_null("texts", count);
    const reading with = reading_of(dialect, tools, options);
    toolcall::options how = with.how;
    std::string list = "[";
    for (std::size_t i = 0; i < count; ++i) {
      if (seeds != nullptr) how.seed = seeds[i];
      if (i > 0) list += ',';
      list += message_json(with, how, written.at(i), reasons.has(i) ? reasons.at(i) : "stop");
    }
    return copied(list += ']', size);
  });
}
