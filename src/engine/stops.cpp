// The first two bytes of a part, by walking it in continuation-passing style.
//
// A walk carries what has been read so far: nothing, or a set of possible first bytes. Every place that can consume a
// byte adds to the table or goes on with one byte read; a place that cannot be foreseen (a back-reference, a leaf)
// allows every byte. So the table may say "maybe" too often, never too seldom: what it refutes, the machine would have
// refuted without waiting for a third byte. (Otherwise what is told would depend on how the text is cut.)

#include <functional>

#include "engine/analysis.hpp"
#include "engine/vocabulary.hpp"

namespace toolcall::engine {

namespace {

constexpr int deepest_walk = 64;  // rules deep; beyond, every byte may follow

class walker {
 public:
  explicit walker(const grammar& source) : source_(source) {}

  struct path {
    bool one_read = false;
    bool from_line = false;  // began with `line`
    int depth = 0;
    std::bitset<256> first;
  };
  using next = std::function<void(const path&)>;

  void walk_part(const expression& e) {
    walk(e, path{}, [this](const path& p) { anything(p); });
  }

  stop_table table() const {
    stop_table made;
    made.count = 0;
    for (std::size_t byte = 0; byte < 256; ++byte) {
      if (!first_[byte]) continue;
      if (made.count < 4) made.firsts[made.count] = static_cast<unsigned char>(byte);
      made.count = static_cast<std::uint8_t>(made.count < 255 ? made.count + 1 : 255);
      std::array<bool, 256> seconds{};
      for (std::size_t follower = 0; follower < 256; ++follower) seconds[follower] = second_[byte][follower];
      made.seconds.push_back(seconds);
      made.second[byte] = static_cast<std::uint8_t>(made.seconds.size() < 255 ? made.seconds.size() : 255);
      made.line_only[byte] = !elsewhere_[byte];
    }
    if (made.seconds.size() >= 255) return every_byte();
    for (std::size_t i = made.count; i < 4 && made.count > 0; ++i) made.firsts[i] = made.firsts[0];
    return made;
  }

 private:
  static stop_table every_byte() {
    stop_table made;
    made.count = 255;
    made.second.fill(1);
    std::array<bool, 256> all{};
    all.fill(true);
    made.seconds.push_back(all);
    return made;
  }

  // From here on every byte may come.
  void anything(const path& p) {
    std::bitset<256> all;
    all.set();
    const std::bitset<256>& first = p.one_read ? p.first : all;
    note(first, all, p.from_line);
  }
  void note(const std::bitset<256>& first, const std::bitset<256>& second, bool from_line) {
    first_ |= first;
    for (std::size_t byte = 0; byte < 256; ++byte) {
      if (!first[byte]) continue;
      second_[byte] |= second;
      if (!from_line) elsewhere_.set(byte);
    }
  }
  void consume(const std::bitset<256>& bytes, const path& p, const next& then) {
    if (p.one_read) return note(p.first, bytes, p.from_line);
    path read = p;
    read.one_read = true;
    read.first = bytes;
    if (bytes.any()) then(read);
  }

  void literal(const expression& e, std::size_t at, const path& p, const next& then) {
    if (at == e.text.size()) return then(p);
    std::bitset<256> bytes;
    const auto byte = static_cast<unsigned char>(e.text[at]);
    bytes.set(byte);
    if (e.any_case && byte >= 'a' && byte <= 'z') bytes.set(static_cast<std::size_t>(byte - 'a' + 'A'));
    consume(bytes, p, [&](const path& q) { literal(e, at + 1, q, then); });
  }
  void in_order(const std::vector<expression>& parts, std::size_t at, const path& p, const next& then) {
    if (at == parts.size()) return then(p);
    walk(parts[at], p, [&](const path& q) { in_order(parts, at + 1, q, then); });
  }
  void name(const path& p) {
    std::bitset<256> bytes;
    for (unsigned byte = 0; byte < 256; ++byte) bytes[byte] = is_name_byte(static_cast<unsigned char>(byte));
    consume(bytes, p, [&](const path& q) { anything(q); });
  }
  void walk(const expression& e, const path& p, const next& then) {
    switch (e.is) {
      case op::sequence:
      case op::role:
      case op::replace:
      case op::capture:
      case op::trial:
        return in_order(e.children, 0, p, then);
      case op::choice:
      case op::recover:
        for (const expression& child : e.children) walk(child, p, then);
        return;
      case op::literal:
        return literal(e, 0, p, then);
      case op::set:
        return consume(e.bytes, p, then);
      case op::star:
        then(p);
        return walk(e.children.front(), p, [&](const path& q) { q.one_read && !p.one_read ? walk(e, q, then) : then(q); });
      case op::call: {
        if (p.depth >= deepest_walk) return anything(p);
        path inner = p;
        ++inner.depth;
        return walk(source_.rules[e.rule].body, inner, [&](const path& q) {
          path outer = q;
          outer.depth = p.depth;
          then(outer);
        });
      }
      case op::late:
        return walk(e.children.front(), p, [&](const path& q) { anything(q); });
      case op::tool:
      case op::field:
      case op::new_field:
        return name(p);
      case op::line: {
        path begun = p;
        begun.from_line = p.from_line || !p.one_read;
        return then(begun);
      }
      case op::fail:
        return;
      case op::at:
        return walk(e.children.front(), p, [&](const path& q) { anything(q); });
      case op::not_at:  // while the predicate is in doubt, so is what follows
        walk(e.children.front(), p, [&](const path& q) { anything(q); });
        return then(p);
      default:
        return anything(p);  // leaf, back, run, span, json, python; and a cut, behind which also a failure counts
    }
  }

  const grammar& source_;
  std::bitset<256> first_;
  std::bitset<256> elsewhere_;  // may begin with this byte also where no line begins
  std::array<std::bitset<256>, 256> second_;
};

}  // namespace

stop_table stops_of(const grammar& source, const std::vector<const expression*>& parts) {
  walker from(source);
  for (const expression* part : parts) from.walk_part(*part);
  return from.table();
}

}  // namespace toolcall::engine
