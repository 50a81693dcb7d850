// Measures toolcall batch on 50,000 records of 800 bytes: beside a C++ loop that does the same (processor time), and
// on two threads beside one (wall time). All must give the same bytes. Prints JSON. usage: batch_bench COMMAND LOOP
// FOLDER

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <nlohmann/json.hpp>

namespace {

constexpr int records = 50000, rounds = 5;
constexpr std::size_t record_bytes = 800;

struct times {
  double wall, processor;  // seconds
  long memory;             // KiB
};

double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
}

// Runs a program with these files as its input and output.
times run(std::vector<std::string> words, const std::string& in, const std::string& out) {
  std::vector<char*> pointers;
  for (std::string& each : words) pointers.push_back(each.data());
  pointers.push_back(nullptr);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(in.c_str(), O_RDONLY), 0);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), 1);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::fprintf(stderr, "%s has failed\n", words[0].c_str());
    std::exit(1);
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  return {wall.count(), seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss};
}

times median(std::vector<times> all) {
  std::sort(all.begin(), all.end(), [](const times& a, const times& b) { return a.processor < b.processor; });
  return all[all.size() / 2];
}

// Prose with a call in most of it, in two dialects, some with reasoning.
std::string record(int number, std::mt19937& random) {
  static constexpr const char* words[] = {"the", "weather", "in",   "town", "was", "fine",
                                          "and", "people",  "went", "out",  "to",  "see"};
  std::string prose;
  const std::string call =
      number % 10 == 0 ? ""
      : number % 10 == 1
          ? "<minimax:tool_call>\n<invoke name=\"get_weather\">\n<parameter "
            "name=\"city\">Bern</parameter>\n</invoke>\n</minimax:tool_call>"
          : "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Ulm\", \"days\": 3}}\n</tool_call>";
  while (prose.size() + call.size() < record_bytes) prose += std::string(words[random() % std::size(words)]) + " ";
  const std::string text =
      number % 3 == 0 ? "<think>\n" + prose.substr(0, 200) + "\n</think>\n\n" + prose.substr(200) : prose;
  return nlohmann::json{{"id", number}, {"text", text + call}, {"finish_reason", "stop"}}.dump() + "\n";
}

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  const std::string command = arguments[1], loop = arguments[2], folder = arguments[3];
  const std::string in = folder + "/records.jsonl", tools = folder + "/tools.json";
  std::mt19937 random(1);
  {
    std::ofstream file(in, std::ios::binary);
    for (int i = 0; i < records; ++i) file << record(i, random);
    std::ofstream(tools)
        << R"([{"name":"get_weather","input_schema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}}}}])";
  }
  const auto batch = [&](const char* jobs) {
    return std::vector<std::string>{command, "batch", "-j", jobs, "--seed", "0", "--tools", tools};
  };
  struct program {
    const char* name;
    std::vector<std::string> words;
    std::string out;
    std::vector<times> taken{};
  } programs[] = {{"a loop in C++", {loop, tools}, folder + "/loop.jsonl"},
                  {"toolcall batch -j 1", batch("1"), folder + "/one.jsonl"},
                  {"toolcall batch -j 2", batch("2"), folder + "/two.jsonl"}};
  for (int round = 0; round < rounds; ++round)
    for (program& each : programs) each.taken.push_back(run(each.words, in, each.out));
  std::printf("{\"records\": %d, \"bytes\": %zu, \"programs\": {", records, record_bytes);
  const char* comma = "";
  for (const program& each : programs) {
    const times t = median(each.taken);
    std::printf("%s\n\"%s\": {\"wall\": %.3g, \"processor\": %.3g, \"megabytes\": %ld}", comma, each.name, t.wall,
                t.processor, t.memory / 1024);
    comma = ",";
  }
  std::printf("\n}}\n");
  const std::string expected = content_of(programs[0].out);
  const bool same = expected == content_of(programs[1].out) && expected == content_of(programs[2].out);
  if (!same) std::fprintf(stderr, "they do not give the same bytes\n");
  return same ? 0 : 1;
}
