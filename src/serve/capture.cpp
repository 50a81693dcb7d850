// The text of a streamed answer is put together from its chunks, as the server wrote it, before any call in it is read.

#include "serve/capture.hpp"

#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <map>
#include <unistd.h>
#include <utility>

#include <toolcall/error.hpp>
#include <toolcall/report.hpp>
#include <toolcall/server_events.hpp>

#include <nlohmann/json.hpp>

#include "serve/chat_request.hpp"

namespace toolcall::serve {

namespace {

constexpr std::size_t longest = std::size_t{64} << 20U;

bool write_file(const std::string& name, std::string_view bytes) {
  const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return false;
  bool good = true;
  while (good && !bytes.empty()) {
    const ssize_t size = ::write(file, bytes.data(), bytes.size());
    good = size > 0;
    if (good) bytes.remove_prefix(static_cast<std::size_t>(size));
  }
  return close(file) == 0 && good;
}

struct written_choice {
  std::string content, reasoning, finish_reason;
};

void add_chunk(const request_json& chunk, std::map<std::int64_t, written_choice>& to) {
  const auto choices = chunk.find("choices");
  if (choices == chunk.end() || !choices->is_array()) return;
  for (const request_json& choice : *choices) {
    if (!choice.is_object() || !choice.contains("delta") || !choice["delta"].is_object()) continue;
    const auto index = choice.find("index");
    written_choice& at = to[index != choice.end() && index->is_number_integer() ? index->get<std::int64_t>() : 0];
    const request_json& delta = choice["delta"];
    at.content += text_of(delta, "content");
    const std::string reasoning = text_of(delta, "reasoning_content");
    at.reasoning += reasoning.empty() ? text_of(delta, "reasoning") : reasoning;
    if (const std::string reason = text_of(choice, "finish_reason"); !reason.empty()) at.finish_reason = reason;
  }
}

// The choices of a response, streamed or whole.
request_json choices_of(const std::string& response) {
  if (const auto whole = read_request(response); whole && whole->contains("choices")) return (*whole)["choices"];
  std::map<std::int64_t, written_choice> found;
  server_event_reader reader;
  const auto add = [&](const server_event& each) {
    if (const auto chunk = read_request(each.data)) add_chunk(*chunk, found);
  };
  std::string_view bytes = response;
  while (const auto event = reader.next(bytes)) add(*event);
  while (const auto event = reader.finish()) add(*event);
  request_json made = request_json::array();
  for (const auto& [index, choice] : found) {
    request_json message = {{"role", "assistant"}, {"content", choice.content}};
    if (!choice.reasoning.empty()) message["reasoning_content"] = choice.reasoning;
    request_json one = {{"index", index}, {"message", std::move(message)}};
    if (!choice.finish_reason.empty()) one["finish_reason"] = choice.finish_reason;
    made.push_back(std::move(one));
  }
  return made;
}

std::string first_text(const request_json& choices) {
  if (choices.empty() || !choices[0].is_object() || !choices[0].contains("message")) return {};
  return choices[0]["message"].is_object() ? text_of(choices[0]["message"], "content") : std::string();
}

}  // namespace

capture::capture(std::string folder, std::uint64_t number, std::string request, secrets those)
    : request_(std::move(request)), those_(those) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  name_ = std::move(folder) + "/" + std::to_string(milliseconds) + "-" + std::to_string(number);
}

void capture::add(std::string_view bytes) {
  if (response_.size() + bytes.size() <= longest) response_ += bytes;
}

capture::files capture::as_said() const {
  const request_json choices = choices_of(response_);
  const auto request = read_request(request_);
  request_json record = {{"id", name_.substr(name_.rfind('/') + 1)}};
  if (request)
    for (const char* const kept : {"model", "tools"})
      if (request->contains(kept)) record[kept] = (*request)[kept];
  record["response"] = {{"choices", choices}};
  return {request_, response_, to_text(record) + "\n", first_text(choices)};
}

// The text of the first choice and the tools are read again; all else is in the same words.
capture::files capture::in_other_words() const {
  const auto request = read_request(request_);
  if (!request) throw setup_error("", "the request is not a JSON object");
  const files said = as_said();
  const std::string tools = request->contains("tools") ? to_text((*request)["tools"]) : "";
  redacted words = redact({said.text, tools});
  const request_json choices = {{"choices", choices_of(response_)}};
  return {words.json(request_), words.json(to_text(choices)), words.json(said.record) + "\n", words.text};
}

std::string capture::write() const {
  files made;
  try {
    made = those_ == secrets::redacted ? in_other_words() : as_said();
  } catch (const setup_error& why) {
    return std::string("the exchange cannot be redacted, so it is not captured: ") + why.what();
  }
  const bool good = write_file(name_ + ".request.json", made.request) &&
                    write_file(name_ + ".response", made.response) && write_file(name_ + ".jsonl", made.record) &&
                    write_file(name_ + ".txt", made.text);
  return good ? "" : "the exchange cannot be written to the folder of --capture";
}

}  // namespace toolcall::serve
