// What is known of servers: data, of src/serve/profiles.toml and of a user's file. docs/serve.md describes the words.

#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolcall::serve {

// Members of a request that are written anew or left out.
struct request_change {
  std::vector<std::pair<std::string, std::string>> set;  // a name, and a value as JSON
  std::vector<std::string> unset;
};

struct profile {
  std::string name;
  bool mutes = false;              // always: the server's parser is never asked
  request_change always;           // of requests that offer tools
  request_change muted;            // beside it, so that the server parses nothing
  int refused_status = 0;          // with this status
  std::string refused_text;        // and this text a server refuses tools because it has no parser; empty: it does not
  std::string reasoning;           // how it calls the reasoning of history; empty: as it comes
  std::string arguments;           // of calls in history: "object", "string"; empty: as they come
  std::string prefill;             // the tail of the prompt, which answers go on with
  bool prefill_is_found = false;   // in the template of the server,
  bool prefill_fits = false;       // and an answer has gone on with it
  std::string calls_in_reasoning;  // which of them count, a word of the policy; empty: the default
  // How a forced choice is enforced, and where it is muted: "tool_choice", "required", "response_format", "none";
  // empty: not known
  std::string forced, muted_forced;
  std::string
      constraint;  // how it takes a grammar: "structured_outputs", "structural_tag", "grammar"; empty: not known
  // Where a server says what it is: a path that it alone has, or what stands in the answer.
  struct probe {
    std::string path, text;
  };
  std::vector<probe> probes;
  // Where it says something, and the member of the answer that says it; empty: it does not.
  struct told {
    std::string path, member;
  };
  told count;          // how many tokens a chat request has that is sent there
  told chat_template;  // how it makes prompts
};

// Dialects whose templates ask for ids of a certain form.
struct id_forms {
  std::vector<std::string> mistral, kimi;
};

struct profile_file {
  std::vector<profile> profiles;
  id_forms ids;
};

// Adds what stands in a TOML file; a profile takes the place of one with its name. Throws std::runtime_error that says
// what is wrong, and in which line.
void read_profiles(std::string_view toml, const std::string& file, profile_file& to);
// Those that are compiled in.
std::string_view built_in_profiles();

// The profile in use, which may be found out while the server runs.
class profile_choice {
 public:
  // "auto" begins as generic. Throws std::runtime_error where there is no such profile.
  profile_choice(profile_file known, const std::string& name);

  std::shared_ptr<const profile> current() const;
  bool muted() const { return muted_; }
  const id_forms& ids() const { return known_.ids; }
  const std::vector<profile>& all() const { return known_.profiles; }
  // Whether it is still to be found out.
  bool unknown() const { return unknown_; }
  void found(const std::string& name);
  // Whether its server is still to be asked for the template, whose prefill is in use then.
  bool asks_template() const;
  void found_prefill(std::string prefill);  // empty: no prefill, or not a certain one
  // What an answer has shown of the prefill that was found, which is not used any more where it does not fit. Whether
  // that is new.
  bool learns_prefill(bool fits);

  // Whether an answer of this status may mean that the server lacks a parser, and it is not known yet.
  bool may_mute(int status) const;
  // Whether it means that; from then on requests are muted.
  bool learns_from(int status, std::string_view body);

 private:
  profile_file known_;
  bool automatic_;
  std::atomic<bool> unknown_, muted_, asked_template_{false};
  mutable std::mutex mutex_;
  std::shared_ptr<const profile> current_;
};

}  // namespace toolcall::serve
