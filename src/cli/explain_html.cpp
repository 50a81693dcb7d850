// The explanation as a page: no script, nothing that is fetched, and a policy that says so to the browser, because the
// text is a model's. Colours follow the reader's choice of light or dark.
//
// The content of the text's element is the text, but for characters that HTML does not allow and those that cannot be
// seen; the signs at the ends of lines come from the style, so that what is copied is the text.

#include <algorithm>
#include <array>

#include "cli/explanation.hpp"
#include "cli/visible.hpp"
#include "typing/json.hpp"

namespace toolcall::cli {

namespace {

constexpr std::string_view head = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>What became of the text</title>
<style>
:root { color-scheme: light dark; --back: #fff; --ink: #1a1a1a; --faint: #6b6b6b; --call: #1f4fbf; --name: #8a1c8f;
  --key: #00697a; --value: #1c6b1c; --recovery: #ffdf80; --refused: #b3161b; --rule: #d8d8d8; }
@media (prefers-color-scheme: dark) { :root { --back: #161616; --ink: #e8e8e8; --faint: #a0a0a0; --call: #8fb1ff;
  --name: #f0a0f5; --key: #6fd6e8; --value: #8fdc8f; --recovery: #6b5200; --refused: #ff8f8a; --rule: #3a3a3a; } }
body { background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; margin: 2em; }
h1 { font-size: 1.3em; } h2 { font-size: 1.1em; }
pre, li { font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
pre { border: 1px solid var(--rule); padding: 1em; tab-size: 4; }
ul { list-style: none; padding: 0; }
a { color: inherit; }
:target { outline: 2px solid var(--ink); }
i.end::before { content: "\23CE"; } i { font-style: normal; }
.reasoning { color: var(--faint); font-style: italic; } .markup { color: var(--faint); }
.control { color: var(--faint); text-decoration: underline dotted; } .call { color: var(--call); }
.name { color: var(--name); font-weight: bold; } .id { color: var(--name); } .key { color: var(--key); }
.value { color: var(--value); } .recovery { background: var(--recovery); }
.refused { color: var(--refused); text-decoration: underline wavy; }
</style>
</head>
<body>
<h1>What became of the text</h1>
)";

void append_escaped(std::string& html, std::string_view text) {
  for (const char c : text) {
    if (c == '&')
      html += "&amp;";
    else if (c == '<')
      html += "&lt;";
    else if (c == '>')
      html += "&gt;";
    else if (c == '"')
      html += "&quot;";
    else
      html += c;
  }
}

void append_bytes(std::string& html, became what, std::string_view bytes) {
  const bool ends = what != became::text && what != became::reasoning;
  while (!bytes.empty()) {
    const shown next = next_shown(bytes);
    if (bytes.front() == '\n')
      html += ends ? "<i class=\"end\"></i>\n" : "\n";
    else if (bytes.front() == '\t')
      html += '\t';
    else if (next.replaced)
      html += "<i>" + next.as + "</i>";
    else
      append_escaped(html, next.as);
    bytes.remove_prefix(next.bytes);
  }
}

std::string bytes_of(std::uint64_t begin, std::uint64_t end) {
  return std::to_string(begin) + ".." + std::to_string(end);
}

// The first line end in a pre is not shown, so one is put there.
void append_text(std::string& html, const std::vector<stretch>& parts, std::string_view text) {
  html += "<pre id=\"text\">\n";
  for (const stretch& s : parts) {
    const std::string name(fate_of(s.what).name);
    html += "<span class=\"" + name + "\" id=\"b" + std::to_string(s.begin) + "\" title=\"" + name + ", bytes " +
            bytes_of(s.begin, s.end) + "\">";
    append_bytes(html, s.what, text.substr(s.begin, s.end - s.begin));
    html += "</span>";
  }
  html += "</pre>\n";
}

void append_legend(std::string& html, const std::vector<stretch>& parts) {
  std::array<bool, fate_count> there{};
  for (const stretch& s : parts) there[static_cast<std::size_t>(s.what)] = true;
  html += "<h2>Legend</h2>\n<ul>\n";
  for (std::size_t i = 0; i < fate_count; ++i) {
    if (!there[i]) continue;
    const fate& f = fate_of(static_cast<became>(i));
    html += "<li><span class=\"" + std::string(f.name) + "\">" + std::string(f.name) + "</span>: ";
    html += std::string(f.meaning) + "</li>\n";
  }
  html += "</ul>\n";
}

// Where the stretch begins that holds a byte; at the end of the text, the last.
std::uint64_t anchor(const std::vector<stretch>& parts, std::uint64_t at) {
  const auto behind = std::upper_bound(parts.begin(), parts.end(), at,
                                       [](std::uint64_t position, const stretch& s) { return position < s.begin; });
  return behind == parts.begin() ? 0 : std::prev(behind)->begin;
}

void append_decisions(std::string& html, const explanation& of, const std::vector<stretch>& parts) {
  html += "<h2>Decisions</h2>\n<ul>\n";
  for (const decision& d : of.decisions()) {
    const std::size_t span = d.line.find(' ');
    html += "<li><a href=\"#b" + std::to_string(anchor(parts, d.begin)) + "\" class=\"" +
            std::string(fate_of(d.shown_as).name) + "\">" + bytes_of(d.begin, d.end) + "</a>";
    append_escaped(html, std::string_view(d.line).substr(span));
    html += "</li>\n";
  }
  html += "</ul>\n";
}

// What came out, as on a terminal.
void append_result(std::string& html, std::string_view result) {
  if (result.empty()) return;
  html += "<h2>Result</h2>\n<pre id=\"result\">\n";
  append_escaped(html, typing::json::trim(result));
  html += "</pre>\n";
}

}  // namespace

std::string as_html(const explanation& of, std::string_view text, std::string_view result) {
  const std::vector<stretch> parts = of.stretches();
  std::string html(head);
  append_text(html, parts, text);
  append_legend(html, parts);
  append_decisions(html, of, parts);
  append_result(html, result);
  return html + "</body>\n</html>\n";
}

}  // namespace toolcall::cli
