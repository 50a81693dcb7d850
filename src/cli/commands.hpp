// The commands of the command line.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <toolcall/policy.hpp>

#include "serve/settings.hpp"

namespace toolcall::authoring {
class own_pages;
}

namespace toolcall::cli {

// Exit codes, part of the interface.
enum exit_code : int {
  done = 0,
  no_call_found = 1,     // though --require-call
  record_failed = 1,     // of stream and batch
  example_differs = 1,   // of try --examples
  unknown_template = 1,  // of dialects --template
  not_written = 1,       // of render and constrain
  not_mended = 1,        // of mend
  not_reported = 1,      // of report
  not_judged = 1,        // of eval
  not_learned = 1,       // of learn
  usage = 2,
  recovery_needed = 3,  // though --strict
  call_not_valid = 4,   // though --require-valid
  input_output = 5,
};

struct settings {
  std::string file = "-";
  std::string tools;  // file
  std::string dialect = "auto";
  std::string finish_reason = "stop";
  std::string format = "message";        // of parse
  std::string stream_format = "events";  // of stream
  std::string input = "text";            // of stream
  std::string check_format = "lines";    // of check
  std::string mend_format = "auto";      // of mend
  std::string changes = "lines";         // of mend
  std::string verdict_format = "lines";  // of verdict
  std::string eval_format = "table";     // of eval
  std::string expected;                  // likewise: a file
  std::vector<std::string> parsers;      // likewise: NAME=FILE
  std::string arguments = "auto";
  std::string model = "toolcall";
  std::string id;  // empty: made from the seed, or random
  std::string ids = "openai";
  std::string tool_choice = "auto";
  std::string prefill;
  // Of explain; --html without a file is "true".
  std::string color = "auto", html;
  std::string correct_for = "function_calls";
  std::string constraint_format, parallel = "true";  // of constrain
  bool reasoning = false;                            // likewise
  std::string page;                                  // of show, try, new and learn
  std::vector<std::string> pages;                    // files of dialects, beside those that were compiled
  std::shared_ptr<const authoring::own_pages> own;   // what stands in them; null: no pages were given
  std::string out;                                   // of new, learn, batch and report
  bool redact = false, redact_names = false;         // of report
  std::size_t chunk = 0;                             // bytes; 0: the whole text
  std::optional<std::uint64_t> seed;                 // none: random
  std::uint64_t first_call = 0;
  std::int64_t created = 0;
  toolcall::policy policy;
  // Of batch. In its settings an empty dialect is one that was not named.
  std::vector<std::string> files;
  std::string id_field, text_field, tools_field, model_field, finish_field;  // JSON Pointers
  std::size_t jobs = 0;                                                      // threads; 0: one for each core
  std::uint64_t shard = 0, shards = 1;  // records whose place is `shard` modulo `shards`
  std::string stats;                    // without a file it is "true"
  bool verdicts = false;
  std::string shell;                     // of completions
  bool pretty = false, compact = false;  // of parse
  bool raw = false;                      // likewise
  bool repairs = false;                  // of parse and batch
  bool strict = false;
  bool require_valid = false;
  bool strict_tools = false;
  bool require_call = false;
  bool trace = false;
  bool verbose = false;
  // Of dialects.
  std::string chat_template;      // file; of learn, too
  std::string response_template;  // file, of learn
  std::string list_format = "lines";
  bool models = false, families = false, markdown = false;
  std::string show_format = "grammar";
  bool examples = false;   // of try, as is what follows
  std::string among;       // the folder of pages; without one it is "true"
  std::string as_example;  // a title
  bool as_json = false;    // of learn, as is what follows
  bool always = false;
  toolcall::serve::settings serve;
};

int run(int argc, char** argv);

// They return an exit code, or throw failure (failure.hpp).
int parse(const settings& chosen);
int stream(const settings& chosen);
int batch(const settings& chosen);
int explain(const settings& chosen);
int dialects(const settings& chosen);
int show(const settings& chosen);
int render(const settings& chosen);
int mend(const settings& chosen);
int verdict(const settings& chosen);
int report(const settings& chosen);
int eval(const settings& chosen);
int constrain(const settings& chosen);
int check(const settings& chosen);
int try_page(const settings& chosen);
int new_page(const settings& chosen);
int learn(const settings& chosen);
int serve_requests(const settings& chosen);

}  // namespace toolcall::cli
