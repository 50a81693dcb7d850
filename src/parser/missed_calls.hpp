// What may have been meant as a call and is not one: noted while the text passes, and looked at when it has ended.
//
// Nothing is held for it. What is kept are the first places of a few labels, the text after a few places that look
// like calls, and the head of a message that begins like JSON, as a server's answer does, or with a name; all of it is
// bounded, and depends on positions in the text alone. Labels are kept for a message that ends without a call.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toolcall::events {

class missed_calls {
 public:
  static constexpr std::size_t most_excerpts = 4, excerpt_bytes = 4096, head_bytes = 1024, rest_bytes = 1024;

  // A label that is reported if there is no call, and what it is about.
  struct reported_label {
    std::string_view label;
    std::uint64_t begin, end;
  };
  // The text from a place on that looks like a call, up to the next call, and the labels under which it may be one.
  struct excerpt {
    std::uint64_t begin;
    std::string text{};
    std::vector<std::string_view> labels{};
    std::uint64_t first_report = none;  // where something was reported in it first

    static constexpr std::uint64_t none = static_cast<std::uint64_t>(-1);
    bool is_reported() const { return first_report != none; }
    bool is_beginning_reported() const { return first_report == begin; }
  };

  // The text after a call, up to the next one or to what was reported of it, in which another call may be damaged.
  struct rest {
    std::uint64_t begin;
    std::string text{};
    bool ended = false;
  };

  // Labels must be views that last.
  void add_label(std::string_view label, std::uint64_t begin, std::uint64_t end);
  // The excerpt begins at `begin`; its first bytes, `passed`, were read before.
  void begin_excerpt(std::string_view label, std::uint64_t begin, std::string_view passed = {});

  // Takes all bytes of the message, in order, while any are wanted.
  bool wants_bytes() const { return gathering_ || in_head_ || in_rest(); }
  void add(std::string_view bytes, std::uint64_t from);

  // There is a call, whose marks begin at `begin`: only what stands outside of calls may have been missed. The head
  // stays.
  void add_call(std::uint64_t begin);
  // It ends here.
  void end_call(std::uint64_t end);
  // What comes from here on is not text.
  void end_rest(std::uint64_t at);
  // Nothing was missed.
  void drop();
  // Something is reported: a label, or a call that failed. Where it concerns marks alone, more may be damaged.
  void add_report(std::uint64_t begin, bool of_marks = false);

  bool is_any_called() const { return called_; }
  // Whether there is a call, or something is reported.
  bool is_any_reported() const { return called_ || reported_; }

  const std::vector<reported_label>& labels() const { return labels_; }
  const std::vector<excerpt>& excerpts() const { return excerpts_; }
  const std::vector<rest>& rests() const { return rests_; }
  // Empty if it begins neither like JSON nor with a name.
  std::string_view head() const { return head_; }
  // The same of JSON, unless it is a list of something else than objects.
  std::string_view json_head() const;
  // What stands of both before the first call, if nothing was reported there.
  std::string_view json_before_calls() const { return json_head().substr(0, head_before_calls_); }
  std::string_view head_before_calls() const { return head().substr(0, head_before_calls_); }
  std::uint64_t head_begin() const { return head_begin_; }

 private:
  void add_to_head(std::string_view bytes, std::uint64_t from);
  void add_to_excerpt(std::string_view bytes);
  void add_to_rest(std::string_view bytes, std::uint64_t from);
  bool in_rest() const { return !rests_.empty() && !rests_.back().ended; }

  bool called_ = false, dropped_ = false, reported_ = false;
  std::uint64_t last_report_ = 0;
  std::size_t head_before_calls_ = 0;
  bool gathering_ = false;  // the last excerpt is not full
  bool in_head_ = true;
  std::vector<reported_label> labels_;
  std::vector<excerpt> excerpts_;
  std::vector<rest> rests_;
  std::string head_;
  std::uint64_t head_begin_ = 0;
};

}  // namespace toolcall::events
