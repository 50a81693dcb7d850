// Which parser a server should have been started with, where its own keeps leaving calls in the text, or reads them
// only with repairs. May be used by all threads.

#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/answer_report.hpp"

namespace toolcall::serve {

class parser_advice {
 public:
  // So many answers with calls, one after the other, are no accident.
  static constexpr std::size_t answers_in_a_row = 10;

  // An answer of this model is read. The sentence where it is the one that shows it; once for each model, until an
  // answer comes whose calls the server has read as they stand.
  std::optional<std::string> note(const std::string& model, std::string_view profile, const answer_report& found);

  // {"status":"ok"}, and of which models it is known, a list under "parsers".
  std::string health() const;

 private:
  struct streak {
    bool in_text = false;  // else the calls were the server's own, and repaired
    std::string dialect;
    std::size_t answers = 0;
    std::vector<std::string> parsers{};  // "vllm=hermes", once it is known
  };

  static std::string sentence(const std::string& model, const streak& of);

  mutable std::mutex mutex_;
  std::map<std::string, streak> models_;
};

}  // namespace toolcall::serve
