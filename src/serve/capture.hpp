// Exchanges in files, to read them again: with toolcall batch and toolcall explain.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toolcall::serve {

// One exchange. Its files hold what was said, so only their owner may read them; no header, and so no key, is in them.
class capture {
 public:
  enum class secrets : std::uint8_t { kept, redacted };
  // `request`: the body that the upstream gets.
  capture(std::string folder, std::uint64_t number, std::string request, secrets those);
  // Bytes of the upstream's body, as they come. What is longer than 64 MB is left out.
  void add(std::string_view bytes);
  // NAME.request.json and NAME.response as they are; NAME.jsonl, a record of batch; and NAME.txt, what the model wrote.
  // With secrets redacted all four are in other words (docs/report.md), and NAME.response is one JSON object with the
  // choices. Why they were not written; empty where they were.
  std::string write() const;

 private:
  struct files {
    std::string request, response, record, text;
  };
  files as_said() const;
  // Throws setup_error where that is not possible.
  files in_other_words() const;

  std::string name_, request_, response_;
  secrets those_;
};

}  // namespace toolcall::serve
