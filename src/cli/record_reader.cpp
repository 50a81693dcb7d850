// A record's tools and its model's dialect are made when they are first asked for, and kept, because most records name
// the same ones.

#include "cli/record_reader.hpp"

#include <utility>

#include <toolcall/error.hpp>
#include <toolcall/parser.hpp>

#include "cli/reading.hpp"
#include "serving/choice_reader.hpp"
#include "serving/json_reading.hpp"
#include "text/finish_reason.hpp"
#include "text/utf8.hpp"

namespace toolcall::cli {

namespace {

constexpr std::size_t most_kept = 256;  // dialects and tools of records

// The events of a choice, put together as a message.
class message_sink final : public serving::choice_sink {
 public:
  void emit(const event& e, const serving::server_part&) override { made.add(e); }
  message made;
};

// A message whose reasoning and calls stand next to its content, as a server has split them.
message read_split(const typing::json::document& in, const record_message& from, const serving::choice_settings& how,
                   const std::string& reason) {
  serving::choice_reader reader(how, 0);
  message_sink to;
  serving::each_call(in, from.calls, [&](std::uint32_t call, std::int64_t place) { reader.call(in, call, to, place); });
  reader.reasoning(text_of(in, from.reasoning), to);
  reader.content(utf8::without_mark(text_of(in, from.content)), to);
  reader.finish(reason, to);
  to.made.finish_reason = events::message_reason(reason, !to.made.calls.empty());
  return std::move(to.made);
}

}  // namespace

message record_reader::read(const typing::json::document& in, const record_message& from, bool is_response,
                            const dialect& which, const tools& declared, std::uint64_t number,
                            std::optional<std::vector<repaired_call>>* repaired) const {
  options how = options_of(chosen_, number);
  const std::string& reason = from.finish_reason.empty() ? chosen_.finish_reason : from.finish_reason;
  if (from.reasoning != 0 || from.calls != 0) {
    serving::choice_settings split{which, declared, how, chosen_.prefill, false};
    split.reads_reasoning = from.reasoning != 0 && serving::knows_reasoning(split);
    return read_split(in, from, split, reason);
  }
  parser reader(which, declared, how);
  const std::string& prefill = is_response ? std::string() : chosen_.prefill;
  if (!prefill.empty()) reader.prefill(prefill);
  const std::string content = text_of(in, from.content);
  const std::string_view text = utf8::without_mark(content);
  reader.feed(text);
  reader.finish(reason);
  if (chosen_.repairs && repaired != nullptr)
    *repaired = repairs_of(text, reader.message(), which, declared, how, prefill);
  return reader.message();
}

// What --dialect names is for all; else a model's name decides, where a dialect lists it.
const dialect& record_reader::dialect_of(const std::string& model) {
  if (model.empty() || !chosen_.dialect.empty()) return which_;
  const auto known = dialects_.find(model);
  if (known != dialects_.end()) return known->second;
  if (dialects_.size() == most_kept) dialects_.clear();
  try {
    return dialects_.emplace(model, dialect::named(model)).first->second;
  } catch (const setup_error&) {
    return dialects_.emplace(model, which_).first->second;
  }
}

const tools& record_reader::tools_of(const typing::json::document& in, const record& found) {
  if (!chosen_.tools.empty() || found.tools == 0) return offered_;
  std::string text;
  // Some logs keep the list as text.
  if (serving::is_string(in, found.tools))
    text = in.text_of(found.tools);
  else
    text = in.lexeme(found.tools);
  const auto known = tools_.find(text);
  if (known != tools_.end()) return known->second;
  if (tools_.size() == most_kept) tools_.clear();
  using schemas = tools::unusable_schema;
  try {
    tools made = tools::from_json(text, chosen_.strict_tools ? schemas::refused : schemas::unchecked);
    return tools_.emplace(std::move(text), std::move(made)).first->second;
  } catch (const setup_error& wrong) {
    throw setup_error(wrong.pointer(), "the record's tools: " + wrong.reason());
  }
}

}  // namespace toolcall::cli
