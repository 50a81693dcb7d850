// A flag for each setting of the server; sizes are bytes, times seconds.

#include "cli/serve_flags.hpp"

#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include <toolcall/completion_rewriter.hpp>
#include <toolcall/error.hpp>
#include <toolcall/parser.hpp>

#include "cli/command_error.hpp"
#include "cli/page_flags.hpp"
#include "cli/validators.hpp"
#include "serve/config_file.hpp"
#include "serve/read_file.hpp"
#include "text/joined.hpp"
#include "text/words.hpp"

namespace toolcall::cli {

namespace {

void add_limits(CLI::App& app, serve::limits& most) {
  const auto size = [&](const char* name, std::size_t& to, const char* says) {
    app.add_option(name, to, says)->type_name("N")->check(whole_number(1, 1 << 30))->capture_default_str();
  };
  size("--max-head", most.head, "bytes of a request's first line and fields");
  size("--max-body", most.body, "bytes of a request's body");
  size("--max-event", most.event, "bytes of an event of an answer's stream, or of an answer that is not streamed");
  size("--max-held", most.held, "bytes of an answer that are held until it is known what they are");
  size("--max-calls", most.calls, "calls of an answer; those after them are left out");
  size("--max-connections", most.connections, "connections of clients at a time");
  size("--max-fields", most.fields, "header fields of a request");
  app.add_option("--keep-reasoning", most.reasoning,
                 "bytes of reasoning that are kept for clients that do not send it back; 0: none")
      ->type_name("N")
      ->check(whole_number(0, 1 << 30))
      ->capture_default_str();
  app.add_option("--choice-retries", most.choice_retries,
                 "further tries where a forced tool_choice was not met by an answer that is not streamed")
      ->type_name("N")
      ->check(whole_number(0, 10))
      ->capture_default_str();
  const auto time = [&](const char* name, std::chrono::milliseconds& to, const char* says) {
    app.add_option_function<double>(
           name,
           [&to](const double& seconds) { to = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)); },
           says)
        ->type_name("SECONDS")
        ->check(seconds(0.001, 1e6));
  };
  time("--head-timeout", most.head_time, "until the head of a request is whole; 10");
  time("--body-timeout", most.body_time, "for each KB of a request's body; 60");
  time("--keep-alive-timeout", most.keep_alive_time, "until the next request of a connection; 75");
  time("--connect-timeout", most.connect_time, "until the upstream is connected; 10");
  time("--first-byte-timeout", most.first_byte_time, "until the upstream's answer begins; 600");
  time("--idle-timeout", most.idle_time, "between two pieces of the upstream's answer; 300");
  time("--write-timeout", most.write_time, "while a client takes nothing; 60");
  time("--keepalive", most.keepalive_after, "without output after which a keep-alive is sent; 15");
  time("--drain-timeout", most.drain_time, "after SIGTERM, until what is left is cut off; 30");
}

// Keys and certificates.
void add_files(CLI::App& app, serve::settings& chosen) {
  app.add_option("--api-key-file", chosen.api_key_file, "keys that clients must send, one a line")->type_name("FILE");
  app.add_option("--upstream-key-file", chosen.upstream_key_file, "the key for the upstream, in place of the client's")
      ->type_name("FILE");
  app.add_option("--upstream-ca", chosen.upstream_ca, "certificates to trust of an https upstream, in PEM")
      ->type_name("FILE");
  app.add_flag("--insecure", chosen.insecure, "take any certificate of the upstream");
  app.add_option("--tls-cert", chosen.tls_cert, "serve https with this certificate chain, in PEM")->type_name("FILE");
  app.add_option("--tls-key", chosen.tls_key, "and this key")->type_name("FILE");
}

#ifdef TOOLCALL_SERVE
// A list is given as the flag takes it: several times, or with commas between the words, which its type then shows.
void add_values(CLI::Option& option, const serve::file_flag& given, const std::string& file) {
  if (option.get_items_expected_max() > 1) {
    option.add_result(given.values);
    return;
  }
  if (given.is_list && option.get_type_name().find(',') == std::string::npos)
    throw CLI::ValidationError("--config", file + ", line " + std::to_string(given.line) + ": --" + given.name +
                                               " takes one value and no list");
  option.add_result(joined(given.values, ","));
}

// What the file says, where no flag says it.
void add_file(CLI::App& app, const std::string& file) {
  std::vector<serve::file_flag> flags;
  try {
    flags = serve::read_flags(file);
  } catch (const serve::unreadable_file& why) {
    fail(input_output, why.what());
  } catch (const std::runtime_error& why) {
    throw CLI::ValidationError("--config", why.what());
  }
  for (const serve::file_flag& each : flags) {
    CLI::Option* const option = app.get_option_no_throw("--" + each.name);
    if (option == nullptr || each.name == "config")
      throw CLI::ValidationError("--config",
                                 file + ", line " + std::to_string(each.line) + ": there is no flag --" + each.name);
    if (option->count() > 0) continue;
    add_values(*option, each, file);
    option->run_callback();
  }
}
#endif

