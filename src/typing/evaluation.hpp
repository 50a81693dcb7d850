// Whether JSON fits a schema, and if not, where and why.

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "typing/schema.hpp"
#include "typing/typing.hpp"

namespace toolcall::typing {

// More than anyone reads.
constexpr std::size_t max_diagnostics = 20;

// `unknown`: some keyword is not enforced. In the order that lets min be "and", and max "or".
enum class fit : unsigned char { no, unknown, yes };

class evaluation {
 public:
  // By the schema of that number.
  evaluation(const schema_graph& all, int root, const json::document& doc);

  fit run() { return of(root_, 0, nullptr, nullptr); }
  std::vector<diagnostic> explain();
  // The limit on work was reached, so the answer means nothing.
  bool is_exhausted() const { return exhausted_; }
  std::uint64_t visits() const { return visits_; }

 private:
  using diagnostics = std::vector<diagnostic>;
  using annotations = std::vector<bool>;  // which items or members some keyword has looked at

  fit of(int index, std::uint32_t node, diagnostics* report, annotations* seen);
  fit evaluated(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen);
  fit value(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen);
  fit string(const schema& c, std::uint32_t node, diagnostics* report);
  fit number(const schema& c, std::uint32_t node, diagnostics* report);
  fit array(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen);
  fit contained(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen);
  fit object(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen);
  fit names(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen);
  fit member(const schema& c, std::uint32_t key, const std::string& name, diagnostics* report, bool& looked_at);
  fit combined(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen);
  fit any_of(const std::vector<int>& list, std::uint32_t node, annotations* seen);
  fit one_of(const std::vector<int>& list, std::uint32_t node, diagnostics* report, annotations* seen);
  fit conditional(const schema& c, std::uint32_t node, diagnostics* report, annotations* seen);
  fit unevaluated(const schema& c, std::uint32_t node, diagnostics* report, annotations& seen);
  fit branch(int index, std::uint32_t node, annotations* seen);
  fit size(std::uint64_t count, const std::optional<std::uint64_t>& least, const std::optional<std::uint64_t>& most,
           const char* of, std::uint32_t node, diagnostics* report);

  // Of a union that failed, the one branch that was probably meant.
  void report_branch(const std::vector<int>& list, std::uint32_t node, diagnostics& report);
  bool report_discriminator(const std::vector<int>& list, std::uint32_t node, diagnostics& report);
  bool admits(int index, std::uint32_t node);
  int discriminated(int index, std::uint32_t node);

  // The words are only made where they are reported.
  template <typename Words>
  fit fail(diagnostics* report, const Words& words, const char* label = "schema_violation",
           std::string_view code = {}) const {
    if (report == nullptr || report->size() >= max_diagnostics) return fit::no;
    diagnostic made = {label, pointer_, words()};
    made.code = code;
    for (const diagnostic& f : *report) {
      if (f.pointer == made.pointer && f.message == made.message) return fit::no;
    }
    report->push_back(std::move(made));
    return fit::no;
  }
  fit at(std::string_view step, int index, std::uint32_t node, diagnostics* report);
  void unknown_field(const schema& c, const std::string& name, diagnostics* report);
  void missing(const std::string& name, const std::string& because, diagnostics* report);
  std::string nearest_of(const schema& c, std::uint32_t node);
  std::string got(std::uint32_t node) const;
  const std::string& text(std::uint32_t node);

  const schema_graph& all_;
  const int root_;
  const json::document& doc_;
  std::string pointer_;  // kept only while something is reported
  std::unordered_map<std::uint64_t, fit> known_;
  std::set<std::pair<std::uint32_t, std::uint64_t>> reported_;  // in which list of diagnostics, what
  std::uint32_t list_ = 0, lists_ = 0;
  std::uint32_t text_node_ = 0xffffffff;
  std::string text_;
  std::uint64_t visits_ = 0, most_visits_;
  unsigned depth_ = 0;
  bool exhausted_ = false;
};

}  // namespace toolcall::typing
