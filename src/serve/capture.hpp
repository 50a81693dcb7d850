// Exchanges in files, to read them again: with toolcall batch and toolcall explain.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toolcall::serve {

// One exchange. Its files hold what was said, so only their owner may read them; no header, and so no key, is in them.
class capture {
 public:
  // `request`: the body that the upstream gets.
  capture(std::string folder, std::uint64_t number, std::string request);
  // Bytes of the upstream's body, as they come. What is longer than 64 MB is left out.
  void add(std::string_view bytes);
  // NAME.request.json and NAME.response as they are; NAME.jsonl, a record of batch; and NAME.txt, what the model wrote.
  // False where a file cannot be written.
  bool write() const;

 private:
  std::string name_, request_, response_;
};

}  // namespace toolcall::serve
