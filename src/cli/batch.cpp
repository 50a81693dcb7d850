// toolcall batch: records in, messages out, in their order. This thread reads lines and writes results; others work on
// blocks of lines in between, and only so many blocks are on their way that memory does not grow with the input.

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include <toolcall/line_reader.hpp>

#include "cli/batch_pool.hpp"
#include "cli/batch_stats.hpp"
#include "cli/batch_worker.hpp"
#include "cli/columns.hpp"
#include "cli/command_error.hpp"
#include "cli/output_file.hpp"
#include "cli/reading.hpp"
#include "typing/json.hpp"

namespace toolcall::cli {

namespace {

constexpr std::size_t block_bytes = std::size_t{64} << 10U;

// A file by what it is, because it may have several names. Standard input is "-".
struct file_identity {
  explicit file_identity(const std::string& name) {
    struct stat found {};
    known = (name == "-" ? fstat(STDIN_FILENO, &found) : stat(name.c_str(), &found)) == 0 && S_ISREG(found.st_mode);
    device = found.st_dev;
    inode = found.st_ino;
  }
  bool operator==(const file_identity& other) const {
    return known && other.known && device == other.device && inode == other.inode;
  }
  bool known;
  dev_t device;
  ino_t inode;
};

// What is written must not be what is read.
void refuse_overwriting(const settings& chosen, const char* flag, const std::string& written) {
  const auto is_same = [&](const std::string& read) { return file_identity(read) == file_identity(written); };
  for (const std::string& file : chosen.files)
    if (is_same(file))
      fail(usage, std::string(flag) + " " + written + " is " +
                      (file == "-" ? "standard input, which is read" : "one of the files that are read"));
  if (!chosen.tools.empty() && is_same(chosen.tools))
    fail(usage, std::string(flag) + " " + written + " is the file of --tools");
}

// The file of --out; results go to standard output without it.
output_file results_file(const settings& chosen) {
  if (!chosen.out.empty()) refuse_overwriting(chosen, "--out", chosen.out);
  return output_file(chosen.out);
}

bool is_table(const settings& chosen) {
  return chosen.stats == "true";
}

// The file of --stats, opened before anything is read; none is opened where the statistics are a table.
output_file stats_file(const settings& chosen) {
  if (chosen.stats.empty() || is_table(chosen)) return output_file("");
  refuse_overwriting(chosen, "--stats", chosen.stats);
  if (!chosen.out.empty() && file_identity(chosen.out) == file_identity(chosen.stats))
    fail(usage, "--stats and --out name the same file, " + chosen.stats);
  return output_file(chosen.stats);
}

// A line on the terminal that says how far it is; none if standard error is not a terminal or shows the results too.
class progress {
 public:
  explicit progress(const settings& chosen)
      : shown_(isatty(STDERR_FILENO) == 1 && (!chosen.out.empty() || isatty(STDOUT_FILENO) != 1)) {}
  ~progress() {
    if (visible_) std::cerr << "\r\x1b[K" << std::flush;
  }
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  void show(std::uint64_t lines, std::uint64_t bytes) {
    const auto now = clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(200)) return;
    last_ = now;
    visible_ = true;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - begin_).count();
    std::cerr << "\r\x1b[K" << with_commas(lines) << " records, " << with_commas(bytes / 1000000) << " MB, " << seconds
              << " s" << std::flush;
  }

 private:
  using clock = std::chrono::steady_clock;
  bool shown_, visible_ = false;
  clock::time_point begin_ = clock::now(), last_ = begin_;
};

class batch_run {
 public:
  batch_run(const settings& chosen, const batch_setup& shared, std::size_t jobs)
      : chosen_(chosen),
        out_(results_file(chosen)),
        shown_(chosen),
        pool_(shared, jobs),
        block_(std::make_unique<batch_block>()) {}

