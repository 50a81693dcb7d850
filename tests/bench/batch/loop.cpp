// The program that toolcall batch is measured beside: what somebody writes with the library and a JSON library to read
// a file of records. usage: batch_loop TOOLS < RECORDS

#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include <toolcall/toolcall.hpp>

#include <nlohmann/json.hpp>

int main(int, char** arguments) {
  std::ios::sync_with_stdio(false);
  std::ifstream file(arguments[1]);
  const toolcall::tools declared = toolcall::tools::from_json(std::string(std::istreambuf_iterator<char>(file), {}));
  const toolcall::dialect which = toolcall::dialect::automatic();
  std::uint64_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    const nlohmann::json record = nlohmann::json::parse(line);
    toolcall::options how;
    how.seed = number++;
    const toolcall::message made = toolcall::parse(record["text"].get_ref<const std::string&>(), which, declared, how,
                                                   record.value("finish_reason", "stop"));
    std::cout << "{\"line\":" << number << ",\"id\":" << record["id"] << ",\"message\":" << toolcall::to_json(made)
              << "}\n";
  }
}
