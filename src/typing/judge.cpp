// Asks valijson.
//
// It judges last and is fenced: it sees a weakened schema and a document of bounded depth that we built, it runs inside
// try, and its messages are turned into ours with pointers of our own, because its paths are ambiguous. This is the one
// file that includes it.

#define VALIJSON_USE_EXCEPTIONS 1

#include "typing/judge.hpp"

#include <algorithm>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "typing/convert.hpp"
#include "typing/dom.hpp"

namespace toolcall::typing {

struct judge::compiled {
  valijson::Schema schema;
};

namespace {

using path = std::vector<std::string>;

// valijson keeps every complaint with its whole path, which for a long list is many times the list. Beyond this many
// values it is only asked whether they fit, and our own checks say where they do not.
constexpr std::uint32_t max_explained = 20'000;

// "<root>", "[a]", "[0]" to "a", "0".
path path_of(const path& context) {
  path out;
  for (std::size_t i = 1; i < context.size(); ++i) {
    const std::string& step = context[i];
    out.push_back(step.size() >= 2 && step.front() == '[' ? step.substr(1, step.size() - 2) : step);
  }
  return out;
}

bool begins_with(const path& whole, const path& start) {
  return whole.size() >= start.size() && std::equal(start.begin(), start.end(), whole.begin());
}

// The name that a message ends with: behind `opener`, before the last quote.
std::string name_behind(std::string_view opener, const std::string& text) {
  const std::size_t found = text.find(opener), last = text.rfind('\'');
  const std::size_t first = found == text.npos ? last : found + opener.size();
  return first >= last || last == text.npos ? "" : text.substr(first, last - first);
}

// "Expected number less than or equal to 14.000000" to "expected number less than or equal to 14".
std::string in_our_words(std::string text) {
  constexpr std::string_view zeros = ".000000";
  for (std::size_t at = text.find(zeros); at != text.npos; at = text.find(zeros)) text.erase(at, zeros.size());
  while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.pop_back();
  if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') text.front() = static_cast<char>(text.front() + 32);
  return text;
}

struct complaint {
  path where;
  std::string text;
};

class report {
 public:
  report(const schema_graph& schemas, int root, const json::document& doc)
      : schemas_(schemas), root_(root), doc_(doc) {}

  void add(path where, std::string text) {
    // A complaint about a part is followed by ones about all that contain it; the innermost says it best.
    const bool outer = text.starts_with("Failed to validate") && text.find("constraint") == text.npos;
    if (outer && !kept_.empty() && kept_.back().where.size() > where.size() && begins_with(kept_.back().where, where)) {
      return;
    }
    // A union complains about each of its branches first; one message is enough for one mistake.
    const bool branches = text.find("anyOf") != text.npos || text.find("oneOf") != text.npos;
    while (branches && !kept_.empty() && begins_with(kept_.back().where, where)) kept_.pop_back();
    if (kept_.size() < max_findings || branches) kept_.push_back({std::move(where), std::move(text)});
  }

  void write(std::vector<finding>& out) const {
    for (const complaint& c : kept_) {
      if (out.size() >= max_findings) return;
      finding f = finding_of(c);
      const bool known = std::any_of(
          out.begin(), out.end(), [&](const finding& o) { return o.pointer == f.pointer && o.message == f.message; });
      if (!known) out.push_back(std::move(f));
    }
  }

 private:
  finding finding_of(const complaint& c) const {
    std::string pointer;
    for (const std::string& step : c.where) json::append_step(pointer, step);
    if (c.text.starts_with("Missing required property")) {
      const std::string name = name_behind("property '", c.text);
      json::append_step(pointer, name);
      return {"missing_required", std::move(pointer), "missing required \"" + name + '"'};
    }
    if (c.text.starts_with("Object contains a property that could not")) {
      const std::string name = name_behind("constraints: '", c.text);
      json::append_step(pointer, name);
      return {"schema_violation", std::move(pointer),
              "\"" + name + "\" is not declared, and nothing undeclared is allowed"};
    }
    return {"schema_violation", std::move(pointer), message(c)};
  }

