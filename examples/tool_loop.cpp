// A host's loop: ask the model, run the tools that it calls, tell it the results, until it answers.
//
// Some models write their calls into the text although there is an interface for calls. Such a text is no answer and is
// not shown. It is cleaned, the model is told what was wrong, and asked again. That takes a round like any other, so a
// model that never learns meets the same limit.
//
// usage: tool_loop [--text-calls] [--seed NUMBER] SCRIPT [ROUNDS]
// The model is a script here: a JSON file of its turns, as a server gives them. With --text-calls the calls of the text
// are run as well, and the model is told only of those that cannot be. With a seed the ids of these calls are the same
// in each run.

#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <toolcall/toolcall.hpp>

#include <nlohmann/json.hpp>

using nlohmann::json;
using toolcall::correct_for;

constexpr const char* offered = R"([
  {"name": "add", "input_schema": {"type": "object", "required": ["a", "b"],
    "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}},
  {"name": "greet", "input_schema": {"type": "object", "required": ["name"],
    "properties": {"name": {"type": "string"}}}}])";

std::string add(const json& in) {
  return std::to_string(in.at("a").get<int>() + in.at("b").get<int>());
}

std::string greet(const json& in) {
  if (in.at("name") == "") throw std::runtime_error("there is nobody to greet");
  return "Hello, " + in.at("name").get<std::string>() + "!";
}

const std::map<std::string, std::function<std::string(const json&)>> tools = {{"add", add}, {"greet", greet}};

struct call {
  std::string id, name, arguments;
};

// What a tool could not do is for the model to read; it ends nothing here.
std::string execute(const call& of) {
  const auto tool = tools.find(of.name);
  if (tool == tools.end()) return "error: there is no tool " + of.name;
  try {
    return tool->second(json::parse(of.arguments));
  } catch (const json::exception&) {
    return "error: these are no arguments of " + of.name;
  } catch (const std::exception& why) {
    return std::string("error: ") + why.what();
  }
}

// Servers leave out what they do not know, or write null.
std::string string_at(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// The content of a message is a text, a list of parts, or nothing.
std::string text_of(const json& content) {
  if (content.is_string()) return content;
  std::string all;
  if (content.is_array())
    for (const json& part : content) all += part.is_string() ? part.get<std::string>() : string_at(part, "text");
  return all;
}

// The messages so far. A host would keep them; this one prints them.
class conversation {
 public:
  void add(const std::string& from, const std::string& text) { std::cout << from << ": " << text << '\n'; }
  void add(const call& made) { add("assistant calls " + made.id, made.name + ' ' + made.arguments); }

  // Results belong to calls by their ids, but some servers give none, or count from 0 in each turn.
  std::string unused_id(const std::string& given) {
    const std::string base = given.empty() ? "call" : given;
    std::string id = base;
    for (int n = 2; !ids_.insert(id).second; ++n) id = base + "_" + std::to_string(n);
    return id;
  }

 private:
  std::set<std::string> ids_;
};

class scripted_model {
 public:
  explicit scripted_model(const std::string& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error(file + " cannot be read");
    turns_ = json::parse(in);
  }
  // A real one is given the conversation and the tools.
  json ask() {
    if (next_ == turns_.size()) throw std::runtime_error("the script has no more turns");
    return turns_[next_++];
  }

 private:
  json turns_;
  std::size_t next_ = 0;
};

std::vector<call> native_calls(const json& turn) {
  std::vector<call> found;
  for (const json& each : turn.value("tool_calls", json::array())) {
    const json& function = each.at("function");
    found.push_back({string_at(each, "id"), function.at("name"), function.at("arguments")});
  }
  return found;
}

std::vector<call> text_calls(const toolcall::message& read) {
  std::vector<call> found;
  for (const toolcall::tool_call& c : read.calls)
    if (c.status == toolcall::call_status::complete && tools.count(c.name) != 0)
      found.push_back({c.id, c.name, c.arguments});
  return found;
}

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == text.npos;
}

// The text to show. Whatever the model wrote, it has no markup and no reasoning, at the limit too.
//
// An id that the text does not give is random. Where the host sets a seed, it is made of the seed and the number of the
// call, so the calls of a conversation are numbered on; otherwise each turn would begin with the same id again.
std::string answer(scripted_model& model, conversation& talk, int rounds, correct_for executed,
                   std::optional<std::uint64_t> seed) {
  const auto dialect = toolcall::dialect::automatic();
  const auto declared = toolcall::tools::from_json(offered);
  toolcall::options how;
  how.seed = seed;
  std::string clean;
  for (int round = 0; round < rounds; ++round) {
    const json turn = model.ask();
    const std::string reason = string_at(turn, "finish_reason");
    const toolcall::message read = toolcall::parse(text_of(turn.value("content", json())), dialect, declared, how,
                                                   reason.empty() ? "stop" : reason);
    clean = read.content;
    // Incomplete and refused calls may have taken a number too.
    how.first_call += read.calls.size() + read.incomplete.size() + read.refused.size();

    std::vector<call> calls = native_calls(turn);
    const std::string correction = calls.empty() ? toolcall::correction(read, declared, executed) : "";
    if (calls.empty() && executed == correct_for::text_calls) calls = text_calls(read);
    if (calls.empty() && correction.empty()) return clean;

    if (!is_blank(clean)) talk.add("assistant", clean);
    for (call& each : calls) each.id = talk.unused_id(each.id);
    for (const call& each : calls) talk.add(each);
    for (const call& each : calls) talk.add("tool " + each.id, execute(each));
    for (const toolcall::failed_call& each : read.incomplete)
      std::cerr << "log: an incomplete call of " << each.name << " (" << each.label << ")\n";
    if (!correction.empty()) talk.add("user", correction);
  }
  return is_blank(clean) ? "I could not find an answer." : clean;
}

int main(int count, char** words) try {
  std::vector<std::string> given(words + 1, words + count);
  const bool text = !given.empty() && given[0] == "--text-calls";
  if (text) given.erase(given.begin());
  std::optional<std::uint64_t> seed;
  if (given.size() > 1 && given[0] == "--seed") {
    seed = std::stoull(given[1]);
    given.erase(given.begin(), given.begin() + 2);
  }
  if (given.empty()) throw std::runtime_error("usage: tool_loop [--text-calls] [--seed NUMBER] SCRIPT [ROUNDS]");
  const int rounds = given.size() > 1 ? std::stoi(given[1]) : 8;
  scripted_model model(given[0]);
  conversation talk;
  const correct_for executed = text ? correct_for::text_calls : correct_for::function_calls;
  const std::string shown = answer(model, talk, rounds, executed, seed);
  std::cout << "answer: " << shown << '\n';
} catch (const std::exception& mistake) {
  std::cerr << mistake.what() << '\n';
  return 2;
}
