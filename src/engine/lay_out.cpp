// The message comes first, then each rule, with the arguments that are written in it; rows come last, when all
// addresses and the numbers of all stops are known.

#include <algorithm>
#include <iterator>
#include <map>

#include "engine/analysis.hpp"
#include "engine/code_writer.hpp"
#include "engine/plain_form.hpp"
#include "engine/program.hpp"
#include "engine/program_arrays.hpp"

namespace toolcall::engine {

namespace {

// "toolcall::grammar::invoke::new_<...>" is invoke.new: grammarc puts an underscore after what C++ has reserved.
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

bool is_one_instruction(code is) {
  return is <= code::fail || is == code::back;
}

class layouter {
 public:
  layouter(const grammar& source, const analysis& known, const layout_effort& effort)
      : source_(source), analysis_(known), effort_(effort) {}

  program lay_out() {
    const std::uint16_t broken_call = all_->label("broken_call");
    message();
    for (const grammar::instance& each : source_.instances)
      if (rules_.count(each.of) == 0) lay_out_rule(each.of, rules_[each.of]);
    all_->stops = stops_of(source_, effort_);
    number_captures(all_->stops);
    fill_rows();
    program made = program_arrays::view(all_);
    made.start = start_;
    made.broken_call = broken_call;
    made.asks_for_fields = code_.asks_for_fields();
    return made.with(dialect_set().set());
  }

 private:
  struct rule_code {
    std::uint32_t address = 0;
    row_slots slots;
    std::vector<std::uint32_t> arguments;  // their addresses, in the order of visit()
  };

  void start_rule(const std::string& name) { all_->rules.push_back({code_.here(), all_->text_of(rule_name(name))}); }

  // message <- (item / text)*
  void message() {
    const std::uint32_t start = code_.add(code::text);
    code_.add(code::item);
    std::vector<std::uint32_t> done;
    for (std::size_t i = 0; i < source_.items.size(); ++i) {
      const grammar::item& item = source_.items[i];
      start_rule(item.name);
      all_->items.push_back(entry(item));
      if (!item.note.empty()) {
        note(item);
        continue;
      }
      code_.add(code::begin, node_role::block, i);
      inlined(item.instance);
      if (item.starts != grammar::begins::nothing)
        code_.add(item.starts == grammar::begins::line ? code::start_line : code::start_sentence);
      code_.add(code::end, node_role::block, i);
      done.push_back(code_.add(code::commit));
    }
    for (const std::uint32_t from : done) code_.aim(from, code_.here());
    code_.aim(code_.add(code::item_end), start);
    code_.aim(start, code_.here());
    code_.aim(code_.add(code::text_step), start);
    start_ = start;
  }
  void inlined(std::size_t instance) {
    code_.add(code::inlined, node_role::block, all_->rows.size());
    items_.push_back(instance);
    all_->rows.push_back(0);
  }

  item_entry entry(const grammar::item& item) {
    const condition when =
        item.when.dialect == grammar::none ? condition{} : condition::of(item.when.dialect, item.when.in_use);
    const std::uint16_t note = item.note.empty() ? item_entry::no_note : all_->label(item.note);
    return {code_.here(), static_cast<std::uint16_t>(item.dialect), static_cast<std::uint16_t>(item.same_as), when,
            note};
  }
  void note(const grammar::item& item) {
    code_.add(code::predicate);
    inlined(item.instance);
    code_.add(code::noted, node_role::label, all_->label(item.note));
  }

  // The automata know their captures by name.
  void number_captures(stop_arrays& of) {
    constexpr std::size_t first = stop_automaton::text_wait::first_capture;
    for (stop_automaton::text_wait& wait : of.waits)
      if (wait.of >= first) wait.of = static_cast<std::uint16_t>(first + all_->capture(of.captures[wait.of - first]));
  }

  void lay_out_rule(std::size_t number, rule_code& to) {
    const expression& body = source_.written[number].body;
    to.slots = row_slots(body);
    start_rule(source_.written[number].name);
    to.address = code_.here();
    code_.write(body, to.slots);
    code_.add(code::ret);
    std::map<std::string, std::uint32_t> known;
    const auto write_argument = [&](const expression& e) {
      std::string key;
      serialize(e, key);
      const auto [place, fresh] = known.try_emplace(std::move(key), code_.here());
      if (fresh) place->second |= argument(e, to.slots);
      to.arguments.push_back(place->second);
    };
    visit(
        body, [](const expression&) {}, write_argument);
  }
  // Gives the bit for its address.
  std::uint32_t argument(const expression& e, row_slots& slots) {
    const std::uint32_t begun = code_.here();
    code_.write(e, slots);
    code_.add(code::inlined_end);
    const bool is_one = code_.here() - begun == 2 && is_one_instruction(all_->code[begun].is);
    return is_one ? one_instruction_bit : 0;
  }