  void read(std::size_t file) {
    input in(chosen_.files[file]);
    line_reader lines;
    number_ = 0;
    for (;;) {
      if (!in.is_ready()) write_all();
      std::string_view piece = in.some();
      if (piece.empty()) break;
      bytes_ += piece.size();
      while (const auto line = lines.next(piece)) add(*line, file);
    }
    if (const auto line = lines.finish()) add(*line, file);
  }
  // What was given so far is written.
  void write_all() {
    give_block();
    while (pool_.outstanding() > 0) write_block();
  }
  const batch_pool& pool() const { return pool_; }

 private:
  void add(const text_line& line, std::size_t file) {
    ++number_;
    const std::uint64_t place = place_++;
    if (place % chosen_.shards != chosen_.shard || typing::json::trim(line.text).empty()) return;
    block_->lines.push_back({block_->text.size(), line.text.size(), number_, place, file, line.too_long});
    block_->text += line.text;
    if (block_->text.size() >= block_bytes) give_block();
  }
  void give_block() {
    if (block_->lines.empty()) return;
    while (pool_.outstanding() >= pool_.window()) write_block();
    pool_.give(std::exchange(block_, std::make_unique<batch_block>()));
  }
  void write(const std::string& results) {
    if (out_) return out_.write(results);
    std::cout << results;
    check_output();
  }
  void write_block() {
    write(pool_.take()->out);
    shown_.show(place_, bytes_);
  }

  const settings& chosen_;
  output_file out_;
  progress shown_;
  batch_pool pool_;
  std::unique_ptr<batch_block> block_;
  std::uint64_t number_ = 0, place_ = 0, bytes_ = 0;
};

int code_of(const settings& chosen, const batch_pool& pool, const batch_stats& counted) {
  const auto any = [&](bool batch_worker::*what) {
    return std::any_of(pool.workers().begin(), pool.workers().end(), [&](const auto& each) { return (*each).*what; });
  };
  if (counted.errors > 0)
    std::cerr << "toolcall: " << with_commas(counted.errors) << " of " << with_commas(counted.records)
              << (counted.records == 1 ? " record" : " records") << " could not be read; \"error\" says why\n";
  if (chosen.strict && any(&batch_worker::recovered)) return recovery_needed;
  if (chosen.require_valid && any(&batch_worker::not_valid)) return call_not_valid;
  if (counted.errors > 0) return record_failed;
  return chosen.require_call && any(&batch_worker::without_call) ? no_call_found : done;
}

settings with_files(const settings& given) {
  settings chosen = given;
  if (chosen.files.empty()) chosen.files.push_back("-");
  const auto reads_input = std::count(chosen.files.begin(), chosen.files.end(), "-") + (chosen.tools == "-" ? 1 : 0);
  if (reads_input > 1) fail(usage, "standard input can be read once only");
  chosen.file = chosen.files.front() == "-" ? "-" : chosen.files.front();
  for (const std::string& each : chosen.files)
    if (each != "-") input opens(each);  // what is missing is said before anything is read
  return chosen;
}

}  // namespace

int batch(const settings& given) {
  const settings chosen = with_files(given);
  settings named = chosen;
  if (named.dialect.empty()) named.dialect = "auto";
  const batch_setup shared{chosen, read_tools(chosen), read_dialect(named)};
  make_parser(chosen, shared.which, shared.offered, false, {});  // what is wrong with the flags is said before reading
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  batch_run run(chosen, shared, chosen.jobs == 0 ? cores : chosen.jobs);
  output_file statistics = stats_file(chosen);
  for (std::size_t file = 0; file < chosen.files.size(); ++file) run.read(file);
  run.write_all();
  batch_stats counted;
  for (const auto& each : run.pool().workers()) counted.add(each->stats);
  if (is_table(chosen)) std::cerr << counted.to_table();
  if (statistics) statistics.write(counted.to_json() + '\n');
  return code_of(chosen, run.pool(), counted);
}

}  // namespace toolcall::cli
