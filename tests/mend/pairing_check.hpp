// What providers ask of calls and results, checked without anything of the library.

#pragma once

#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mend_test {

using json = nlohmann::ordered_json;

// What is wrong with the messages; empty where nothing is. Arguments that are one of these texts need be no JSON.
std::vector<std::string> problems_of_chat(const json& messages, const std::set<std::string>& unreadable = {});
std::vector<std::string> problems_of_responses(const json& items, const std::set<std::string>& unreadable = {});
std::vector<std::string> problems_of_anthropic(const json& messages);

}  // namespace mend_test
