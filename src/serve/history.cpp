#include "serve/history.hpp"

#include <optional>
#include <utility>

#include <toolcall/error.hpp>
#include <toolcall/mend.hpp>

#include <nlohmann/json.hpp>

#include "serve/chat_request.hpp"

namespace toolcall::serve {

namespace {

transcript_format format_of(endpoint of) {
  switch (of) {
    case endpoint::responses:
      return transcript_format::responses;
    case endpoint::messages:
    case endpoint::count_tokens:
      return transcript_format::anthropic;
    case endpoint::chat:
    case endpoint::other:
      break;
  }
  return transcript_format::openai;
}

}  // namespace

std::map<std::string, std::size_t> mend_conversation(server_state& shared, endpoint of, std::string& body) {
  std::map<std::string, std::size_t> changes;
  const auto request = of == endpoint::other ? std::nullopt : read_request(body);
  if (!request) return changes;
  try {
    mended_transcript mended = mend(body, tools(), dialect_of(shared, text_of(*request, "model")), format_of(of));
    if (!mended.changed()) return changes;
    for (const transcript_change& each : mended.changes)
      if (each.made) ++changes[each.code];
    body = std::move(mended.json);
  } catch (const setup_error&) {
    return {};
  }
  for (const auto& [code, n] : changes)
    shared.counted.add("toolcall_history_changes_total", {{"code", code}}, static_cast<std::int64_t>(n));
  return changes;
}

}  // namespace toolcall::serve