  std::string message(const complaint& c) const {
    const auto [schema, node] = find(c.where);
    if (schema == no_schema) return c.text;
    const std::string got = ", got " + shown_value(doc_.lexeme(node));
    if (c.text.find("exactly one") != c.text.npos) return "fits more than one of the schemas of oneOf" + got;
    if (schemas_[schema].never) return "no value is allowed here" + got;
    const bool type = c.text.find("'type' constraint") != c.text.npos || c.text.find("enum") != c.text.npos ||
                      c.text.find("'const'") != c.text.npos || c.text.find("anyOf") != c.text.npos ||
                      c.text.find("oneOf") != c.text.npos;
    if (type && schemas_[schema].types == any_type && schemas_[schema].branches.empty() && !schemas_[schema].members) {
      return "fits none of the schemas allowed here" + got;
    }
    if (type) return "expected " + expected(schemas_, schema) + got;
    return in_our_words(c.text) + (doc_[node].what == json::kind::object ? "" : got);
  }

  std::pair<int, std::uint32_t> find(const path& where) const {
    int schema = root_;
    std::uint32_t node = 0;
    for (const std::string& step : where) {
      const bool array = doc_[node].what == json::kind::array;
      const auto& s = schemas_[schema];
      node = array ? item(node, step) : doc_.member(node, step);
      if (node == 0) return {no_schema, 0};
      const std::size_t i = array ? std::stoul(step) : 0;
      schema = !array ? schemas_.property(schema, step) : i < s.prefix_items.size() ? s.prefix_items[i] : s.items;
      if (schema == no_schema) return {no_schema, 0};
    }
    return {schema, node};
  }

  std::uint32_t item(std::uint32_t array, const std::string& step) const {
    if (step.empty() || step.find_first_not_of("0123456789") != step.npos || step.size() > 9) return 0;
    std::uint32_t n = array + 1;
    for (std::size_t i = std::stoul(step); i > 0 && n < doc_[array].next; --i) n = doc_[n].next;
    return n < doc_[array].next ? n : 0;
  }

  const schema_graph& schemas_;
  int root_;
  const json::document& doc_;
  std::vector<complaint> kept_;
};

}  // namespace

judge::judge(int root, nlohmann::json normal, const std::string& pointer, warnings& found) : root_(root) {
  weaken(normal, pointer, found);
  try {
    auto taken = std::make_unique<compiled>();
    valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
    const valijson::adapters::NlohmannJsonAdapter adapter(normal);
    parser.populateSchema(adapter, taken->schema);
    compiled_ = std::move(taken);
  } catch (const std::exception& e) {
    found.push_back({pointer, std::string("schema_not_enforced: ") + e.what()});
  }
}

judge::~judge() = default;

std::vector<finding> judge::verdict(const schema_graph& schemas, std::string_view arguments) const {
  std::vector<finding> out;
  json::document doc;
  json::fault why;
  if (!doc.read(arguments, why, dom_depth_limit)) {
    out.push_back({"schema_violation", "", std::string("the arguments cannot be judged: ") + why.reason});
    return out;
  }
  if (!compiled_) return out;
  if (!is_affordable(schemas, root_, doc)) {
    out.push_back({"schema_violation", "", "the arguments cannot be judged: the schema's branches multiply"});
    return out;
  }
  const bool large = doc.size() > max_explained;
  report complaints(schemas, root_, doc);
  bool fits = true;
  try {
    const nlohmann::json instance = to_dom(doc, 0, big_numbers::saturate);
    const valijson::adapters::NlohmannJsonAdapter adapter(instance);
    fits = valijson::Validator().validate(compiled_->schema, adapter, nullptr);
    if (!fits && !large) {
      valijson::ValidationResults results;
      valijson::Validator().validate(compiled_->schema, adapter, &results);
      for (const auto& error : results) complaints.add(path_of(error.context), error.description);
    }
  } catch (const std::exception& e) {
    out.push_back({"schema_violation", "", std::string("the arguments could not be judged: ") + e.what()});
  }
  complaints.write(out);
  check(schemas, root_, doc, !fits && large, out);
  if (!fits && out.empty()) out.push_back({"schema_violation", "", "the arguments do not fit the schema"});
  return out;
}

}  // namespace toolcall::typing
