// Every text, call and result has a word of its own, so that a test sees what became of each.

#include "mend/story.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace mend_test {

namespace {

class teller {
 public:
  explicit teller(std::uint32_t seed) : random_(seed) {}

  std::uint32_t below(std::size_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

  std::string word() { return "w" + std::to_string(count_++) + "x"; }

  story all() {
    story made;
    const std::uint32_t turns = 2 + below(4);
    for (std::uint32_t i = 0; i < turns; ++i) {
      made.push_back({step_kind::user, word()});
      for (std::uint32_t rounds = below(3); rounds > 0; --rounds) calls(made);
      if (below(3) != 0) made.push_back({step_kind::assistant, word()});
    }
    return made;
  }

 private:
  void calls(story& to) {
    step asks{step_kind::assistant, below(2) == 0 ? "" : word()}, answers{step_kind::results, ""};
    for (std::uint32_t count = 1 + below(3); count > 0; --count) {
      const std::string id = "call_" + std::to_string(count_++);
      asks.calls.push_back({id, below(2) == 0 ? "get_weather" : "find_city", word()});
      answers.results.push_back({id, word()});
    }
    to.push_back(asks);
    to.push_back(answers);
  }

  std::mt19937 random_;
  std::size_t count_ = 0;
};

// A step of this kind, or none.
step* some(story& in, step_kind kind, teller& by) {
  std::vector<step*> all;
  for (step& each : in)
    if (each.kind == kind && (kind == step_kind::user || !each.calls.empty() || !each.results.empty()))
      all.push_back(&each);
  return all.empty() ? nullptr : all[by.below(all.size())];
}

void break_calls(std::vector<told_call>& calls, std::uint32_t how, teller& by) {
  told_call& one = calls[by.below(calls.size())];
  switch (how) {
    case 0:
      one.written = static_cast<form>(1 + by.below(7));
      break;
    case 1:
      one.id = calls[by.below(calls.size())].id;
      break;
    case 2:
      one.id.clear();
      break;
    case 3:
      one.id = "call_0";
      break;
    default:
      calls.erase(calls.begin() + (&one - calls.data()));
  }
}

void break_results(std::vector<told_result>& results, std::uint32_t how, teller& by) {
  told_result& one = results[by.below(results.size())];
  switch (how) {
    case 0:
      results.erase(results.begin() + (&one - results.data()));
      break;
    case 1:
      results.push_back({one.id, by.word() + "again"});
      break;
    case 2:
      one.id = "lost_" + by.word();
      break;
    case 3:
      one.id.clear();
      break;
    default:
      std::reverse(results.begin(), results.end());
  }
}

}  // namespace

story told(std::uint32_t seed) {
  return teller(seed).all();
}

story broken(story from, std::uint32_t seed) {
  teller by(seed + 7919);
  for (std::uint32_t i = 0; i < 500; ++i) by.word();  // other words than those of the story
  for (std::uint32_t damages = 1 + by.below(4); damages > 0; --damages) {
    const std::uint32_t what = by.below(3);
    if (what == 0) {
      if (step* const at = some(from, step_kind::assistant, by)) break_calls(at->calls, by.below(5), by);
    } else if (what == 1) {
      if (step* const at = some(from, step_kind::results, by)) break_results(at->results, by.below(5), by);
    } else if (from.size() > 1) {
      const std::uint32_t a = by.below(from.size() - 1);
      std::swap(from[a], from[a + 1]);
    }
  }
  return from;
}

namespace {

bool is_leaked(const told_call& call) {
  return call.written == form::leaked || call.written == form::leaked_tags;
}

json arguments_of(const told_call& call) {
  return {{"city", call.word}, {"days", 3}};
}

std::string written_arguments(const told_call& call) {
  const std::string sound = arguments_of(call).dump();
  if (call.written == form::loose) return "{'city': '" + call.word + "', \"days\": 3,}";
  if (call.written == form::doubled) return json(sound).dump();
  if (call.written == form::cut) return "{\"city\": \"" + call.word;
  return sound;
}

// The text of the assistant, with the calls that stand in it.
std::string text_of(const step& of) {
  std::string made = of.word;
  for (const told_call& call : of.calls) {
    if (call.written == form::leaked)
      made +=
          "\n<tool_call>\n" + json{{"name", call.name}, {"arguments", arguments_of(call)}}.dump() + "\n</tool_call>";
    if (call.written == form::leaked_tags)
      made += "\n<tool_call>\n<function=" + call.name + ">\n<parameter=city>\n" + call.word +
              "\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>";
  }
  return made;
}

json chat_call(const told_call& call) {
  if (call.written == form::flat) return {{"id", call.id}, {"name", call.name}, {"arguments", arguments_of(call)}};
  json function = {{"name", call.name}, {"arguments", written_arguments(call)}};
  if (call.written == form::object) function["arguments"] = arguments_of(call);
  return {{"id", call.id}, {"type", "function"}, {"function", function}};
}

}  // namespace

json as_chat(const story& of) {
  json made = json::array();
  for (const step& each : of) {
    if (each.kind == step_kind::user) made.push_back({{"role", "user"}, {"content", each.word}});
    for (const told_result& result : each.results)
      made.push_back({{"role", "tool"}, {"tool_call_id", result.id}, {"content", result.word}});
    if (each.kind != step_kind::assistant) continue;
    const std::string text = text_of(each);
    json message = {{"role", "assistant"}, {"content", nullptr}};
    if (!text.empty()) message["content"] = text;
    for (const told_call& call : each.calls)
      if (!is_leaked(call)) message["tool_calls"].push_back(chat_call(call));
    made.push_back(message);
  }
  return made;
}

json as_responses(const story& of) {
  json made = json::array();
  for (const step& each : of) {
    if (each.kind == step_kind::user) made.push_back({{"role", "user"}, {"content", each.word}});
    for (const told_result& result : each.results)
      made.push_back({{"type", "function_call_output"}, {"call_id", result.id}, {"output", result.word}});
    if (each.kind != step_kind::assistant) continue;
    if (const std::string text = text_of(each); !text.empty())
      made.push_back({{"type", "message"},
                      {"role", "assistant"},
                      {"content", json::array({{{"type", "output_text"}, {"text", text}}})}});
    for (const told_call& call : each.calls) {
      if (is_leaked(call)) continue;
      json item = {{"type", "function_call"}, {"call_id", call.id}, {"name", call.name}};
      item["arguments"] = written_arguments(call);
      if (call.written == form::flat || call.written == form::object) item["arguments"] = arguments_of(call);
      made.push_back(item);
    }
  }
  return made;
}

json as_anthropic(const story& of) {
  json made = json::array();
  for (const step& each : of) {
    json content = json::array();
    for (const told_result& result : each.results)
      content.push_back({{"type", "tool_result"}, {"tool_use_id", result.id}, {"content", result.word}});
    const std::string text = text_of(each);
    if (!text.empty()) content.push_back({{"type", "text"}, {"text", text}});
    for (const told_call& call : each.calls) {
      if (is_leaked(call)) continue;
      json block = {{"type", "tool_use"}, {"id", call.id}, {"name", call.name}, {"input", arguments_of(call)}};
      if (call.written == form::loose || call.written == form::doubled || call.written == form::cut)
        block["input"] = written_arguments(call);
      content.push_back(block);
    }
    if (!content.empty())
      made.push_back({{"role", each.kind == step_kind::assistant ? "assistant" : "user"}, {"content", content}});
  }
  return made;
}

}  // namespace mend_test
