// Pages that are laid out at run time read as those that were compiled: the two ways from a page to a dialect are one.

#include "authoring/page_folder.hpp"

#include <algorithm>
#include <random>
#include <stdexcept>

#include <toolcall/error.hpp>

#include "catch.hpp"
#include "effort.hpp"
#include "spec/example.hpp"

namespace page_folder_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

authoring::page_folder& folder() {
  static authoring::page_folder read(std::filesystem::path(TOOLCALL_SOURCE_DIR) / "spec");
  return read;
}

// With every byte flagged as no special token there are no marks that are such tokens.
emitted read_as(const example& of, const dialect& which, origin from) {
  parser reader = of.reader(which, false);
  emitted all;
  join(all, reader.feed(of.text, from));
  join(all, reader.finish(of.finish));
  return all;
}

// With the dialect that is in use, too, where a call is required.
std::string with_forced(const std::string& name) {
  std::string first;
  for (const grammarc::page* page : folder().dialects()) {
    if (page->front.count("in_use") == 0) continue;
    if (page->name == name) return name;
    if (first.empty()) first = ',' + page->name;
  }
  return name + first;
}

// To lay out a dialect takes a sanitizer many times as long as to read with it, and all of them minutes.
bool is_laid_out(const std::string& name) {
  const auto& all = folder().dialects();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const grammarc::page* page) { return page->name == name; });
  if (!slow) return true;
  return name == "auto" ? is_nightly() : static_cast<std::size_t>(found - all.begin()) % every(24) == 0;
}

std::string difference_between(const example& of, bool also_flagged) {
  for (const std::string& name : {of.dialect, std::string("auto")})
    for (const origin from : {origin::unknown, origin::text}) {
      if (name.empty() || (from == origin::text && !also_flagged)) continue;  // of a shared page there is no name
      if (!is_laid_out(name)) continue;
      const emitted compiled = read_as(of, dialect_named(name), from);
      const bool adds_others = of.choice.wants_call() && name != "auto";
      const emitted laid_out = read_as(of, folder().dialect(adds_others ? with_forced(name) : name), from);
      if (compiled != laid_out) return name + ", compiled:\n" + show(compiled) + "laid out:\n" + show(laid_out);
    }
  return "";
}

std::vector<std::string> names_of(const std::vector<const grammarc::page*>& dialects) {
  std::vector<std::string> names;
  for (const grammarc::page* page : dialects) names.push_back(page->name);
  return names;
}

}  // namespace

TEST_CASE("pages laid out at run time read the examples as the compiled pages do", "[together]") {
  for (std::size_t i = 0; i < examples().size(); i += std::max(every(12), effort(1, 16))) {
    INFO(examples()[i].place);
    CHECK(difference_between(examples()[i], i % 4 == 0) == "");
  }
}

TEST_CASE("pages laid out at run time read damaged examples as the compiled pages do") {
  std::mt19937_64 bits(7);
  for (std::size_t i = 0; i < (is_nightly() ? effort(500, 20) : effort(200, 20)); ++i) {
    const example damaged = damaged_example(bits);
    INFO("damaged " << i << " of " << damaged.place << ":\n" << damaged.text);
    CHECK(difference_between(damaged, i % 4 == 0) == "");
  }
}

TEST_CASE("dialects of a folder are found by the names that the library knows, in its order") {
  std::vector<std::string> all;
  for (const dialect_facts& known : dialect::all()) all.emplace_back(known.name);
  CHECK(names_of(folder().dialects()) == all);
  CHECK(names_of(folder().named("auto")) == all);
  CHECK(names_of(folder().named("hermes,minimax")) == std::vector<std::string>{"minimax", "hermes"});
  CHECK(names_of(folder().named("MiniMaxAI/MiniMax-M2.1")) == std::vector<std::string>{"minimax", "tool_tag"});
  CHECK_THROWS_AS(folder().named("nobody"), setup_error);
}

TEST_CASE("a path that is not a folder says so") {
  CHECK_THROWS_AS(authoring::page_folder("no/such/folder"), std::runtime_error);
}

}  // namespace page_folder_test
