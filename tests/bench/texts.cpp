// The texts that are measured; see texts.hpp.
//
// Each is put together from a few kinds of lines with words that change, so that neither the branch predictor nor the
// cache sees the same line twice in a row, and the shares of blanks, line ends, quotes and `<` are those of real text.

#include "texts.hpp"

#include <array>
#include <cstdint>

#include <nlohmann/json.hpp>

namespace bench {

namespace {

// A linear congruential generator: the same numbers everywhere, which the standard's distributions do not promise.
class dice {
 public:
  std::size_t operator()(std::size_t sides) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>((state_ >> 33U) % sides);
  }

 private:
  std::uint64_t state_ = 20240229;
};

constexpr std::array<std::string_view, 24> words = {
    "parser", "the",    "stream", "of",  "value", "a",     "marker", "reads", "when",  "buffer", "is",    "open",
    "and",    "closed", "to",     "its", "naïve", "index", "length", "from",  "which", "—",      "table", "byte"};
constexpr std::array<std::string_view, 12> names = {"count", "index", "parser", "buffer", "limit",  "offset",
                                                    "node",  "state", "width",  "height", "result", "entry"};
// $ is a name, % some words, # a number but at the start of a line; the line end is added.
constexpr std::array<std::string_view, 24> code_lines = {"int $_$(const std::vector<$>& $, int $) {",
                                                         "  int $ = #;",
                                                         "  std::map<std::string, $> $;",
                                                         "  for (std::size_t i = 0; i < $.size(); ++i) {",
                                                         "    if ($[i] < # && $ > #) {",
                                                         "      log(\"$ \\\"%s\\\" is out of range: %d\\n\", $, $);",
                                                         "      continue;",
                                                         "    }",
                                                         "    $ += $[i] * #;",
                                                         "  }",
                                                         "  // %.",
                                                         "  html += \"<td class='$'>\" + $ + \"</td>\";",
                                                         "  if ($ == nullptr) return -#;",
                                                         "  $->$ = $_$(*$, $ << #);",
                                                         "  return $;",
                                                         "}",
                                                         "",
                                                         "// %, %.",
                                                         "#include \"$/$.hpp\"",
                                                         "template <typename $>",
                                                         "struct $_$ {",
                                                         "  std::string $ = \"%\";",
                                                         "\tbool $ = false;",
                                                         "};"};
constexpr std::array<std::string_view, 8> prose_lines = {
    "%, %. %; %. ",         "%. ",          "The $'s % (#). ", "% \"$\" %, but %. ", "Here `$_$` %. ", "%: %, # %.\n\n",
    "%.\n- % [#]\n- %\n\n", "%, %, and %. "};
constexpr std::string_view record =
    "  {\n    \"id\": #,\n    \"name\": \"$ %\",\n    \"tags\": [\"$\", \"$\"],\n    \"size\": #.5,\n"
    "    \"open\": true,\n    \"note\": \"% \\\"$\\\" < %\",\n    \"parent\": null\n  },\n";

constexpr std::array<std::string_view, 12> html_lines = {"<div class=\"$\" id=\"$_#\">",
                                                         "  <h2>%</h2>",
                                                         "  <p>%, <em>%</em>. %.</p>",
                                                         "  <a href=\"/$/#.html\">%</a>",
                                                         "  <ul>",
                                                         "    <li><code>$</code> - %</li>",
                                                         "  </ul>",
                                                         "  <input type=\"text\" name=\"$\" value=\"%\"/>",
                                                         "  <table><tr><td>#</td><td>$</td></tr></table>",
                                                         "  <!-- % -->",
                                                         "  <script>let $ = a < b ? '$' : [];</script>",
                                                         "</div>"};

constexpr std::array<std::string_view, 6> log_records = {"2026-03-# 12:#:#.# INFO [$] <$.$> %",
                                                         "2026-03-# 12:#:#.# WARN [$] $=# $=\"%\"",
                                                         "#.#.#.# - - [#/Mar/2026] \"GET /$/$?$=# HTTP/1.1\" 200 #",
                                                         "2026-03-# 12:#:#.# ERROR [$] $_$: % (#)",
                                                         "    at $.$($.cpp:#)",
                                                         "{\"level\": \"info\", \"$\": #, \"message\": \"%\"}"};
constexpr std::array<std::string_view, 10> markdown_lines = {"## %\n",
                                                             "%, `$_$` %. %.\n",
                                                             "- **$**: %\n- `$`: %",
                                                             "1. %\n2. %",
                                                             "> %, %.\n",
                                                             "| $ | % |\n|---|---|\n| # | `$` |\n",
                                                             "```cpp\nint $ = #;\nif ($ < #) return $;\n```\n",
                                                             "See [%](https://example.org/$/#).\n",
                                                             "*%*, _$_ %; ~~$~~ %.\n",
                                                             "---\n"};

void fill(std::string& out, std::string_view line, dice& roll) {
  for (const char c : line) {
    if (c == '$') {
      out += names[roll(names.size())];
    } else if (c == '#') {
      out += std::to_string(roll(1000));
    } else if (c == '%') {
      for (std::size_t n = 3 + roll(6); n > 0; --n) {
        out += words[roll(words.size())];
        if (n > 1) out += ' ';
      }
    } else {
      out += c;
    }
  }
}

// Exactly of this size, and not cut within a character.
std::string cut(std::string text, std::size_t size) {
  std::size_t end = size;
  while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  text.resize(end);
  return text.append(size - end, '.');
}

template <typename Line>
std::string filled(std::size_t size, Line&& next_line) {
  dice roll;
  std::string out;
  out.reserve(size + kilobyte);
  while (out.size() <= size) next_line(out, roll);
  return cut(std::move(out), size);
}

template <typename Lines>
std::string lines_of(std::size_t size, const Lines& lines) {
  return filled(size, [&lines](std::string& out, dice& roll) {
    fill(out, lines[roll(lines.size())], roll);
    out += '\n';
  });
}

}  // namespace

