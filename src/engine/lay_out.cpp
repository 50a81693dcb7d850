// From expressions to instructions, in the manner of LPeg's code generator: every form has a fixed pattern of
// instructions around those of its parts. Jumps into what is not laid out yet are patched afterwards.

#include <algorithm>
#include <iterator>
#include <map>

#include "engine/analysis.hpp"
#include "engine/program.hpp"

namespace toolcall::engine {

namespace {

// "toolcall::grammar::invoke::new_<...>" is invoke.new: grammarc puts an underscore behind what C++ has reserved.
std::string rule_name(std::string_view type) {
  constexpr std::string_view pages = "toolcall::grammar::", inside = "::";
  std::string name(type.substr(0, type.find('<')));
  if (name.compare(0, pages.size(), pages) != 0) {
    const std::size_t last = name.rfind(inside);
    return last == std::string::npos ? name : name.substr(last + inside.size());
  }
  name.erase(0, pages.size());
  const std::size_t page = name.find(inside);
  if (page != std::string::npos) name.replace(page, inside.size(), ".");
  if (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

// All of a tree that its automaton depends on, so that trees with the same automaton are spelled alike.
void spell(const expression& e, std::string& out) {
  out += static_cast<char>('A' + static_cast<int>(e.is));
  if (e.is == op::set) out += e.bytes.to_string<char>('0', '1');
  if (e.is == op::call) out += std::to_string(e.rule);
  if (e.is == op::leaf) out += std::to_string(reinterpret_cast<std::uintptr_t>(e.leaf));
  if (!e.text.empty()) out += std::to_string(e.text.size()) + (e.any_case ? '~' : '"') + e.text;
  out += '(';
  for (const expression& child : e.children) spell(child, out);
  out += ')';
}

class layouter {
 public:
  explicit layouter(const grammar& source) : source_(source) {}

  program lay_out() {
    made_.broken_call = label("broken_call");
    message();
    std::vector<std::uint32_t> addresses;
    for (const auto& rule : source_.rules) {
      addresses.push_back(here());
      made_.rules.push_back({here(), rule_name(rule.name)});
      part(rule.body);
      add(code::ret);
    }
    for (instruction& i : made_.code)
      if (i.is == code::call) i.x = addresses[i.x];
    return std::move(made_);
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(made_.code.size()); }
  std::uint32_t add(code is, noun what = noun::block, std::size_t x = 0, std::size_t y = 0) {
    made_.code.push_back({is, what, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)});
    return here() - 1;
  }
  void aim(std::uint32_t instruction, std::uint32_t target) { made_.code[instruction].x = target; }

  template <typename T, typename V>
  static std::size_t number(std::vector<T>& known, const V& value) {
    const auto found = std::find(known.begin(), known.end(), value);
    if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
    known.push_back(value);
    return known.size() - 1;
  }
  std::uint16_t label(const std::string& name) { return static_cast<std::uint16_t>(number(made_.labels, name)); }
  std::size_t set(const std::bitset<256>& bytes) {
    byte_set table{};
    for (std::size_t byte = 0; byte < 256; ++byte) table[byte] = bytes[byte];
    return number(made_.sets, table);
  }
  // The stops of the message come first. Of a run's, many say the same, and share a table.
  std::size_t stops(const std::vector<const expression*>& items) {
    made_.stops.push_back(stops_of(source_, items));
    return made_.stops.size() - 1;
  }
  std::size_t stops(const expression& stop) {
    std::string spelled;
    spell(stop, spelled);
    const auto [known, fresh] = stops_.try_emplace(std::move(spelled), made_.stops.size());
    return fresh ? stops({&stop}) : known->second;
  }

  // message <- (item / text)*
  void message() {
    std::vector<const expression*> bodies;
    for (const auto& item : source_.items) bodies.push_back(&item.body);
    const std::uint32_t start = add(code::text, noun::block, 0, stops(bodies));
    add(code::item);
    std::vector<std::uint32_t> done;
    for (std::size_t i = 0; i < source_.items.size(); ++i) {
      made_.rules.push_back({here(), rule_name(source_.items[i].name)});
      made_.items.push_back(source_.items[i].dialect);
      made_.item_at.push_back(here());
      add(code::begin, noun::block, i);
      part(source_.items[i].body);
      add(code::end, noun::block, i);
      done.push_back(add(code::commit));
    }
    for (const std::uint32_t from : done) aim(from, here());
    add(code::item_end, noun::block, start);
    aim(start, here());
    add(code::text_step, noun::block, start);
    made_.start = start;
  }

  void part(const expression& e) {
    switch (e.is) {
      case op::sequence:
        return parts(e);
      case op::choice:
        return choice(e);
      case op::recover:
        return recover(e);
      case op::star:
        return star(e.children.front());
      case op::at:
        return look(e.children.front(), true);
      case op::not_at:
        return look(e.children.front(), false);
      case op::literal:
        return literal(e);
      case op::set:
        add(code::set, noun::block, set(e.bytes));
        return;
      case op::leaf:
        add(code::leaf, noun::block, number(made_.leaves, e.leaf));
        return;
      case op::fail:
        add(code::fail);
        return;
      case op::cut:
        add(code::cut);
        return;
      case op::role:
        return around(e, e.role, e.number);
      case op::replace:
        return around(e, noun::replace, number(made_.replacements, e.text));
      case op::capture:
        return capture(e);
      case op::back:
        add(code::back, noun::block, number(captures_, e.text));
        return;
      case op::call:
        add(code::call, noun::block, e.rule);
        return;
      case op::run:
        return run(e.children.front(), code::step);
      case op::span:
        return span(e.children.front());
      case op::trial:
        return trial(e.children.front());
      case op::late:
        return late(e);
      case op::json:
        return literal_of(code::json, noun::json);
      case op::python:
        return literal_of(code::python, noun::python);
      case op::tool:
        add(code::tool);
        return;
      case op::field:
        return field(code::field);
      case op::new_field:
        return field(code::new_field);
      case op::line:
        add(code::line);
        return;
      case op::offered:
        add(code::offered);
        return;
      case op::forced:
        add(code::forced);
        return;
      case op::chosen:
        return chosen();
    }
  }

  void parts(const expression& e) {
    for (const expression& child : e.children) part(child);
  }
  void around(const expression& e, noun what, std::size_t index) {
    add(code::begin, what, index);
    parts(e);
    add(code::end, what, index);
  }
  void literal_of(code is, noun what) {
    add(code::begin, what);
    add(is);
    add(code::end, what);
  }
  void capture(const expression& e) {
    const std::size_t id = number(captures_, e.text);
    add(code::capture, noun::block, id);
    parts(e);
    add(code::captured, noun::block, id);
  }
  // Like a replacement of nothing, whose text only the parser knows.
  void chosen() {
    add(code::begin, noun::replace, chosen_name);
    add(code::chosen);
    add(code::end, noun::replace, chosen_name);
  }
  void field(code is) {
    made_.asks_for_fields = true;
    add(is);
  }
  void literal(const expression& e) {
    if (e.text.empty()) return;
    made_.literals.push_back({e.text, e.any_case, e.token});
    add(code::literal, noun::block, made_.literals.size() - 1);
  }

  void choice(const expression& e) {
    std::vector<std::uint32_t> done;
    for (std::size_t i = 0; i < e.children.size(); ++i) {
      const bool last = i + 1 == e.children.size();
      const std::uint32_t other = last ? 0 : add(code::choice);
      part(e.children[i]);
      if (last) break;
      done.push_back(add(code::commit));
      aim(other, here());
    }
    for (const std::uint32_t from : done) aim(from, here());
  }

  void recover(const expression& e) {
    const expression& guarded = e.children.front();
    const bool always = guarded.is == op::fail;
    const std::uint32_t guard = always ? 0 : add(code::recover);
    if (!always) part(guarded);
    const std::uint32_t done = always ? 0 : add(code::commit);
    if (!always) aim(guard, here());
    const std::uint16_t id = label(e.text);
    add(code::begin, noun::label, id);
    part(e.children.back());
    add(code::end, noun::label, id);
    if (!always) aim(done, here());
  }

  void star(const expression& body) {
    if (body.is == op::set) {
      add(code::skip, noun::block, set(body.bytes));
      return;
    }
    const std::uint32_t loop = add(code::choice);
    part(body);
    add(code::again, noun::block, loop + 1);
    aim(loop, here());
  }

  void look(const expression& body, bool wanted) {
    if (body.is == op::set) {
      add(wanted ? code::peek : code::peek_not, noun::block, set(body.bytes));
      return;
    }
    const std::uint32_t begun = add(code::look);
    part(body);
    const std::uint32_t done = add(wanted ? code::looked : code::refuse);
    if (wanted) aim(done, here());
    if (!wanted) aim(begun, here());
  }

  void run(const expression& stop, code step) {
    const std::uint32_t begun = add(code::run, noun::block, 0, stops(stop));
    part(stop);
    const std::uint32_t out = add(code::looked);
    aim(begun, here());
    const std::uint32_t on = add(step, noun::block, 0, begun);
    aim(on, here());
    aim(out, here());
  }

  void span(const expression& stop) {
    add(code::trial, noun::block, 0, 1);
    run(stop, code::span_step);
    add(code::trial_end);
  }

  void trial(const expression& body) {
    add(code::trial);
    part(body);
    add(code::trial_end);
  }

  void late(const expression& e) {
    const std::uint32_t begun = add(code::late);
    part(e.children.front());
    const std::uint32_t condition = add(code::look);
    part(e.children.back());
    const std::uint32_t held = add(code::looked);
    aim(held, here());
    const std::uint32_t done = add(code::late_end);
    aim(begun, here());
    aim(condition, here());
    add(code::late_other, e.role, e.text.empty() ? 0U : label(e.text) + 1U);
    aim(done, here());
  }

  const grammar& source_;
  program made_;
  std::vector<std::string> captures_;
  std::map<std::string, std::size_t> stops_;  // by what they are spelled as
};

}  // namespace

std::string_view program::rule_at(std::uint32_t address) const {
  const auto behind = std::upper_bound(rules.begin(), rules.end(), address,
                                       [](std::uint32_t at, const rule_start& rule) { return at < rule.address; });
  return behind == rules.begin() ? std::string_view() : std::string_view(std::prev(behind)->name);
}

program lay_out(const grammar& source, std::vector<std::string>& problems) {
  const std::vector<std::string> found = analysis(source).problems();
  problems.insert(problems.end(), found.begin(), found.end());
  if (!problems.empty()) return {};
  return layouter(source).lay_out();
}

}  // namespace toolcall::engine
