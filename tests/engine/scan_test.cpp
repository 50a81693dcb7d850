// Where a stop may begin: found in blocks, with the processor's vectors and without, as byte by byte, refuted by what
// is declared, and which items are left.

#include <bit>
#include <bitset>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/read_node_events.hpp"

namespace scan_test {

using namespace toolcall;
using namespace toolcall::tests;

namespace {

namespace pegtl = tao::pegtl;
using rules::node_role;

// A stop at each of these bytes.
engine::stop_arrays stops_at(std::string_view firsts) {
  engine::grammar source;
  engine::expression stop;
  stop.is = engine::form::set;
  for (const char c : firsts) stop.bytes.set(static_cast<unsigned char>(c));
  source.stops.push_back({stop, true});
  return engine::stops_of(source);
}

using search = decltype(engine::next_stop)*;

std::size_t found_in(const engine::stop_arrays& stops, const engine::stop_automaton::start& start,
                     std::string_view text, search find = engine::next_stop) {
  const engine::look_behind before{text.data(), engine::indent::none};
  const engine::stop_automaton all = stops.view();
  const engine::selection in_use(all, {}, engine::dialect_set().set());
  const engine::stop_place place = find({all, in_use, start}, {}, before, text.data(), text.data() + text.size());
  return static_cast<std::size_t>(place.at - text.data());
}

engine::stop_place find_without_vectors(const engine::stop_view& stops, const vocabulary& names,
                                        const engine::look_behind& before, const char* at, const char* end) {
  return engine::detail::next_by_nibbles<engine::portable_search>(stops, names, before, at, end);
}

// A bit for each of sixteen bytes, in order.
template <typename Search>
std::bitset<16> hits_of(const engine::nibble_table& by_low, const char* at) {
  std::bitset<16> found;
  const std::uint64_t hits = Search(by_low).hits(at);
  for (std::size_t i = 0; i < 16; ++i) found[i] = (hits >> (i * Search::bits) & 1U) != 0;
  CHECK(static_cast<std::size_t>(std::popcount(hits)) == found.count());
  return found;
}

struct angle : rules::text<"<"> {};
struct named : pegtl::seq<angle, rules::tools_given, rules::role<node_role::name, rules::tool>, rules::text<">">> {};
struct any_named : pegtl::seq<angle, rules::role<node_role::name, rules::tool>, rules::text<"!">> {};
struct literal : rules::text<"<say_all>"> {};

// The items that are left at the start of the text.
std::string left_in(const engine::program& made, std::string_view text, const vocabulary& names) {
  const engine::look_behind before{text.data(), engine::indent::none};
  const engine::stop_view stops{made.stops, made.in_use, made.in_use.message()};
  const engine::stop_place place = engine::next_stop(stops, names, before, text.data(), text.data() + text.size());
  std::string all = place.at == text.data() && place.undecided ? "?" : "";
  if (place.at == text.data())
    for (const auto& each : made.stops.candidates_of(place.left))
      if (made.in_use.may_begin(each)) all += " " + std::to_string(each.item);
  return all;
}

vocabulary declared() {
  vocabulary names;
  names.add_tool("say");
  names.add_tool("shout");
  return names;
}

}  // namespace

TEST_CASE("first bytes are found in blocks as they are one by one, however many they are") {
  std::mt19937 random(7);
  const std::string_view many = "<`[{]>~-*t|(@#$%^&+_=";
  for (std::size_t count = 1; count <= many.size(); ++count) {
    const engine::stop_arrays stops = stops_at(many.substr(0, count));
    const engine::stop_automaton::start& start = stops.starts.back();
    CHECK(start.count == count);
    CHECK((start.block != 0) == (count <= engine::most_firsts));
    for (int round = 0; round < 50; ++round) {
      std::string text(1 + random() % 90, 'x');
      for (char& c : text) c = static_cast<char>(random() % 4 == 0 ? 128 + random() % 128 : 'a' + random() % 19);
      const std::size_t place = random() % text.size();
      if (round % 4 != 0) text[place] = many[random() % count];
      const std::size_t wanted = std::min(text.find_first_of(many.substr(0, count)), text.size());
      engine::stop_automaton::start alone = start, blocks = start;
      blocks.by_nibbles = alone.by_nibbles = false;
      alone.block = 0;
      CHECK(found_in(stops, start, text) == wanted);
      CHECK(found_in(stops, blocks, text) == wanted);
      CHECK(found_in(stops, alone, text) == wanted);
      CHECK(found_in(stops, start, text, find_without_vectors) == wanted);
    }
  }
}

TEST_CASE("a set of bytes is the same to the processor's vectors and without them") {
  std::mt19937 random(11);
  for (int round = 0; round < 500; ++round) {
    engine::nibble_table by_low{};
    for (unsigned char& highs : by_low) highs = static_cast<unsigned char>(random() & random());
    std::string text(16 + 256, 'x');
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<char>(i < 256 ? i : random());
    for (std::size_t at = 0; at + 16 <= text.size(); at += 1 + random() % 16) {
      std::bitset<16> wanted;
      for (std::size_t i = 0; i < 16; ++i) {
        const auto byte = static_cast<unsigned char>(text[at + i]);
        wanted[i] = byte < 128 && (by_low[byte % 16] >> (byte / 16) & 1) != 0;
      }
      CHECK(hits_of<engine::portable_search>(by_low, text.data() + at) == wanted);
      if (engine::native_search::is_possible())
        CHECK(hits_of<engine::native_search>(by_low, text.data() + at) == wanted);
    }
  }
}

TEST_CASE("first bytes that are not ASCII are found too") {
  const engine::stop_arrays stops = stops_at("<`[{\xEF");
  CHECK_FALSE(stops.starts.back().by_nibbles);
  CHECK(found_in(stops, stops.starts.back(), std::string(40, 'o') + "\x6F\xEE\xEF") == 42);
}

TEST_CASE("a word that is no declared tool is refuted where it can be none any more") {
  const engine::program made = program_of<named>();
  CHECK(left_in(made, "<sa", declared()) == "? 0");
  CHECK(left_in(made, "<say", declared()) == "? 0");
  CHECK(left_in(made, "<say>", declared()) == " 0");
  CHECK(left_in(made, "<says>", declared()) == "");
  CHECK(left_in(made, "<std::string>", declared()) == "");
  CHECK(left_in(made, "<>", declared()) == "");
  CHECK(left_in(made, "<" + std::string(100, 's'), declared()) == "");
}

TEST_CASE("without a list of tools any name may be one, and tools_given does not hold") {
  const vocabulary none;
  CHECK(left_in(program_of<named>(), "<say>", none) == "");
  CHECK(left_in(program_of<any_named>(), "<say", none) == " 0");
  CHECK(left_in(program_of<named, any_named>(), "<say>", none) == " 0 1");
  CHECK(left_in(program_of<named, literal>(), "<say>", none) == "");
}

// With the first byte of a declared name it is asked whether one stands there; what else may begin so is left as well.
TEST_CASE("of the items, those are left that the bytes at hand do not refute") {
  const engine::program made = program_of<literal, named, any_named>();
  CHECK(left_in(made, "<s", declared()) == "? 0 1 2");
  CHECK(left_in(made, "<sh", declared()) == "? 0 1 2");
  CHECK(left_in(made, "<say_al", declared()) == "? 0");
  CHECK(left_in(made, "<say_all>", declared()) == " 0");
  CHECK(left_in(made, "<shout>", declared()) == " 0 1 2");
  CHECK(left_in(made, "<say!", declared()) == " 0 1 2");
  CHECK(left_in(made, "<sold>", declared()) == "");
}

TEST_CASE("an item that must be tried whatever follows is not held for what others wait for") {
  struct short_one : pegtl::seq<rules::text<"[">, rules::cut, rules::text<"x">> {};
  struct long_one : rules::text<"[[[tool]]]"> {};
  const engine::program made = program_of<long_one, short_one>();
  CHECK(left_in(made, "[", {}) == " 0 1");
  CHECK(left_in(made, "[[", {}) == " 0 1");
  CHECK(left_in(made, "[a", {}) == " 1");
}

TEST_CASE("the start of a message, or of what is read as one, may be in the middle of a line") {
  struct item : pegtl::seq<rules::text<"b">,
                           rules::role<rules::node_role::text, rules::run<pegtl::seq<rules::start, pegtl::one<'a'>>>>> {
  };
  CHECK(node_events_of(program_of<item>(), "ba") == "text 1-1\nblock 0-1\n");
  struct mark : pegtl::one<'.'> {};
  struct first : pegtl::seq<rules::start, rules::role<rules::node_role::call, pegtl::one<'a'>>> {};
  CHECK(node_events_of(program_of<mark, first>(), ". a") == "block 0-1\ncall 2-3\nblock 2-3\n");
  CHECK(node_events_of(program_of<mark, first>(), ". ba") == "block 0-1\n");
}

TEST_CASE("a byte with which an item begins at the start of a line only is known as such") {
  struct quotation : pegtl::seq<rules::line_start, pegtl::one<'>'>> {};
  struct tag : pegtl::one<'<'> {};
  const engine::program made = program_of<quotation, tag>();
  CHECK(made.in_use.message().begins_line_only('>'));
  CHECK_FALSE(made.in_use.message().begins_line_only('<'));
}

TEST_CASE("where no call is looked for, an item is read as if its call failed") {
  struct call
      : pegtl::sor<rules::role<node_role::call, rules::text<"<a>">>, rules::role<node_role::text, rules::text<"<a">>> {
  };
  const engine::program made = program_of<call>();
  for (const bool find_calls : {true, false}) {
    static const vocabulary no_names;
    engine::stream machine(made, no_names, {}, {false, {}, find_calls});
    std::string seen;
    const auto note = [&](const engine::node_event* all, std::size_t count, std::string_view, std::uint64_t,
                          std::uint64_t) {
      for (std::size_t i = 0; i < count; ++i)
        if (all[i].is == engine::node_event_type::end && all[i].role != engine::node_role::block)
          seen += all[i].role == engine::node_role::call ? "call" : "text";
    };
    machine.feed("<a>", false, note);
    machine.finish(note);
    CHECK(seen == (find_calls ? "call" : "text"));
  }
}

TEST_CASE("stops that say the same share a table") {
  struct end : rules::text<"</a>"> {};
  struct item : pegtl::seq<rules::text<"<a>">, rules::cut, rules::role<node_role::text, rules::run<end>>, end,
                           rules::role<node_role::reasoning, rules::run<end>>,
                           rules::role<node_role::text, rules::run<angle>>> {};
  CHECK(program_of<item>().stops.starts.size() == 3);
}

}  // namespace scan_test