std::string source(std::size_t size) {
  return filled(size, [](std::string& out, dice& roll) {
    const std::string_view line = code_lines[roll(code_lines.size())];
    const bool directive = line.substr(0, 1) == "#";
    if (directive) out += '#';
    fill(out, line.substr(directive ? 1 : 0), roll);
    out += '\n';
  });
}

std::string plain_prose(std::size_t size) {
  return filled(size, [](std::string& out, dice& roll) { fill(out, "%, %. ", roll); });
}

std::string prose(std::size_t size) {
  return filled(size, [](std::string& out, dice& roll) { fill(out, prose_lines[roll(prose_lines.size())], roll); });
}

std::string html(std::size_t size) {
  return lines_of(size, html_lines);
}

std::string log_lines(std::size_t size) {
  return lines_of(size, log_records);
}

std::string markdown(std::size_t size) {
  return lines_of(size, markdown_lines);
}

std::string json_records(std::size_t size) {
  return filled(size, [](std::string& out, dice& roll) {
    if (out.empty()) out = "[\n";
    fill(out, record, roll);
  });
}

std::string message_with_call(std::string_view value) {
  std::string out =
      "I will write the file.\n<minimax:tool_call>\n<invoke name=\"write_file\">\n"
      "<parameter name=\"path\">src/parser.cpp</parameter>\n<parameter name=\"content\">";
  out += value;
  out += "</parameter>\n</invoke>\n</minimax:tool_call>";
  return out;
}

std::string_view declared_tools() {
  return R"([{"type": "function", "function": {"name": "write_file", "parameters": {"type": "object",
    "properties": {"path": {"type": "string"}, "content": {"type": "string"}}, "required": ["path", "content"]}}}])";
}

std::string arguments_json(std::string_view value) {
  return nlohmann::ordered_json{{"path", "src/parser.cpp"}, {"content", value}}.dump();
}

std::string text_json(std::string_view text) {
  return nlohmann::json{{"content", text}}.dump();
}

}  // namespace bench
