// The two folders that the command knows: pages are read from one, headers are kept in the other.
//
// A header is only written when its bytes differ, so that a build that depends on it is not started for nothing.

#include "grammarc/main_spec.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "grammarc/defaults.hpp"
#include "grammarc/dialects.hpp"
#include "grammarc/givens.hpp"

namespace toolcall::grammarc {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::string content{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) return std::nullopt;
  return content;
}

std::vector<fs::path> files_in(const fs::path& folder, std::string_view ending) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ending && entry.is_regular_file(none)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void add_page(specification& spec, const std::string& name, std::string_view content, bool dialect) {
  spec.pages.push_back(read_page(name, content, spec.problems));
  const auto& front = spec.pages.back().front;
  if (dialect && front.count("dialect") == 0)
    spec.problems.push_back({name, 1, "",
                             "a page in dialects/ begins with front matter that names its dialect: "
                             "---, dialect: " +
                                 spec.pages.back().name + ", ---"});
  if (!dialect && front.count("dialect") != 0)
    spec.problems.push_back({name, 1, "", "a page that names a dialect stands in dialects/"});
}

void read_into(specification& spec, const fs::path& file, bool dialect) {
  const auto content = read_file(file);
  const auto name = file.generic_string();
  if (content)
    add_page(spec, name, *content, dialect);
  else
    spec.problems.push_back({name, 1, "", "the page cannot be read"});
}

const expression* first_label(const expression& e) {
  if (e.is == form::recovery || e.is == form::note || e.is == form::when || !e.label.empty()) return &e;
  for (const auto& child : e.children)
    if (const auto* found = first_label(child)) return found;
  return nullptr;
}

// Without the page that explains them, labels would be names and nothing else.
void require_labels(specification& spec, const fs::path& recovery) {
  for (const auto& page : spec.pages)
    for (const auto& rule : page.rules)
      if (const auto* used = first_label(rule.body)) {
        const auto& name = used->label.empty() ? used->text : used->label;
        spec.problems.push_back({page.file, used->line, rule.name,
                                 "the label " + name + " is declared in " + recovery.generic_string() +
                                     ", which cannot be read: write ### " + name + " there"});
        return;
      }
}

void check_orders(specification& spec) {
  std::vector<ordered_dialect> before;
  for (const page& each : spec.pages) {
    if (!is_dialect(each)) continue;
    check_order(each, before, spec.problems);
    if (const auto order = order_of(each)) before.push_back({each.name, *order});
  }
}

}  // namespace

specification read_specification(const fs::path& folder, const page_file* another) {
  specification spec;
  std::error_code none;
  if (!fs::is_directory(folder, none)) {
    spec.problems.push_back({folder.generic_string(), 1, "", "there is no such folder of pages"});
    return spec;
  }
  if (fs::exists(folder / "message.md", none)) read_into(spec, folder / "message.md", false);
  for (const char* const shared : {"values", "shapes"})
    for (const auto& file : files_in(folder / shared, ".md")) read_into(spec, file, false);
  for (const auto& file : files_in(folder / "dialects", ".md"))
    if (another == nullptr || file.stem() != fs::path(another->file).stem()) read_into(spec, file, true);
  if (another != nullptr) add_page(spec, another->file, another->content, true);
  spec.tools = read_file(folder / "tools.json").value_or("");
  const auto recovery = folder / "recovery.md";
  if (const auto content = read_file(recovery))
    spec.labels = read_labels(recovery.generic_string(), *content, spec.problems);
  else
    require_labels(spec, recovery);
  check_orders(spec);
  add_defaults(spec.pages);
  resolve_givens(spec.pages, spec.problems);
  drop_unread_defaults(spec.pages);
  return spec;
}

std::string place_in_spec(const fs::path& folder, const std::string& file) {
  return "spec/" + fs::path(file).lexically_relative(folder).generic_string();
}

difference compare(const fs::path& folder, const std::vector<generated_file>& files) {
  difference found;
  for (const auto& file : files)
    if (read_file(folder / file.name) != file.content) found.to_write.push_back(file);
  auto there = files_in(folder, ".hpp");
  for (auto& source : files_in(folder, ".cpp")) there.push_back(std::move(source));
  for (const auto& path : there) {
    const auto name = path.filename().string();
    const bool is_current =
        std::any_of(files.begin(), files.end(), [&](const auto& file) { return file.name == name; });
    if (is_current) continue;
    const auto content = read_file(path).value_or("");
    if (std::string_view(content).substr(0, generated_mark.size()) == generated_mark) found.to_remove.push_back(path);
  }
  return found;
}

std::string apply(const fs::path& folder, const difference& changes) {
  std::error_code wrong;
  fs::create_directories(folder, wrong);
  if (wrong) return folder.generic_string() + ": " + wrong.message();
  for (const auto& file : changes.to_write) {
    std::ofstream out(folder / file.name, std::ios::binary);
    out << file.content << std::flush;
    if (!out) return (folder / file.name).generic_string() + ": cannot be written";
  }
  for (const auto& file : changes.to_remove) {
    fs::remove(file, wrong);
    if (wrong) return file.generic_string() + ": " + wrong.message();
  }
  return {};
}

}  // namespace toolcall::grammarc
