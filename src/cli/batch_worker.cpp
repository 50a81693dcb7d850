// A line in, a line out: JSON is read, its text parsed, the message written. A record depends on itself and on its
// place alone, so the same bytes come out whichever thread reads it.

#include "cli/batch_worker.hpp"

#include <toolcall/error.hpp>
#include <toolcall/verdict.hpp>

#include "cli/reading.hpp"
#include "output/json_writer.hpp"

namespace toolcall::cli {

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
    const tools& declared = reader_.tools_of(in_, found);
    const dialect& which = reader_.dialect_of(found.model);
    std::uint64_t choice = 0;
    for (const record_message& each : found.messages) {
      std::optional<std::vector<repaired_call>> repaired;
      const message m =
          reader_.read(in_, each, found.is_response, which, declared, line.place + (choice << 32U), &repaired);
      begin_line(line, found.id, out);
      if (found.messages.size() > 1) out += ",\"choice\":" + std::to_string(choice);
      if (shared_.chosen.verdicts)
        out += ",\"verdict\":" + to_json(verdict_on(m));
      else
        out += ",\"message\":" + (repaired ? to_json(m, *repaired) : to_json(m));
      out += "}\n";
      note(m, found.model);
      ++choice;
    }
  } catch (const setup_error& wrong) {
    out.resize(before);
    write_error(line, found.id, wrong.what(), out);
  }
}

void batch_worker::note(const message& m, const std::string& model) {
  stats.add(m, model);
  recovered = recovered || m.recovered();
  without_call = without_call || m.calls.empty();
  not_valid = not_valid || !is_valid(m);
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
