// Labels: each that a page reports is explained in spec/recovery.md, and each that is explained there is reported:
// by a page, or by the library where its consequence says so.

#include <algorithm>
#include <set>
#include <string>

#include "grammarc/check_parts.hpp"

namespace toolcall::grammarc {
namespace {

struct use {
  const page* where = nullptr;
  const rule* around = nullptr;
  std::size_t line = 0;
  std::string name;
  form is = form::recovery;
};

void collect(const page& here, const rule& around, const expression& written, std::vector<use>& uses) {
  const bool labelled = written.is == form::recovery || written.is == form::note || written.is == form::when;
  if (labelled) uses.push_back({&here, &around, written.line, written.text, written.is});
  if (written.is == form::followed_by && !written.label.empty())
    uses.push_back({&here, &around, written.line, written.label, written.is});
  for (const expression& child : written.children) collect(here, around, child, uses);
}

// when() stands for what is not reported, so that a page says which of the two it is.
void check_form(const use& of, const label& is, problems& found) {
  const bool is_switch = is.consequence == "switch";
  if ((of.is != form::when && of.is != form::note) || is_switch == (of.is == form::when)) return;
  found.push_back({of.where->file, of.line, of.around->name,
                   is_switch ? of.name + " is a switch, so nothing is reported: write when(" + of.name + ")"
                             : of.name + " is reported, so it is not a switch: write note(" + of.name + ")"});
}

}  // namespace

void check_labels(const std::vector<page>& pages, const std::vector<label>& labels, const scope& seen,
                  problems& found) {
  std::vector<use> uses;
  for (const page& here : pages)
    for (const rule& each : here.rules) {
      if (here.name == head_page && is_entry(here, each.name))
        uses.push_back({&here, &each, each.line, each.name, form::note});
      collect(here, each, each.body, uses);
    }

  std::vector<std::string> known;
  for (const label& each : labels) known.push_back(each.name);
  std::set<std::string> used(seen.reported_elsewhere.begin(), seen.reported_elsewhere.end());
  for (const use& each : uses) {
    used.insert(each.name);
    const auto heading = std::find(known.begin(), known.end(), each.name);
    if (heading != known.end()) {
      check_form(each, labels[static_cast<std::size_t>(heading - known.begin())], found);
      continue;
    }
    const std::string near = closest(each.name, known);
    found.push_back({each.where->file, each.line, each.around->name,
                     "@" + each.name + " has no heading in spec/recovery.md, which says what each label means; " +
                         (near.empty() ? "write one" : "did you mean @" + near + "?")});
  }
  if (!seen.whole_spec) return;
  for (const label& each : labels)
    if (used.count(each.name) == 0 && each.consequence != "internal")
      found.push_back({"spec/recovery.md", each.line, "",
                       "no page reports @" + each.name + "; use it on a page, or delete its heading"});
}

}  // namespace toolcall::grammarc
