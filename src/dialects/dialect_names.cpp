// Finds dialects by name. A dialect's own name goes first, so that no page can take it away by naming a model like it.
//
// A model's name is a row of words with signs between them, and everybody writes the signs otherwise: Qwen2.5-Coder,
// qwen2.5-coder:7b, Qwen_Qwen2.5-Coder-7B-Instruct-Q4_K_M.gguf, Llama-3_3. So names are compared by their letters and
// digits. Before a model's name stands its vendor, after it the build.

#include "dialects/dialect_names.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <toolcall/error.hpp>

#include "text/ascii.hpp"
#include "text/edit_distance.hpp"
#include "text/split.hpp"

namespace toolcall::events {

namespace {

constexpr std::size_t longest_compared = 80;  // bytes of a name that is unknown
constexpr std::size_t most_suggested = 3;
constexpr std::string_view reader_of_evidence = "general";  // what the policy `evidence` is about
constexpr std::size_t most_listed = 12;

bool is_sign(char c) {
  return c == '-' || c == '_' || c == '.' || c == ' ';
}

std::string_view without_folder(std::string_view model) {
  return model.substr(model.find_last_of("/\\") + 1);  // npos + 1 is 0
}

// Takes the signs between two words off both names. They may lack in one, as in llama3.1 for Llama-3.1, but not between
// two digits.
bool take_signs(std::string_view& listed, std::string_view& name, char before) {
  const auto take = [](std::string_view& from) {
    const std::size_t size = from.size();
    while (!from.empty() && is_sign(from.front())) from.remove_prefix(1);
    return from.size() < size;
  };
  const bool both = take(listed) == take(name);
  const bool digits = ascii::is_digit(before) && !listed.empty() && ascii::is_digit(listed.front());
  return both || !digits;
}

// A name that begins with a listed one.
struct begun_name {
  std::size_t common = 0;  // letters and digits that are the listed model's; 0 if the name is another's
  std::string_view rest;
};

// Qwen3 is not Qwen3x, but Qwen3-8B and qwen3:8b.
begun_name common_name(std::string_view listed, std::string_view name) {
  std::size_t common = 0;
  char before = '-';
  for (; !listed.empty(); ++common) {
    if (common > 0 && !take_signs(listed, name, before)) return {};
    if (name.empty() || ascii::lower(listed.front()) != ascii::lower(name.front())) return {};
    before = name.front();
    listed.remove_prefix(1);
    name.remove_prefix(1);
  }
  if (!name.empty() && !is_sign(name.front()) && name.front() != ':') return {};
  return {common, name};
}

// Whether a version goes on here, as Qwen3.5 goes on after Qwen3.
bool is_later_part(std::string_view rest) {
  return rest.size() > 1 && rest[0] == '.' && ascii::is_digit(rest[1]);
}

// Whether the models that are called so and have a further number write as other dialects than these.
bool versions_differ(std::string_view listed, const std::vector<std::size_t>& dialects,
                     std::span<const dialect_facts> known) {
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (std::find(dialects.begin(), dialects.end(), i) != dialects.end()) continue;
    for (const std::string_view model : known[i].models)
      if (is_later_part(common_name(listed, without_folder(model)).rest)) return true;
  }
  return false;
}

std::optional<std::size_t> place_of(std::string_view name, std::span<const dialect_facts> known) {
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i].name == name) return i;
  return std::nullopt;
}

struct match {
  std::vector<std::size_t> dialects;
  bool version_unknown = false;  // they are those of another version, and versions differ
};

// The dialects whose models' names this one begins with, for as long as possible. Where the versions of a model differ
// in their dialects, one that no page lists may be written like any of them.
match longest_match(std::string_view name, std::span<const dialect_facts> known) {
  std::vector<std::size_t> found;
  std::size_t longest = 1;
  std::string_view listed;
  std::string_view rest;
  for (std::size_t i = 0; i < known.size(); ++i)
    for (const std::string_view model : known[i].models) {
      const auto [common, after] = common_name(without_folder(model), name);
      if (common > longest) {
        found.clear();
        listed = without_folder(model);
        rest = after;
      }
      longest = std::max(longest, common);
      if (common == longest && (found.empty() || found.back() != i)) found.push_back(i);
    }
  const bool unknown = is_later_part(rest) && versions_differ(listed, found, known);
  return {std::move(found), unknown};
}

// The match at the first word of the name that has one.
match find_match(std::string_view name, std::span<const dialect_facts> known) {
  const std::string_view model = without_folder(name);
  for (std::size_t at = 0; at < model.size(); ++at) {
    if (at > 0 && !is_sign(model[at - 1])) continue;
    match found = longest_match(model.substr(at), known);
    if (!found.dialects.empty()) return found;
  }
  return {};
}

// The dialects of all models whose names begin with this word, which is how families are called: DeepSeek, Llama.
std::vector<std::size_t> of_family(std::string_view name, std::span<const dialect_facts> known) {
  constexpr std::size_t least = 2;  // one letter is no family
  std::vector<std::size_t> found;
  if (name.size() < least || !ascii::is_letter(name.back())) return found;
  const auto is_of_it = [name](std::string_view model) {
    model = without_folder(model);
    return model.size() > name.size() && ascii::lowered(model.substr(0, name.size())) == ascii::lowered(name) &&
           !ascii::is_letter(model[name.size()]);
  };
  for (std::size_t i = 0; i < known.size(); ++i)
    if (std::any_of(known[i].models.begin(), known[i].models.end(), is_of_it)) found.push_back(i);
  return found;
}