  // Edges lead to instances, so first all get their places.
  void fill_rows() {
    number_instances();
    std::size_t at = 1;
    for (const std::size_t each : items_)
      set_edge(at++, argument_number(rules_[source_.instances[each].of].address, row_of(each)));
    for (std::size_t i = 0; i < source_.instances.size(); ++i) fill_row(source_.instances[i], row_of(i) + 1);
  }
  void number_instances() {
    std::vector<rule_rows>& made = all_->instances;
    for (const grammar::instance& each : source_.instances) {
      made.resize(std::max<std::size_t>(made.size(), all_->rule_number(each.of) + 1U));
      std::uint16_t& count = made[all_->rule_number(each.of)].count;
      numbers_.push_back(count);
      count = all_->small(count + 1U);
    }
    std::size_t end = all_->rows.size();
    for (std::size_t i = 0; i < all_->rules_in_use.size(); ++i) {
      made.resize(std::max(made.size(), i + 1));
      const std::size_t written = all_->rules_in_use[i], copy = source_.written[written].copy;
      const rule_code& rule = rules_[written];
      made[i].address = rule.address;
      made[i].row = static_cast<std::uint32_t>(end - 1);
      made[i].width = all_->small(rule.slots.all().size());
      if (copy != grammar::none) made[i].copy = all_->rule_number(copy);
      end += std::size_t{made[i].width} * made[i].count;
    }
    all_->rows.resize(end);
  }
  const rule_rows& rows_of(std::size_t written) { return all_->instances[all_->rule_number(written)]; }
  std::uint32_t row_of(std::size_t instance) {
    const rule_rows& of = rows_of(source_.instances[instance].of);
    return of.row + numbers_[instance] * std::uint32_t{of.width};
  }
  // Of an instance among those of the rule that the call names, and of its copies.
  std::size_t number_behind(std::size_t called, std::size_t instance) {
    std::size_t number = numbers_[instance];
    for (; called != source_.instances[instance].of; called = source_.written[called].copy)
      number += rows_of(called).count;
    return number;
  }
  void fill_row(const grammar::instance& of, std::size_t at) {
    for (const row_slots::slot& each : rules_[of.of].slots.all()) {
      const std::size_t to = of.edges[each.place];
      switch (each.is) {
        case row_slots::edge::call:
          set_edge(at++, number_behind(each.called, to));
          break;
        case row_slots::edge::parameter: {
          const grammar::argument& argument = source_.arguments[to];
          set_edge(at++, argument_number(rules_[source_.instances[argument.in].of].arguments[argument.place],
                                         row_of(argument.in)));
          break;
        }
        case row_slots::edge::stop:
          set_edge(at++, all_->stops.numbers[to]);
          break;
        case row_slots::edge::span:
          set_edge(at++, span_number(to));
          break;
      }
    }
  }
  void set_edge(std::size_t at, std::size_t to) { all_->rows[at] = all_->small(to); }
  std::uint32_t argument_number(std::uint32_t address, std::uint32_t row) {
    return static_cast<std::uint32_t>(all_->argument({address, row}));
  }
  // Spans with the same stop know the same.
  std::uint32_t span_number(std::size_t stop) {
    const auto [known, fresh] = spans_.try_emplace(stop, static_cast<std::uint32_t>(spans_.size()));
    if (!fresh) return known->second;
    all_->spans_from.push_back(static_cast<std::uint32_t>(all_->span_captures.size()));
    for (const std::string& name : analysis_.captures_read(source_.stops[stop].body))
      all_->span_captures.push_back(static_cast<std::uint16_t>(all_->capture(name)));
    return known->second;
  }

  const grammar& source_;
  const analysis& analysis_;
  const layout_effort& effort_;
  first_bytes firsts_{source_.written};
  std::shared_ptr<program_arrays> all_ = std::make_shared<program_arrays>();
  std::uint32_t start_ = 0;
  code_writer code_{*all_, source_.written, effort_.head_tests ? &firsts_ : nullptr, effort_};
  std::map<std::size_t, rule_code> rules_;
  std::vector<std::size_t> items_;              // the instances that the message calls
  std::vector<std::uint16_t> numbers_;          // of each instance among those of its rule
  std::map<std::size_t, std::uint32_t> spans_;  // by stop
};

}  // namespace

std::string_view program::rule_at(std::uint32_t address) const {
  const auto after = std::upper_bound(rules.begin(), rules.end(), address,
                                      [](std::uint32_t place, const rule_start& rule) { return place < rule.address; });
  return after == rules.begin() ? std::string_view() : at(std::prev(after)->name);
}

program lay_out(const grammar& source, std::vector<std::string>& problems, const layout_effort& effort) {
  const analysis known(source);
  const std::vector<std::string> found = known.problems();
  problems.insert(problems.end(), found.begin(), found.end());
  if (!problems.empty()) return {};
  return layouter(source, known, effort).lay_out();
}

}  // namespace toolcall::engine
