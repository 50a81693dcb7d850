// A line in, a line out: JSON is read, its text parsed, the message written. A record depends on itself and on its
// place alone, so the same bytes come out whichever thread reads it.

#include "cli/batch_worker.hpp"

#include <algorithm>
#include <utility>

#include <toolcall/error.hpp>
#include <toolcall/parser.hpp>
#include <toolcall/verdict.hpp>

#include "cli/reading.hpp"
#include "output/json_writer.hpp"
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
  if (from.calls != 0) serving::each_item(in, from.calls, [&](std::uint32_t entry) { reader.call(in, entry, to); });
  reader.reasoning(text_of(in, from.reasoning), to);
  reader.content(utf8::without_mark(text_of(in, from.content)), to);
  reader.finish(reason, to);
  to.made.finish_reason = events::message_reason(reason, !to.made.calls.empty());
  return std::move(to.made);
}

}  // namespace

void batch_worker::process(batch_block& block) {
  block.out.clear();
  for (const batch_block::line& line : block.lines) process(block, line, block.out);
}

void batch_worker::process(const batch_block& block, const batch_block::line& line, std::string& out) {
  const std::string_view text = std::string_view(block.text).substr(line.begin, line.size);
  ++stats.records;
  stats.bytes += text.size();
  const std::string wrong = read_line(in_, text, line.too_long);
  if (!wrong.empty()) return write_error(line, "null", wrong, out);
  const record found = record_of(in_, shared_.chosen);
  if (!found.error.empty()) return write_error(line, found.id, found.error, out);
  read_record(line, found, out);
}

void batch_worker::read_record(const batch_block::line& line, const record& found, std::string& out) {
  const std::size_t before = out.size();
  try {
    const tools& declared = tools_of(found);
    const dialect& which = dialect_of(found.model);
    std::uint64_t choice = 0;
    for (const record_message& each : found.messages) {
      const message m = read_message(each, found.is_response, which, declared, line.place + (choice << 32U));
      begin_line(line, found.id, out);
      if (found.messages.size() > 1) out += ",\"choice\":" + std::to_string(choice);
      out += shared_.chosen.verdicts ? ",\"verdict\":" + to_json(verdict_on(m)) : ",\"message\":" + to_json(m);
      out += "}\n";
      note(m, found.model);
      ++choice;
    }
  } catch (const setup_error& wrong) {
    out.resize(before);
    write_error(line, found.id, wrong.what(), out);
  }
}

message batch_worker::read_message(const record_message& from, bool is_response, const dialect& which,
                                   const tools& declared, std::uint64_t number) const {
  options how = options_of(shared_.chosen, number);
  const std::string& reason = from.finish_reason.empty() ? shared_.chosen.finish_reason : from.finish_reason;
  if (from.reasoning != 0 || from.calls != 0) {
    serving::choice_settings split{which, declared, how, shared_.chosen.prefill, false};
    split.reads_reasoning = from.reasoning != 0 && serving::knows_reasoning(split);
    return read_split(in_, from, split, reason);
  }
  parser reader(which, declared, how);
  if (!is_response && !shared_.chosen.prefill.empty()) reader.prefill(shared_.chosen.prefill);
  reader.feed(utf8::without_mark(text_of(in_, from.content)));
  reader.finish(reason);
  return reader.message();
}

void batch_worker::note(const message& m, const std::string& model) {
  stats.add(m, model);
  recovered = recovered || m.recovered();
  without_call = without_call || m.calls.empty();
  not_valid = not_valid || !is_valid(m);
}

// What --dialect names is for all; else a model's name decides, where a dialect lists it.
const dialect& batch_worker::dialect_of(const std::string& model) {
  if (model.empty() || !shared_.chosen.dialect.empty()) return shared_.which;
  const auto known = dialects_.find(model);
  if (known != dialects_.end()) return known->second;
  if (dialects_.size() == most_kept) dialects_.clear();
  try {
    return dialects_.emplace(model, dialect::named(model)).first->second;
  } catch (const setup_error&) {
    return dialects_.emplace(model, shared_.which).first->second;
  }
}

const tools& batch_worker::tools_of(const record& found) {
  if (!shared_.chosen.tools.empty() || found.tools == 0) return shared_.offered;
  std::string text;
  // Some logs keep the list as text.
  if (serving::is_string(in_, found.tools))
    text = in_.text_of(found.tools);
  else
    text = in_.lexeme(found.tools);
  const auto known = tools_.find(text);
  if (known != tools_.end()) return known->second;
  if (tools_.size() == most_kept) tools_.clear();
  using schemas = tools::unusable_schema;
  try {
    tools made = tools::from_json(text, shared_.chosen.strict_tools ? schemas::refused : schemas::unchecked);
    return tools_.emplace(std::move(text), std::move(made)).first->second;
  } catch (const setup_error& wrong) {
    throw setup_error(wrong.pointer(), "the record's tools: " + wrong.reason());
  }
}

void batch_worker::begin_line(const batch_block::line& line, const std::string& id, std::string& out) const {
  out += "{\"line\":" + std::to_string(line.number);
  if (shared_.chosen.files.size() > 1) out += ",\"file\":" + events::json_string(shared_.chosen.files[line.file]);
  (out += ",\"id\":") += id;
}

void batch_worker::write_error(const batch_block::line& line, const std::string& id, const std::string& what,
                               std::string& out) {
  ++stats.errors;
  begin_line(line, id, out);
  ((out += ",\"error\":") += events::json_string(what)) += "}\n";
}

}  // namespace toolcall::cli