std::vector<std::string> id_words() {
  std::vector<std::string> all = words_of<call_ids>();
  all.insert(all.begin(), "auto");
  return all;
}

// The words of a setting of the policy that is a list, as the other commands show them.
std::string type_of(std::string_view setting) {
  for (const policy_setting& each : policy_settings())
    if (each.name == setting) return std::string(each.words) + ",...";
  return {};
}

// What a policy takes for this setting.
CLI::Validator policy_words(const char* setting) {
  return CLI::Validator(
      [setting](const std::string& words) -> std::string {
        try {
          policy how;
          how.set(setting, words);
          check_labels(how);
          return {};
        } catch (const setup_error& why) {
          return why.reason();
        }
      },
      "");
}

// What is done with the calls of an answer.
void add_calls(CLI::App& app, serve::settings& chosen) {
  app.add_option("--ids", chosen.ids, "the form of ids for calls whose text gives none; auto: by the model's name")
      ->check(one_of(id_words()))
      ->capture_default_str();
  app.add_option("--arguments", chosen.arguments,
                 "of streamed calls: as they come, or each call when it is complete; auto: as they come where the "
                 "interface marks "
                 "the end of a call")
      ->check(one_of(words_of<arguments_as>()))
      ->capture_default_str();
  app.add_option(
         "--refused", chosen.refused,
         "in place of a call that cannot be read, or broke off: nothing, its text, a line that says so, or what tells "
         "a model how to call")
      ->check(one_of(words_of<refused_as>()))
      ->capture_default_str();
  app.add_option("--confirm", chosen.confirm,
                 "labels of recoveries, repaired for all, or words of the evidence: such a call does not count for a "
                 "client, and --refused says what stands in its place")
      ->type_name(type_of("confirm"))
      ->check(policy_words("confirm"));
  app.add_option("--invalid-calls", chosen.invalid_calls,
                 "a call in the text that violates its schema counts, or does not and --refused says what stands in "
                 "its place")
      ->check(one_of(words_of<invalid_calls>()))
      ->capture_default_str();
  app.add_option("--history-marks", chosen.history_marks,
                 "what a host has written into the history: a call with or after one of these is an echo, and text")
      ->type_name(type_of("history-marks"))
      ->check(policy_words("history-marks"));
  app.add_option("--calls-in-reasoning", chosen.calls_in_reasoning,
                 "which calls in reasoning are calls, as for parse; else the profile says it, or it is if_nothing_else")
      ->check(one_of(words_of<calls_in_reasoning>()))
      ->default_str("if_nothing_else");
}

// What becomes of a request.
void add_requests(CLI::App& app, serve::settings& chosen) {
  app.add_option("--constrain", chosen.constrain,
                 "send a grammar with requests that force a call, or with all that offer tools, so that the model "
                 "writes sound calls of --dialect")
      ->check(one_of({"off", "forced", "always"}))
      ->capture_default_str();
  app.add_flag("--mend-history", chosen.mend_history,
               "mend the conversation of each request first, as mend does: leaked calls, lost results, ids");
}

}  // namespace

CLI::App* add_serve(CLI::App& app, serve::settings& chosen, std::vector<std::string>& pages) {
  CLI::App* const made =
      app.add_subcommand("serve", "relays between clients and a model's server, and reads the calls in its answers");
  made->add_option("--upstream", chosen.upstream, "the model's server, such as http://127.0.0.1:8000/v1")
      ->type_name("URL");
  made->add_option("--listen", chosen.listen, "where clients connect")
      ->type_name("ADDRESS:PORT")
      ->capture_default_str();
  made->add_option("--profile", chosen.profile,
                   "what the server is: auto, generic, vllm, llama-server, sglang, ollama, ..., or one of --config")
      ->type_name("NAME")
      ->capture_default_str();
  made->add_option("--config", chosen.config, "flags, and profiles of your own")->type_name("FILE");
  made->add_option("-d,--dialect", chosen.dialect,
                   "how calls are written: auto, model (what the request's model writes), or names of dialects or "
                   "models with commas between them")
      ->type_name("NAME[,NAME]")
      ->capture_default_str();
  add_page(*made, pages);
  add_calls(*made, chosen);
  add_requests(*made, chosen);
  add_files(*made, chosen);
  made->add_option("--capture", chosen.capture, "write exchanges to files here, for batch and explain")
      ->type_name("FOLDER");
  made->add_flag("--redact", chosen.redact, "with --capture: write them in other words, as report does");
  made->add_option("--threads", chosen.threads, "number of threads; by default one for each core, four at most")
      ->type_name("N")
      ->check(whole_number(1, 256));
  add_limits(*made, chosen.most);
#ifdef TOOLCALL_SERVE
  made->callback([made, &chosen] {
    if (!chosen.config.empty()) add_file(*made, chosen.config);
    if (chosen.upstream.empty()) throw CLI::RequiredError("--upstream");
  });
#endif
  return made;
}

}  // namespace toolcall::cli
