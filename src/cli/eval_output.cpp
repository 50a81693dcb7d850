// The figures of eval as a table, as JSON and as a page, which has no script and fetches nothing. The picture is a bar
// for each parser and each model, divided by what became of its outputs.

#include <algorithm>

#include "cli/columns.hpp"
#include "cli/eval_outcome.hpp"
#include "cli/visible.hpp"
#include "output/json_writer.hpp"
#include "text/utf8.hpp"

namespace toolcall::cli {

namespace {

using named_counts = std::pair<std::string, outcome_counts>;

struct outcome_look {
  std::string_view title, heading, colour;
};

constexpr outcome_look looks[outcome_count] = {
    {"right as written", "right", "#2f7d32"},   {"right after a repair", "repaired", "#8bc34a"},
    {"wrong by the model", "wrong", "#f0a030"}, {"lost or changed by the parser", "lost", "#c62828"},
    {"truncated", "truncated", "#8a8a8a"},      {"called although nothing was asked", "unasked", "#7e57c2"},
};

std::string shown_name(const std::string& name) {
  return utf8::shortened(visible(name), 40);
}

void add_section(std::string& to, const char* title, const std::map<std::string, outcome_counts>& of) {
  row head = {title};
  for (const outcome_look& each : looks) head.emplace_back(each.heading);
  std::vector<row> rows = {std::move(head)};
  for (const auto& [name, counts] : of) {
    row one = {shown_name(name)};
    for (const std::uint64_t count : counts.of) one.push_back(with_commas(count));
    rows.push_back(std::move(one));
  }
  if (rows.size() > 1) to += '\n' + aligned(rows);
}

void write_counts(events::json_writer& out, const outcome_counts& counts) {
  out.object([&] {
    for (std::size_t i = 0; i < outcome_count; ++i) out.member(to_string(static_cast<outcome>(i)), counts.of[i]);
  });
}

void write_groups(events::json_writer& out, const char* key, const std::map<std::string, outcome_counts>& of) {
  out.key(key).object([&] {
    for (const auto& [name, counts] : of) {
      out.key(name);
      write_counts(out, counts);
    }
  });
}

std::string as_text(const std::string& name) {
  std::string html;
  for (const char c : shown_name(name)) {
    if (c == '&')
      html += "&amp;";
    else if (c == '<')
      html += "&lt;";
    else if (c == '"')
      html += "&quot;";
    else
      html += c;
  }
  return html;
}

constexpr std::string_view page_head = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>What became of the calls</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em; }
h1 { font-size: 1.3em; } h2 { font-size: 1.1em; }
table { border-collapse: collapse; } th, td { padding: 0.2em 0.8em; text-align: right; }
th:first-child, td:first-child { text-align: left; }
thead th { border-bottom: 1px solid; }
svg text { font: 13px system-ui, sans-serif; fill: currentColor; }
.key { display: inline-block; width: 0.8em; height: 0.8em; margin: 0 0.4em 0 1em; }
</style>
</head>
<body>
<h1>What became of the calls</h1>
)";

// Bars below each other, each as long as the others.
std::string bars(const std::vector<named_counts>& of) {
  constexpr std::size_t bar = 22, gap = 8, left = 220, width = 600;
  std::string svg = "<svg role=\"img\" aria-label=\"What became of the outputs\" width=\"" +
                    std::to_string(left + width) + "\" height=\"" + std::to_string(of.size() * (bar + gap)) + "\">\n";
  std::size_t top = 0;
  for (const auto& [name, counts] : of) {
    svg += "<text x=\"0\" y=\"" + std::to_string(top + bar - 6) + "\">" + as_text(name) + "</text>\n";
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < outcome_count; ++i) {
      if (counts.of[i] == 0) continue;
      const std::uint64_t from = before * width / counts.all(), to = (before + counts.of[i]) * width / counts.all();
      svg += "<rect x=\"" + std::to_string(left + from) + "\" y=\"" + std::to_string(top) + "\" width=\"" +
             std::to_string(std::max<std::uint64_t>(1, to - from)) + "\" height=\"" + std::to_string(bar) +
             "\" fill=\"" + std::string(looks[i].colour) + "\"><title>" + std::string(looks[i].title) + ": " +
             with_commas(counts.of[i]) + "</title></rect>\n";
      before += counts.of[i];
    }
    top += bar + gap;
  }
  return svg + "</svg>\n";
}

std::string html_table(const char* title, const std::vector<named_counts>& of) {
  if (of.empty()) return {};
  std::string html = "<h2>" + std::string(title) + "</h2>\n<table>\n<thead><tr><th></th>";
  for (const outcome_look& each : looks) html += "<th>" + std::string(each.heading) + "</th>";
  html += "</tr></thead>\n";
  for (const auto& [name, counts] : of) {
    html += "<tr><td>" + as_text(name) + "</td>";
    for (const std::uint64_t count : counts.of) html += "<td>" + with_commas(count) + "</td>";
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

std::vector<named_counts> listed(const std::map<std::string, outcome_counts>& of) {
  return {of.begin(), of.end()};
}

}  // namespace

std::string evaluation::to_table() const {
  row head = {with_commas(outputs) + (outputs == 1 ? " output" : " outputs")};
  head.insert(head.end(), parsers.begin(), parsers.end());
  std::vector<row> rows = {std::move(head)};
  for (std::size_t i = 0; i < outcome_count; ++i) {
    row one = {std::string(looks[i].title)};
    for (const outcome_counts& each : totals) one.push_back(with_commas(each.of[i]));
    rows.push_back(std::move(one));
  }
  std::string made = aligned(rows);
  if (models.size() != 1 || models.begin()->first != "(none)") add_section(made, "model", models);
  add_section(made, "dialect", dialects);
  add_section(made, "label", labels);
  return made;
}

std::string evaluation::to_json() const {
  events::json_writer out;
  out.object([&] {
    out.member("outputs", outputs).key("parsers").object([&] {
      for (std::size_t i = 0; i < parsers.size(); ++i) {
        out.key(parsers[i]);
        write_counts(out, totals[i]);
      }
    });
    write_groups(out, "models", models);
    write_groups(out, "dialects", dialects);
    write_groups(out, "labels", labels);
    out.key("not_right").array([&] {
      for (const judged_output& each : not_right)
        out.object([&] {
          out.json_member("id", each.id).member("line", each.line).member("model", each.model);
          for (std::size_t i = 0; i < parsers.size(); ++i) out.member(parsers[i], to_string(each.by[i]));
        });
    });
  });
  return out.take() + '\n';
}

std::string evaluation::to_html() const {
  std::vector<named_counts> all;
  for (std::size_t i = 0; i < parsers.size(); ++i) all.emplace_back(parsers[i], totals[i]);
  std::vector<named_counts> shown = all;
  if (models.size() > 1) {
    const std::vector<named_counts> of_models = listed(models);
    shown.insert(shown.end(), of_models.begin(), of_models.end());
  }
  std::string html(page_head);
  html += "<p>" + with_commas(outputs) + (outputs == 1 ? " output" : " outputs") + "</p>\n<p>";
  for (const outcome_look& each : looks)
    html += "<span class=\"key\" style=\"background:" + std::string(each.colour) + "\"></span>" +
            std::string(each.title) + "\n";
  html += "</p>\n" + bars(shown) + html_table("By parser", all) + html_table("By model", listed(models));
  html += html_table("By dialect", listed(dialects)) + html_table("By label", listed(labels));
  return html + "</body>\n</html>\n";
}

}  // namespace toolcall::cli
