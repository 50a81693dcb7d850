// Measures toolcall serve under load, beside a relay that reads nothing of the answer, and beside no relay at all.
// usage: serve_bench COMMAND [STREAMS...]
//
// Each number of streams (2000 where none is given) runs at once, each of 40 events, ten a second, and a quarter of
// them is closed by the client on the way. Then 4000 streams without pauses, 32 at a time, for the throughput. What is
// measured runs on the first processor, all else on the second. Prints JSON.

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <netinet/in.h>
#include <sched.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "roles.hpp"

namespace {

using namespace serve_bench;

struct listening {
  int socket;
  unsigned short port;
};

listening listen_somewhere() {
  const int made = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof at;
  if (bind(made, reinterpret_cast<sockaddr*>(&at), size) != 0 || listen(made, 4096) != 0) std::exit(2);
  getsockname(made, reinterpret_cast<sockaddr*>(&at), &size);
  return {made, ntohs(at.sin_port)};
}

bool answers(unsigned short port) {
  const int made = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(port);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool good = connect(made, reinterpret_cast<sockaddr*>(&at), sizeof at) == 0;
  close(made);
  return good;
}

void use_processor(unsigned which) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(which, &set);
  sched_setaffinity(0, sizeof set, &set);  // where there is only one, all share it
}

template <typename Run>
pid_t start(unsigned processor, const Run& run) {
  const pid_t child = fork();
  if (child != 0) return child;
  use_processor(processor);
  run();
  _exit(127);
}

void stop(pid_t child) {
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

// Of a process, as the kernel counts it.
struct used {
  double processor = 0;  // seconds
  long memory = 0;       // KB that are resident
  int files = 0;
};

used used_by(pid_t process) {
  used made;
  const std::string folder = "/proc/" + std::to_string(process);
  std::ifstream stat(folder + "/stat");
  std::string word;
  for (int i = 1; i <= 15 && stat >> word; ++i)
    if (i >= 14) made.processor += std::atof(word.c_str()) / static_cast<double>(sysconf(_SC_CLK_TCK));
  std::ifstream status(folder + "/status");
  while (status >> word)
    if (word == "VmRSS:") status >> made.memory;
  if (DIR* const open = opendir((folder + "/fd").c_str())) {
    while (readdir(open) != nullptr) ++made.files;
    closedir(open);
  }
  return made;
}

struct watched {
  pid_t process;
  used at_half;
  std::size_t open = 1;
};

struct outcome {
  measured load;
  double microseconds = 0;  // of processor time, an event
  double kilobytes = 0;     // a stream, at half of the events
  int left_open = 0;        // files
};

outcome measure(pid_t process, const load& what) {
  watched of{process, {}, 1};
  const used before = process == 0 ? used{} : used_by(process);
  outcome made;
  made.load = run_load(
      what,
      [](void* context, std::size_t open) {
        auto* const each = static_cast<watched*>(context);
        if (each->process == 0) return;
        each->at_half = used_by(each->process);
        each->open = std::max<std::size_t>(open, 1);
      },
      &of);
  if (process == 0) return made;
  usleep(300'000);  // until what the clients closed is closed
  const used after = used_by(process);
  made.microseconds = (after.processor - before.processor) * 1e6 / static_cast<double>(made.load.events);
  made.kilobytes = static_cast<double>(of.at_half.memory - before.memory) / static_cast<double>(of.open);
  made.left_open = after.files - before.files;
  return made;
}

double percentile(std::vector<std::int64_t>& delays, double part) {
  if (delays.empty()) return 0;
  const auto at = delays.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(delays.size() - 1));
  std::nth_element(delays.begin(), at, delays.end());
  return static_cast<double>(*at) / 1000;
}

void write(const char* name, outcome& of) {
  std::printf(
      "\"%s\": {\"whole\": %zu, \"closed\": %zu, \"wrong\": %zu, \"left open\": %d, \"delay\": %.4g, "
      "\"delay of 99 %%\": %.4g, \"events\": %.4g, \"microseconds\": %.4g, \"kilobytes\": %.4g}",
      name, of.load.whole, of.load.aborted, of.load.wrong, of.left_open, percentile(of.load.delays, 0.5),
      percentile(of.load.delays, 0.99), static_cast<double>(of.load.events) / of.load.seconds, of.microseconds,
      of.kilobytes);
}

void compare(char* command, int pause, load what) {
  const listening model = listen_somewhere(), relay = listen_somewhere(), ours = listen_somewhere();
  close(ours.socket);
  const pid_t upstream = start(1, [&] { run_upstream(model.socket, pause); });
  const pid_t plain = start(0, [&] { run_relay(relay.socket, model.port); });
  const pid_t served = start(0, [&] {
    const std::string to = "http://127.0.0.1:" + std::to_string(model.port),
                      at = "127.0.0.1:" + std::to_string(ours.port);
    dup2(open("/dev/null", O_WRONLY), 2);
    execl(command, command, "serve", "--upstream", to.c_str(), "--listen", at.c_str(), "--threads", "1", "--profile",
          "generic", "--max-connections", "20000", nullptr);
  });
  for (int i = 0; i < 100 && !answers(ours.port); ++i) usleep(50'000);
  struct {
    const char* name;
    pid_t process;
    unsigned short port;
  } const ways[] = {{"direct", 0, model.port}, {"relay", plain, relay.port}, {"toolcall serve", served, ours.port}};
  const char* comma = "";
  for (const auto& way : ways) {
    what.port = way.port;
    outcome found = measure(way.process, what);
    std::printf("%s\n", comma);
    write(way.name, found);
    comma = ",";
  }
  for (const pid_t each : {served, plain, upstream}) stop(each);
  close(model.socket);
  close(relay.socket);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  use_processor(1);
  std::vector<std::size_t> sizes;
  for (int i = 2; i < argc; ++i) sizes.push_back(std::strtoul(argv[i], nullptr, 10));
  if (sizes.empty()) sizes.push_back(2000);
  std::printf("{");
  for (const std::size_t streams : sizes) {
    std::printf("\n\"%zu streams at once, %zu closed\": {", streams, streams / 4);
    compare(argv[1], 100, {0, streams, streams, streams / 4, 3000});
    std::printf("},");
  }
  std::printf("\n\"4000 streams, no pauses\": {");
  compare(argv[1], 0, {0, 4000, 32, 0, 10});
  std::printf("}\n}\n");
}
