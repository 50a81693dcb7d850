// What a template writes before the answer: read from its text where that is certain, and used where a server tells it.

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "serve/peers.hpp"
#include "serve/template_prefill.hpp"

namespace prefill_test {

using namespace toolcall::serve;
using namespace serve_test;
using nlohmann::json;

namespace {

const std::string messages =
    "{%- for message in messages %}\n    {{- '<|im_start|>' + message.role + '\\n' + message.content }}\n"
    "{%- endfor %}\n";
const std::string thinks =
    messages + "{%- if add_generation_prompt %}\n    {{- '<|im_start|>assistant\\n<think>\\n' }}\n{%- endif %}\n";
const std::string may_think =
    messages +
    "{%- if add_generation_prompt %}\n    {{- '<|im_start|>assistant\\n' }}\n"
    "    {%- if enable_thinking is defined and enable_thinking is false %}\n"
    "        {{- '<think>\\n\\n</think>\\n\\n' }}\n    {%- else %}\n        {{- '<think>\\n' }}\n    {%- endif %}\n"
    "{%- endif %}";

std::string prompt_of(const std::string& chat_template) {
  return generation_prompt_of(chat_template).value_or("not certain");
}

std::mutex log_mutex;
std::string logged;

const std::string not_found = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

std::string whole(const json& message, const std::string& reason = "stop") {
  return answer(json{{"choices", json::array({{{"message", message}, {"finish_reason", reason}}})}}.dump());
}
json says(const std::string& text) {
  return {{"role", "assistant"}, {"content", text}};
}

// A server whose upstream answers the question for its template, and then the requests, one after the other; the last
// answer of a list stands for all after it.
struct told_template {
  told_template(std::vector<std::string> props, std::vector<std::string> answers, const std::string& profile = "auto")
      : upstream([props = std::move(props), answers = std::move(answers), asked = std::make_shared<counts>()](
                     connection& at, const std::string& request) {
          if (request.find("GET /props ") == 0)
            at.send(props[std::min(asked->props++, props.size() - 1)]);
          else if (request.find("GET ") == 0)
            at.send(not_found);
          else
            at.send(answers[std::min(asked->answers++, answers.size() - 1)]);
        }),
        server([&] {
          settings how = settings_for(upstream.url());
          how.profile = profile;
          return how;
        }()) {
    server.shared().write_log = [](const std::string& line) {
      const std::lock_guard hold(log_mutex);
      logged += line + "\n";
    };
    const std::lock_guard hold(log_mutex);
    logged.clear();
  }
  told_template(const std::string& chat_template, const std::string& text, const std::string& profile = "auto")
      : told_template(std::vector<std::string>{answer(json{{"chat_template", chat_template}}.dump())},
                      std::vector<std::string>{whole(says(text))}, profile) {}

