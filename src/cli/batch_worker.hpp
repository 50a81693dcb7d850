// What batch does with a block of lines; one of these for each thread.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/message.hpp>
#include <toolcall/tools.hpp>

#include "cli/batch_record.hpp"
#include "cli/batch_stats.hpp"
#include "cli/commands.hpp"
#include "typing/json.hpp"

namespace toolcall::cli {

// What all records are read with. `which` is for models that no dialect lists.
struct batch_setup {
  const settings& chosen;
  tools offered;
  dialect which;
};

// Lines that are read together, and what they become.
struct batch_block {
  struct line {
    std::size_t begin, size;  // in `text`
    std::uint64_t number;     // in its file, from 1
    std::uint64_t place;      // among all lines, from 0
    std::size_t file;
    bool too_long;
  };
  std::string text;
  std::vector<line> lines;
  std::string out;
};

class batch_worker {
 public:
  explicit batch_worker(const batch_setup& shared) : shared_(shared) {}

  void process(batch_block& block);

  batch_stats stats;
  bool recovered = false, not_valid = false, without_call = false;  // of any message

 private:
  void process(const batch_block& block, const batch_block::line& line, std::string& out);
  void read_record(const batch_block::line& line, const record& found, std::string& out);
  message read_message(const record_message& from, bool is_response, const dialect& which, const tools& declared,
                       std::uint64_t number) const;
  void note(const message& m, const std::string& model);
  const dialect& dialect_of(const std::string& model);
  const tools& tools_of(const record& found);
  void begin_line(const batch_block::line& line, const std::string& id, std::string& out) const;
  void write_error(const batch_block::line& line, const std::string& id, const std::string& what, std::string& out);

  const batch_setup& shared_;
  typing::json::document in_;
  // By what stands in the records; they are few, and dear to make.
  std::map<std::string, dialect, std::less<>> dialects_;
  std::map<std::string, tools, std::less<>> tools_;
};

}  // namespace toolcall::cli
