// What batch does with a block of lines; one of these for each thread.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <toolcall/dialect.hpp>
#include <toolcall/message.hpp>
#include <toolcall/repairs.hpp>
#include <toolcall/tools.hpp>

#include "cli/batch_record.hpp"
#include "cli/batch_stats.hpp"
#include "cli/commands.hpp"
#include "cli/record_reader.hpp"
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
  explicit batch_worker(const batch_setup& shared)
      : shared_(shared), reader_(shared.chosen, shared.offered, shared.which) {}

  void process(batch_block& block);

  batch_stats stats;
  bool recovered = false, not_valid = false, without_call = false;  // of any message

 private:
  void process(const batch_block& block, const batch_block::line& line, std::string& out);
  void read_record(const batch_block::line& line, const record& found, std::string& out);
  void note(const message& m, const std::string& model);
  void begin_line(const batch_block::line& line, const std::string& id, std::string& out) const;
  void write_error(const batch_block::line& line, const std::string& id, const std::string& what, std::string& out);

  const batch_setup& shared_;
  typing::json::document in_;
  record_reader reader_;
};

}  // namespace toolcall::cli
