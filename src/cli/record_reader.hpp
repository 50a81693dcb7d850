// Reads the messages of records, each with the tools and the dialect that its record or the flags say.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/message.hpp>
#include <toolcall/repairs.hpp>
#include <toolcall/tools.hpp>

#include "cli/batch_record.hpp"
#include "cli/commands.hpp"
#include "typing/json.hpp"

namespace toolcall::cli {

class record_reader {
 public:
  // `offered` are the tools of --tools, `which` is for models that no dialect lists.
  record_reader(const settings& chosen, const tools& offered, const dialect& which)
      : chosen_(chosen), offered_(offered), which_(which) {}

  // With --repairs also what was repaired, where the text stands alone.
  message read(const typing::json::document& in, const record_message& from, bool is_response, const dialect& which,
               const tools& declared, std::uint64_t number,
               std::optional<std::vector<repaired_call>>* repaired = nullptr) const;
  const dialect& dialect_of(const std::string& model);
  // Throws setup_error for what is no list of tools.
  const tools& tools_of(const typing::json::document& in, const record& found);

 private:
  const settings& chosen_;
  const tools& offered_;
  const dialect& which_;
  // By what stands in the records; they are few, and dear to make.
  std::map<std::string, dialect, std::less<>> dialects_;
  std::map<std::string, tools, std::less<>> tools_;
};

}  // namespace toolcall::cli
