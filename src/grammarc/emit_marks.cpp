// What a model writes around the parts of a call is what its chat template has around its variables. So the marks are
// not listed anywhere: the examples of a page are read, and what belongs to no part of a call is left.
//
// An example counts if nothing had to be reported, and if all dialects together read it as this one does: many pages
// also read what others write, and that is not evidence of their models. A page none of whose examples is read as its
// own (another one says the same) is asked alone.

#include "grammarc/emit_marks.hpp"

#include <cstdint>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/stream.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/emit_rule.hpp"
#include "grammarc/lay_out_pages.hpp"
#include "grammarc/marks_in.hpp"

namespace toolcall::grammarc {

namespace {

using json = nlohmann::json;
using engine::node_event;
using engine::node_event_type;
using engine::node_role;

// The tools of an example: those of its list, with their fields. What is not a list of tools as in OpenAI's interface
// declares none; the tests say so, by what they find.
vocabulary declared(const json& tools, const example& of) {
  static const json::json_pointer name_in("/function/name"), fields_in("/function/parameters/properties");
  vocabulary names;
  const auto listed = of.options.find("tools");
  if (listed == of.options.end() || !tools.is_array()) return names;
  const std::string list = "," + listed->second + ",";
  for (const json& tool : tools) {
    if (!tool.contains(name_in) || !tool[name_in].is_string()) continue;
    const auto name = tool[name_in].get<std::string>();
    if (list.find("," + name + ",") == list.npos) continue;
    const int number = names.add_tool(name);
    if (!tool.contains(fields_in)) continue;
    for (const auto& field : tool[fields_in].items()) names.add_field(number, field.key());
  }
  return names;
}

using marks = std::set<std::string>;
using switches = std::set<std::string, std::less<>>;  // labels

// Reads one text, and keeps of each call of one dialect what belongs to no part of it.
class reading {
 public:
  reading(const engine::program& laid_out, std::size_t dialect, const name_index& tools, const switches& unreported)
      : laid_out_(laid_out), dialect_(dialect), tools_(tools), switches_(unreported) {}

  // Nothing if no call is read as this dialect's, without a diagnostic, and with a mark before its name: what ends a
  // call alone, such as the end of the turn, says nothing of how it was written.
  std::set<marks> read(const std::string& text, const vocabulary& names) {
    text_ = text;
    engine::stream machine(laid_out_, names, {});
    const auto note = [&](const node_event* events, std::size_t count, auto...) {
      for (std::size_t i = 0; i < count; ++i) take(events[i]);
    };
    machine.feed(text_, false, note);
    machine.finish(note);
    return std::move(found_);
  }

 private:
  void take(const node_event& e) {
    const bool begins = e.is == node_event_type::begin, ends = e.is == node_event_type::end;
    if (e.role == node_role::block) return begins ? begin_item(e) : end_item(e);
    if ((e.role == node_role::label && !is_switch(e)) || e.role == node_role::reasoning ||
        e.is == node_event_type::failed || e.is == node_event_type::note)
      is_sound_ = false;
    if (e.role == node_role::call) has_call_ = true;
    if (e.role == node_role::call || e.role == node_role::dialect || e.role == node_role::label) return;
    if (begins && parts_++ == 0) gap(e.begin);
    if (begins && (e.role == node_role::name || e.role == node_role::id) && marks_.empty()) is_sound_ = false;
    if (ends && --parts_ == 0) from_ = e.end;
  }
  // Not reported: it is there to be switched off.
  bool is_switch(const node_event& e) const { return switches_.count(laid_out_.label(e.index)) != 0; }
  void begin_item(const node_event& e) {
    from_ = e.begin;
    parts_ = 0;
    has_call_ = false;
    is_sound_ = laid_out_.items[e.index].dialect == dialect_;
    marks_.clear();
  }
  void end_item(const node_event& e) {
    gap(e.end);
    if (has_call_ && is_sound_ && !marks_.empty() && e.is == node_event_type::end) found_.insert(marks_);
  }
  void gap(std::uint64_t to) {
    if (to <= from_) return;
    const std::string between = text_.substr(static_cast<std::size_t>(from_), static_cast<std::size_t>(to - from_));
    for (std::string& mark : marks_in(between, tools_)) marks_.insert(std::move(mark));
    from_ = to;
  }

  const engine::program& laid_out_;
  std::size_t dialect_;
  const name_index& tools_;
  const switches& switches_;
  std::string text_;
  std::uint64_t from_ = 0;
  std::size_t parts_ = 0;  // that are open
  bool has_call_ = false, is_sound_ = false;
  marks marks_;
  std::set<marks> found_;
};

class finder {
 public:
  explicit finder(const specification& of) : tools_(json::parse(of.tools, nullptr, false)) {
    for (const label& each : of.labels)
      if (each.consequence == "switch") unreported_.insert(each.name);
  }

  // Of the calls of the page's examples that are read as this dialect's.
  std::set<marks> ways_of(const page& here, std::size_t number, const engine::program& laid_out) const {
    std::set<marks> found;
    for (const example& each : here.examples) {
      if (each.options.count("choice") != 0) continue;
      const vocabulary names = declared(tools_, each);
      found.merge(reading(laid_out, number, names.tools(), unreported_).read(each.text, names));
    }
    return found;
  }

 private:
  json tools_;
  switches unreported_;
};

engine::dialect_set first(std::size_t count) {
  engine::dialect_set all;
  for (std::size_t i = 0; i < count; ++i) all.set(i);
  return all;
}

}  // namespace

dialect_marks marks_of(const specification& of, const engine::program& laid_out) {
  const finder find(of);
  const auto dialects = dialects_among(of.pages);
  const engine::program every = laid_out.with(first(dialects.size()));
  dialect_marks all;
  for (std::size_t i = 0; i < dialects.size(); ++i) {
    std::set<marks> ways = find.ways_of(*dialects[i], i, every);
    if (ways.empty()) ways = find.ways_of(*dialects[i], i, laid_out.with(engine::dialect_set().set(i)));
    for (const marks& each : ways) all[dialects[i]->name].emplace_back(each.begin(), each.end());
  }
  return all;
}

generated_file emit_marks(const specification& of, const engine::program& laid_out) {
  std::string list;
  for (const auto& [name, ways] : marks_of(of, laid_out))
    for (const auto& way : ways) {
      list += "    {" + cpp_literal(name) + ",";
      for (const std::string& mark : way) list += "\n     " + cpp_literal(mark + "\n");
      list += "},\n";
    }
  return {"template_marks.cpp", std::string(generated_mark) +
                                    "spec/dialects. Do not edit it: change the pages.\n\n"
                                    "#include \"dialects/compiled_grammar.hpp\"\n\n"
                                    "namespace toolcall::grammar {\n\nnamespace {\n\n"
                                    "constexpr way_of_calling all[] = {\n" +
                                    list +
                                    "};\n\n}  // namespace\n\n"
                                    "constinit const std::span<const way_of_calling> ways_of_calling = all;\n\n"
                                    "}  // namespace toolcall::grammar\n"};
}

}  // namespace toolcall::grammarc
