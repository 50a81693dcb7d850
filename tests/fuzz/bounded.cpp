// Runs a fuzz target without libFuzzer, so many times and always the same, with inputs that are made of seeds: bytes
// changed, left out, doubled, and pieces of other seeds put in.
//
// usage: NAME_bounded COUNT FOLDER

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

namespace {

std::vector<std::string> seeds_of(const char* folder) {
  std::vector<std::filesystem::path> files(std::filesystem::directory_iterator(folder), {});
  std::sort(files.begin(), files.end());
  std::vector<std::string> made;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    made.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return made;
}

class mutator {
 public:
  explicit mutator(const std::vector<std::string>& seeds) : seeds_(seeds) {}

  std::string next() {
    std::string made = seeds_[below(seeds_.size())];
    for (std::size_t changes = below(5); changes > 0; --changes) change(made);
    return made;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random_() % n); }
  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::string& other = seeds_[below(seeds_.size())];
    switch (below(5)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, 1 + below(8));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size() + 1), below(20)));
        break;
      case 3:
        text.insert(at, other.substr(below(other.size() + 1), below(60)));
        break;
      default:
        text.insert(at, 1, "\r\n:, \"{}[]\\0<>"[below(13)]);
    }
  }
  const std::vector<std::string>& seeds_;
  std::mt19937_64 random_{1};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::vector<std::string> seeds = seeds_of(argv[2]);
  if (seeds.empty()) return 2;
  mutator inputs(seeds);
  const long count = std::atol(argv[1]);
  for (long i = 0; i < count; ++i) {
    const std::string input = inputs.next();
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  }
  std::printf("%ld inputs of %zu seeds\n", count, seeds.size());
}
