// Where a stop may begin: found in blocks as byte by byte, refuted by what is declared, and which items are left.

#include <bitset>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis.hpp"
#include "engine/read_marks.hpp"

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace pegtl = tao::pegtl;
using rules::kind;

// A table in which each of these bytes is a stop.
engine::stop_table table_of(std::string_view firsts) {
  engine::grammar source;
  engine::expression stop;
  stop.is = engine::op::set;
  for (const char c : firsts) stop.bytes.set(static_cast<unsigned char>(c));
  source.rules.push_back({"stop", stop});
  return engine::stops_of(source, {&source.rules.front().body});
}

std::size_t found_in(const engine::stop_table& stops, std::string_view text, const engine::vocabulary& names = {}) {
  const engine::look_behind before{text.data(), true};
  return static_cast<std::size_t>(engine::next_stop(stops, names, before, text.data(), text.data() + text.size()).at -
                                  text.data());
}

struct angle : rules::text<"<"> {};
struct named : pegtl::seq<angle, rules::offered, rules::role<kind::name, rules::tool>, rules::text<">">> {};
struct any_named : pegtl::seq<angle, rules::role<kind::name, rules::tool>, rules::text<"!">> {};
struct literal : rules::text<"<say_all>"> {};

// The items that are left at the start of the text.
std::string left_in(const engine::program& made, std::string_view text, const engine::vocabulary& names) {
  const engine::look_behind before{text.data(), true};
  const auto& stops = made.stops.front();
  const engine::stop_place place = engine::next_stop(stops, names, before, text.data(), text.data() + text.size());
  std::string all = place.at == text.data() && place.undecided ? "?" : "";
  if (place.at == text.data())
    for (const std::uint16_t item : stops.sets[place.left]) all += " " + std::to_string(item);
  return all;
}

engine::vocabulary declared() {
  engine::vocabulary names;
  names.add_tool("say");
  names.add_tool("shout");
  return names;
}

}  // namespace

TEST_CASE("first bytes are found in blocks as they are one by one, however many they are") {
  std::mt19937 random(7);
  const std::string_view many = "<`[{]>~-*t|(@#$%^&+_=";
  for (std::size_t count = 1; count <= many.size(); ++count) {
    engine::stop_table stops = table_of(many.substr(0, count));
    CHECK(stops.count == count);
    CHECK((stops.block != 0) == (count <= engine::most_firsts));
    for (int round = 0; round < 50; ++round) {
      std::string text(1 + random() % 90, 'x');
      for (char& c : text) c = static_cast<char>(random() % 4 == 0 ? 128 + random() % 128 : 'a' + random() % 19);
      const std::size_t place = random() % text.size();
      if (round % 4 != 0) text[place] = many[random() % count];
      const std::size_t wanted = std::min(text.find_first_of(many.substr(0, count)), text.size());
      engine::stop_table alone = stops, blocks = stops;
      blocks.by_nibbles = alone.by_nibbles = false;
      alone.block = 0;
      CHECK(found_in(stops, text) == wanted);
      CHECK(found_in(blocks, text) == wanted);
      CHECK(found_in(alone, text) == wanted);
    }
  }
}

TEST_CASE("first bytes that are not ASCII are found too") {
  const engine::stop_table stops = table_of("<`[{\xEF");
  CHECK_FALSE(stops.by_nibbles);
  CHECK(found_in(stops, std::string(40, 'o') + "\x6F\xEE\xEF") == 42);
}

TEST_CASE("a word that is no declared tool is refuted when it has ended, and not before") {
  const engine::program made = program_of<named>();
  CHECK(left_in(made, "<sa", declared()) == "? 0");
  CHECK(left_in(made, "<say", declared()) == "? 0");
  CHECK(left_in(made, "<say>", declared()) == " 0");
  CHECK(left_in(made, "<says>", declared()) == "");
  CHECK(left_in(made, "<std::string>", declared()) == "");
  CHECK(left_in(made, "<>", declared()) == "");
  CHECK(left_in(made, "<" + std::string(100, 's'), declared()) == " 0");
}

TEST_CASE("without tools nothing is offered, and any name may be one") {
  const engine::vocabulary none;
  CHECK(left_in(program_of<named>(), "<say>", none) == "");
  CHECK(left_in(program_of<any_named>(), "<say", none) == " 0");
  CHECK(left_in(program_of<named, any_named>(), "<say>", none) == " 1");
}

TEST_CASE("of the items, those are left that the bytes at hand do not refute") {
  const engine::program made = program_of<literal, named, any_named>();
  CHECK(left_in(made, "<s", declared()) == "? 0 1 2");
  CHECK(left_in(made, "<sh", declared()) == "? 1 2");
  CHECK(left_in(made, "<say_al", declared()) == "? 0 1 2");
  CHECK(left_in(made, "<say_all>", declared()) == " 0");
  CHECK(left_in(made, "<shout>", declared()) == " 1 2");
  CHECK(left_in(made, "<say!", declared()) == " 1 2");
  CHECK(left_in(made, "<sold>", declared()) == "");
}

TEST_CASE("an item that must be asked whatever follows is not held for what others wait for") {
  struct short_one : pegtl::seq<rules::text<"[">, rules::cut, rules::text<"x">> {};
  struct long_one : rules::text<"[[[tool]]]"> {};
  const engine::program made = program_of<long_one, short_one>();
  CHECK(left_in(made, "[", {}) == " 0 1");
  CHECK(left_in(made, "[[", {}) == " 0 1");
  CHECK(left_in(made, "[a", {}) == " 1");
}

TEST_CASE("a byte with which an item begins at the start of a line only is known as such") {
  struct quotation : pegtl::seq<rules::line, pegtl::one<'>'>> {};
  struct tag : pegtl::one<'<'> {};
  const engine::stop_table stops = program_of<quotation, tag>().stops.front();
  CHECK(stops.line_only['>']);
  CHECK_FALSE(stops.line_only['<']);
}

TEST_CASE("where no call is looked for, an item is read as if its call failed") {
  struct call : pegtl::sor<rules::role<kind::call, rules::text<"<a>">>, rules::role<kind::text, rules::text<"<a">>> {};
  const engine::program made = program_of<call>();
  for (const bool find_calls : {true, false}) {
    static const engine::vocabulary no_names;
    engine::stream machine(made, no_names, {}, {false, {}, find_calls});
    std::string seen;
    const auto note = [&](const engine::mark* all, std::size_t count, std::string_view, std::uint64_t, std::uint64_t) {
      for (std::size_t i = 0; i < count; ++i)
        if (all[i].is == engine::mark::kind::end && all[i].what != engine::noun::block)
          seen += all[i].what == engine::noun::call ? "call" : "text";
    };
    machine.feed("<a>", false, note);
    machine.finish(note);
    CHECK(seen == (find_calls ? "call" : "text"));
  }
}

TEST_CASE("stops that say the same share a table") {
  struct end : rules::text<"</a>"> {};
  struct item : pegtl::seq<rules::text<"<a>">, rules::cut, rules::role<kind::text, rules::run<end>>, end,
                           rules::role<kind::reasoning, rules::run<end>>, rules::role<kind::text, rules::run<angle>>> {
  };
  CHECK(program_of<item>().stops.size() == 3);
}
