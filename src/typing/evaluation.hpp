// Whether JSON fits constraints, and if not, where and why.

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "typing/constraints.hpp"
#include "typing/typing.hpp"

namespace toolcall::typing {

// More than anyone reads.
constexpr std::size_t max_findings = 20;

// `unknown`: something that was asked is not enforced. In the order that lets min be "and", and max "or".
enum class answer : unsigned char { no, unknown, yes };

class evaluation {
 public:
  evaluation(const constraints& all, const json::document& doc);

  answer run() { return of(all_.root, 0, nullptr, nullptr); }
  std::vector<finding> explain();
  // The work was more than any sane call needs, and the answer means nothing.
  bool is_exhausted() const { return exhausted_; }
  std::uint64_t visits() const { return visits_; }

 private:
  using findings = std::vector<finding>;
  using marks = std::vector<bool>;  // which items or members some keyword has looked at

  answer of(int index, std::uint32_t node, findings* tell, marks* seen);
  answer judged(const constraint& c, std::uint32_t node, findings* tell, marks* seen);
  answer value(const constraint& c, std::uint32_t node, findings* tell, marks* seen);
  answer string(const constraint& c, std::uint32_t node, findings* tell);
  answer number(const constraint& c, std::uint32_t node, findings* tell);
  answer array(const constraint& c, std::uint32_t node, findings* tell, marks* seen);
  answer contained(const constraint& c, std::uint32_t node, findings* tell, marks* seen);
  answer object(const constraint& c, std::uint32_t node, findings* tell, marks* seen);
  answer names(const constraint& c, std::uint32_t node, findings* tell, marks* seen);
  answer member(const constraint& c, std::uint32_t key, const std::string& name, findings* tell, bool& looked_at);
  answer combined(const constraint& c, std::uint32_t node, findings* tell, marks* seen);
  answer any_of(const std::vector<int>& list, std::uint32_t node, marks* seen);
  answer one_of(const std::vector<int>& list, std::uint32_t node, findings* tell, marks* seen);
  answer conditional(const constraint& c, std::uint32_t node, findings* tell, marks* seen);
  answer unevaluated(const constraint& c, std::uint32_t node, findings* tell, marks& seen);
  answer branch(int index, std::uint32_t node, marks* seen);
  answer size(std::uint64_t count, const std::optional<std::uint64_t>& least, const std::optional<std::uint64_t>& most,
              const char* of, std::uint32_t node, findings* tell);

  // Of a union that failed, the one branch that was probably meant.
  void tell_branch(const std::vector<int>& list, std::uint32_t node, findings& tell);
  bool tell_discriminator(const std::vector<int>& list, std::uint32_t node, findings& tell);
  bool admits(int index, std::uint32_t node);
  int discriminated(int index, std::uint32_t node);
  std::string expectation(int index, unsigned depth) const;
  std::string expectation(const constraint& c, unsigned depth) const;

  // The words are only made where they are told.
  template <typename Words>
  answer fail(findings* tell, const Words& words, const char* label = "schema_violation",
              std::string_view code = {}) const {
    if (tell == nullptr || tell->size() >= max_findings) return answer::no;
    finding made = {label, pointer_, words()};
    made.code = code;
    for (const finding& f : *tell) {
      if (f.pointer == made.pointer && f.message == made.message) return answer::no;
    }
    tell->push_back(std::move(made));
    return answer::no;
  }
  answer at(std::string_view step, int index, std::uint32_t node, findings* tell);
  void unknown_field(const constraint& c, const std::string& name, findings* tell);
  void missing(const std::string& name, const std::string& because, findings* tell);
  std::string nearest_member(const constraint& c, std::uint32_t node);
  std::string got(std::uint32_t node) const;
  const std::string& text(std::uint32_t node);

  const constraints& all_;
  const json::document& doc_;
  std::string pointer_;  // kept only while something is told
  std::unordered_map<std::uint64_t, answer> known_;
  std::set<std::pair<std::uint32_t, std::uint64_t>> told_;  // in which list of findings, what
  std::uint32_t list_ = 0, lists_ = 0;
  std::uint32_t text_node_ = 0xffffffff;
  std::string text_;
  std::uint64_t visits_ = 0, most_visits_;
  unsigned depth_ = 0;
  bool exhausted_ = false;
};

unsigned type_of_node(const json::document& doc, std::uint32_t node);

// Words for messages, each of bounded length.
std::string type_words(unsigned types);
std::string list_words(const std::vector<std::string>& list);
// Which of the list was probably meant by `text`; empty if none is near.
std::string nearest(std::string_view text, const std::vector<std::string>& list);
// At most some 40 bytes, not cut within a character.
std::string cut(std::string_view text);

}  // namespace toolcall::typing