std::string folded(std::string_view name) {
  std::string made;
  for (const char c : name)
    if (!is_sign(c)) made += ascii::lower(c);
  return made;
}

// How far a name is from a known one: by the beginning of the longer name, for most of what people add stands after it.
std::size_t distance(std::string_view given, std::string_view known) {
  if (given.size() >= 3 && known.starts_with(given)) return 0;
  std::size_t least = known.size();
  for (const std::size_t size : {known.size() - 1, known.size(), known.size() + 1})
    least = std::min(least, edit_distance(given.substr(0, size), known));
  return least;
}

// The name that was probably meant, or nothing.
std::vector<std::string_view> suggestions(std::string_view name, std::span<const dialect_facts> known) {
  const std::string given = folded(without_folder(name)).substr(0, longest_compared);
  std::vector<std::pair<std::size_t, std::string_view>> near;
  const auto consider = [&](std::string_view candidate) {
    const std::string other = folded(without_folder(candidate));
    const std::size_t far = other.empty() ? longest_compared : distance(given, other);
    const bool is_new =
        std::none_of(near.begin(), near.end(), [&](const auto& each) { return each.second == candidate; });
    if (far <= std::max<std::size_t>(1, other.size() / 4) && is_new) near.emplace_back(far, candidate);
  };
  for (const dialect_facts& each : known) {
    consider(each.name);
    for (const std::string_view model : each.models) consider(model);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second.size()) < std::pair(b.first, b.second.size());
  });
  std::vector<std::string_view> best;
  for (std::size_t i = 0; i < std::min(near.size(), most_suggested); ++i) best.push_back(near[i].second);
  return best;
}

std::string refusal(std::string_view name, std::span<const dialect_facts> known) {
  std::string words = "there is no dialect and no model \"" + std::string(name) + "\"";
  const std::vector<std::string_view> near = suggestions(name, known);
  if (near.empty() && known.size() > most_listed) return words + ", nor one with a similar name";
  if (near.empty()) {
    words += "; dialects are auto";
    for (const dialect_facts& each : known) words += ", " + std::string(each.name);
    return words;
  }
  words += "; did you mean ";
  for (std::size_t i = 0; i < near.size(); ++i)
    words += (i == 0 ? "" : i + 1 == near.size() ? " or " : ", ") + std::string(near[i]);
  return words + "?";
}

[[noreturn]] void refuse_auto_among_names() {
  throw setup_error("", "\"auto\" means every dialect, and cannot be combined with other names");
}

}  // namespace

std::vector<std::size_t> find_dialects(std::string_view name, std::span<const dialect_facts> known) {
  if (const auto own = place_of(name, known)) return {*own};
  match found = find_match(name, known);
  if (found.version_unknown) return {};
  return std::move(found.dialects);
}

bool is_unlisted_version(std::string_view name, std::span<const dialect_facts> known) {
  return !place_of(name, known) && find_match(name, known).version_unknown;
}

std::vector<std::size_t> dialects_named(std::string_view name, std::span<const dialect_facts> known) {
  if (name.empty()) throw setup_error("", "a name of a dialect or a model is empty");
  if (name == "auto") refuse_auto_among_names();
  std::vector<std::size_t> found = find_dialects(name, known);
  if (found.empty() && is_unlisted_version(name, known)) {
    found.resize(known.size());
    std::iota(found.begin(), found.end(), std::size_t{0});
  }
  if (found.empty()) found = of_family(without_folder(name), known);
  if (found.empty()) throw setup_error("", refusal(name, known));
  return found;
}

namespace {

engine::dialect_set set_of(std::string_view name, std::span<const dialect_facts> known) {
  engine::dialect_set made;
  if (const auto own = place_of(name, known))
    made.set(*own);
  else
    for (const std::size_t number : dialects_named(name, known)) made.set(number);
  return made;
}

// Of a name with a minus.
engine::dialect_set left_out_by(std::string_view name, std::span<const dialect_facts> known) {
  return set_of(name == "-evidence" ? reader_of_evidence : name.substr(1), known);
}

}  // namespace

engine::dialect_set dialects_listed(std::string_view names, std::span<const dialect_facts> known) {
  engine::dialect_set found, without;
  std::size_t named = 0;
  bool all = false;
  each_part(names, ',', [&](std::string_view name) {
    if (name.starts_with('-')) {
      without |= left_out_by(name, known);
    } else {
      if (all) refuse_auto_among_names();
      all = named++ == 0 && name == "auto";
      if (!all) found |= set_of(name, known);
    }
  });
  if (named == 0) throw setup_error("", "\"" + std::string(names) + "\" only leaves dialects out; name one, or auto");
  for (std::size_t i = 0; all && i < known.size(); ++i) found.set(i);
  each_part(names, ',', [&](std::string_view name) {
    if (name.starts_with('-') && (found & left_out_by(name, known)).none())
      throw setup_error("", "\"" + std::string(name) + "\" leaves out nothing of \"" + std::string(names) +
                                "\", which does not name it");
  });
  found &= ~without;
  if (found.none()) throw setup_error("", "\"" + std::string(names) + "\" leaves out all the dialects that it names");
  return found;
}

}  // namespace toolcall::events
