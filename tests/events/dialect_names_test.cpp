// What a dialect can be called.

#include "events/dialect_names.hpp"

#include <toolcall/error.hpp>

#include "catch.hpp"

using namespace toolcall;

namespace {

const std::vector<dialect_facts> some = {
    {"tags", {"Swift-2", "Owl-7B"}}, {"json", {"Swift-2", "tags", "NestLab/Heron-1"}}, {"bare", {}}};

std::vector<std::size_t> named(std::string_view name) {
  return events::dialects_named(name, some);
}

std::string refused(std::string_view name) {
  try {
    named(name);
  } catch (const setup_error& why) {
    return why.what();
  }
  return "";
}

using numbers = std::vector<std::size_t>;

}  // namespace

TEST_CASE("a dialect's own name stands for it alone") {
  CHECK(named("json") == numbers{1});
  CHECK(named("bare") == numbers{2});
  CHECK(named("tags") == numbers{0});  // although a model of another is called so
}

TEST_CASE("a model's name stands for every dialect that lists it, in their order") {
  CHECK(named("Swift-2") == numbers{0, 1});
  CHECK(named("Owl-7B") == numbers{0});
}

TEST_CASE("a model's name is taken in any letter case, with or without its vendor") {
  CHECK(named("swift-2") == numbers{0, 1});
  CHECK(named("OWL-7b") == numbers{0});
  CHECK(named("NestLab/Owl-7B") == numbers{0});
  CHECK(named("hub.example/NestLab/owl-7b") == numbers{0});
  CHECK(named("Heron-1") == numbers{1});
  CHECK(named("other/heron-1") == numbers{1});
}

TEST_CASE("what servers add behind a model's name does not matter, and the longest name counts") {
  CHECK(named("NestLab/Swift-2-70B-Instruct") == numbers{0, 1});
  CHECK(named("heron-1:8b") == numbers{1});
  CHECK(named("Heron-1.gguf") == numbers{1});
  CHECK(refused("Heron-12") != "");
  const std::vector<dialect_facts> two = {{"old", {"Tit"}}, {"new", {"Tit-Coder"}}};
  CHECK(events::dialects_named("Tit-Coder-7B", two) == numbers{1});
  CHECK(events::dialects_named("Tit-7B", two) == numbers{0});
}

TEST_CASE("a name of nothing is refused, with the dialects") {
  CHECK(refused("Owl") == "there is no dialect and no model \"Owl\"; dialects are auto, tags, json, bare");
  for (const std::string_view name : {"", "/", "NestLab/", "JSON", "x/json", "swift", "Swift-2 "}) {
    INFO(name);
    CHECK(refused(name) != "");
  }
  CHECK(refused("auto") == "\"auto\" is every dialect, and stands alone");
}

TEST_CASE("hyphens may be left out, as some servers do") {
  const auto first = [](std::string_view name) {
    return dialect::all()[events::dialects_named(name, dialect::all()).front()].name;
  };
  CHECK(first("llama3.1:8b") == "llama_json");
  CHECK(first("hermes3:8b") == "hermes");
  CHECK(first("granite4.0-h-small") == "granite4");
  CHECK_THROWS_AS(events::dialects_named("llam", dialect::all()), setup_error);
}

TEST_CASE("every model of every page can be named") {
  for (const dialect_facts& each : dialect::all())
    for (const std::string_view model : each.models) {
      INFO(model);
      const auto found = events::dialects_named(model, dialect::all());
      CHECK_NOTHROW(dialect::named("vendor/" + std::string(model)));
      bool own = false;
      for (const std::size_t number : found) own = own || dialect::all()[number].name == each.name;
      CHECK(own);
    }
}