  struct counts {
    std::atomic<std::size_t> props = 0, answers = 0;
  };
  json message(json more = json::object()) const {
    more.update({{"model", "m"},
                 {"messages", json::array()},
                 {"tools", json::array({{{"type", "function"}, {"function", {{"name", "ping"}}}}})}});
    const auto client = server.connect();
    CHECK(client->send(post("/v1/chat/completions", more.dump(), "Connection: close\r\n")));
    const std::string all = client->rest();
    return json::parse(unchunked(all.substr(all.find("\r\n\r\n") + 4)))["choices"][0]["message"];
  }
  std::size_t lines_with(const std::string& words) const {
    const std::lock_guard hold(log_mutex);
    std::size_t count = 0;
    for (std::size_t at = logged.find(words); at != logged.npos; at = logged.find(words, at + 1)) ++count;
    return count;
  }
  scripted_upstream upstream;
  running_server server;
};

}  // namespace

TEST_CASE("the end of a template is what stands in its last block, as it is rendered") {
  CHECK(prompt_of(thinks) == "<|im_start|>assistant\n<think>\n");
  CHECK(prompt_of("{% if add_generation_prompt %}<|BOT|>assistant\n<think>\n{% endif %}") ==
        "<|BOT|>assistant\n<think>\n");
  CHECK(prompt_of("{% if add_generation_prompt %}\n<|assistant|>\n<think>\n{% endif %}\n") ==
        "<|assistant|>\n<think>\n");
  CHECK(
      prompt_of(
          "x\n  {%- if add_generation_prompt -%}\n  {{- ']~b]ai' ~ '\\n' ~ \"<think>\" + '\\n' }}\n{%- endif -%}\n") ==
      "]~b]ai\n<think>\n");
  CHECK(prompt_of("{% if add_generation_prompt %}{# %} #}{{ 'a' }}  {%- endif %}") == "a");
  CHECK(prompt_of("{% if not add_generation_prompt is defined %}{% set add_generation_prompt = false %}{% endif %}"
                  "{% for m in messages %}{% if add_generation_prompt %}x{% endif %}{% endfor %}"
                  "{% if add_generation_prompt %}{{ '%}a' }}{% endif %}") == "%}a");
  CHECK(prompt_of("{% if add_generation_prompt is not defined %}{% set add_generation_prompt = true %}{% endif %}"
                  "{% if add_generation_prompt %}a{% endif %}") == "a");
}

TEST_CASE("where the end of a template depends on anything, or is not found, it is not certain") {
  for (const std::string& each :
       {may_think, std::string(), std::string("{% if"), std::string("{{ '<think>' }}"),
        std::string("{% if add_generation_prompt %}<think>"),
        std::string("{% if add_generation_prompt %}{{ start }}<think>\n{% endif %}"),
        std::string("{% if add_generation_prompt %}{{ '<think>' if thinking else '' }}{% endif %}"),
        std::string("{% if add_generation_prompt %}{{ '\\u003c' }}{% endif %}"),
        std::string("{% if add_generation_prompt and not ns.is_tool %}<think>\n{% endif %}"),
        std::string("{% if add_generation_prompt %}<think>{% endif %} more"),
        std::string("{% if add_generation_prompt %}<think>{% endif %}{{ more }}"),
        std::string("{% if add_generation_prompt %}a{% else %}<think>{% endif %}"),
        std::string("{% if tools %}{% if add_generation_prompt %}<think>{% endif %}{% endif %}"),
        std::string("{% set add_generation_prompt = false %}{% if add_generation_prompt %}<think>{% endif %}"),
        std::string("{% set a, add_generation_prompt = b %}{% if add_generation_prompt %}<think>{% endif %}"),
        std::string("{% set add_generation_prompt %}{% endset %}{% if add_generation_prompt %}<think>{% endif %}"),
        std::string("{% if add_generation_prompt is defined %}{% set add_generation_prompt = false %}{% endif %}"
                    "{% if add_generation_prompt %}<think>{% endif %}"),
        std::string("{% if add_generation_prompt is not defined %}{% else %}{% set add_generation_prompt = false %}"
                    "{% endif %}{% if add_generation_prompt %}<think>{% endif %}")}) {
    CAPTURE(each);
    CHECK(prompt_of(each) == "not certain");
  }
}

TEST_CASE("a prefill is what opens reasoning, without the head of the turn") {
  const toolcall::dialect all = toolcall::dialect::automatic();
  CHECK(prefill_of("<|im_start|>assistant\n<think>\n", all) == "<think>\n");
  CHECK(prefill_of("<|im_start|>assistant\n", all).empty());
  CHECK(prefill_of("<|im_start|>assistant\n<think>\n\n</think>\n\n", all).empty());
  CHECK(prefill_of("", all).empty());
}

TEST_CASE("a server that tells its template is asked once, and the reasoning that the template opens is reasoning") {
  for (const char* const profile : {"auto", "llama-server"}) {
    const told_template peers(thinks, "Hm.\n</think>\n\nDone.", profile);
    for (int i = 0; i < 2; ++i) {
      const json message = peers.message();
      CHECK(message["reasoning_content"] == "Hm.");
      CHECK(message["content"].get<std::string>().find("Done.") != std::string::npos);
      CHECK(message["content"].get<std::string>().find("think") == std::string::npos);
    }
    CHECK(peers.lines_with(R"("prefill":"<think>\n")") == 1);
    // A client that asks for another end of the prompt gets what it had without.
    for (const json& more : {json{{"chat_template_kwargs", {{"enable_thinking", false}}}},
                             json{{"reasoning_format", "deepseek"}}, json{{"add_generation_prompt", false}}})
      CHECK_FALSE(peers.message(more).contains("reasoning_content"));
  }
}

TEST_CASE("where a template's end is not certain there is no prefill, and the log says so once") {
  const told_template peers(may_think, "Done.");
  for (int i = 0; i < 2; ++i) {
    const json message = peers.message();
    CHECK_FALSE(message.contains("reasoning_content"));
    CHECK(message["content"] == "Done.");
  }
  CHECK(peers.lines_with("is not certain") == 1);
}

TEST_CASE("an upstream that is still loading is asked for its template again, and one that has none is not") {
  const std::string loading = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n\r\n{}";
  const std::string tells = answer(json{{"chat_template", thinks}}.dump());
  for (const char* const profile : {"auto", "llama-server"}) {
    const told_template peers({loading, loading, loading, tells}, {whole(says("Hm.\n</think>\n\nDone."))}, profile);
    std::size_t asked = 0;
    while (!peers.message().contains("reasoning_content") && asked < 5) ++asked;
    CHECK(asked > 0);
    CHECK(asked < 5);
    CHECK(peers.lines_with("is not certain") == 0);
    CHECK(peers.lines_with("the prefill, by") == 1);
  }
  const told_template without(std::vector<std::string>{not_found}, std::vector<std::string>{whole(says("Done."))},
                              "llama-server");
  for (int i = 0; i < 3; ++i) CHECK(without.message()["content"] == "Done.");
  CHECK(without.lines_with("is not certain") == 1);
}

TEST_CASE("where the server may have taken the reasoning out, an answer without a closing mark is no reasoning") {
  const std::string tells = answer(json{{"chat_template", thinks}}.dump());
  const auto peers = [&](std::vector<std::string> answers) { return told_template({tells}, std::move(answers)); };
  const json only = says("Done.");
  SECTION("a model that thought nothing") {
    const told_template at = peers({whole(only), whole(only, "length")});
    for (int i = 0; i < 2; ++i) {
      const json message = at.message();
      CHECK(message["content"] == "Done.");
      CHECK_FALSE(message.contains("reasoning_content"));
    }
    CHECK(at.lines_with("takes reasoning out by itself") == 1);
  }
  SECTION("a server that shows that it reads reasoning") {
    json thought = only;
    thought["reasoning_content"] = "Hm.";
    const told_template at = peers({whole(thought), whole(only, "length")});
    CHECK(at.message()["reasoning_content"] == "Hm.");
    CHECK(at.message()["content"] == "Done.");
    CHECK(at.lines_with("takes reasoning out by itself") == 1);
  }
  SECTION("one that was cut off") {
    CHECK(peers({whole(only, "length")}).message()["reasoning_content"] == "Done.");
  }
  SECTION("a server that was told to leave it in the text") {
    CHECK(peers({whole(only)}).message({{"reasoning_format", "none"}})["reasoning_content"] == "Done.");
  }
  SECTION("a server that has left it in the text") {
    const told_template at = peers({whole(says("Hm.</think>Done.")), whole(only)});
    CHECK(at.message()["content"] == "Done.");
    CHECK(at.message()["reasoning_content"] == "Done.");
    CHECK(at.lines_with("takes reasoning out by itself") == 0);
  }
}

}  // namespace prefill_test
