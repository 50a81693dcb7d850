// Arrays of numbers and one of characters as source: no pointer, so that nothing is set up when a program starts.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace toolcall::grammarc {

class array_source {
 public:
  // `ends_line(i)`: after the element i a line begins.
  template <typename T, typename Write, typename Ends>
  void array(std::string_view type, std::string_view name, const T& elements, const Write& write,
             const Ends& ends_line) {
    if (elements.empty()) {
      text += "constexpr std::span<const " + std::string(type) + "> " + std::string(name) + ";\n";
      return;
    }
    text += "constexpr " + std::string(type) + " " + std::string(name) + "[] = {\n";
    std::string line;
    std::size_t at = 0;
    for (const auto& each : elements) {
      const std::string word = write(each) + ",";
      if (line.size() + word.size() > columns) end(line);
      line += word;
      if (ends_line(at++)) end(line);
    }
    end(line);
    text += "};\n";
  }
  template <typename T, typename Write>
  void array(std::string_view type, std::string_view name, const T& elements, const Write& write) {
    array(type, name, elements, write, [](std::size_t) { return false; });
  }

  std::string text;

 private:
  static constexpr std::size_t columns = 118;

  void end(std::string& line) {
    if (!line.empty()) text += line + "\n";
    line.clear();
  }
};

// Octal, because a hexadecimal escape does not end.
inline std::string escaped(std::string_view of) {
  std::string all;
  for (const char c : of) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\' && c != '?') {
      all += c;
      continue;
    }
    all += '\\';
    for (const int shift : {6, 3, 0}) all += static_cast<char>('0' + (byte >> shift & 7));
  }
  return all;
}

// Lines of a literal.
inline std::string literal_lines(std::string_view text) {
  std::string all;
  for (std::size_t at = 0; at < text.size(); at += 90) all += "\n\"" + escaped(text.substr(at, 90)) + "\"";
  return all;
}

// A view of these lines.
inline std::string pool(const std::string& lines, std::size_t size) {
  return "constexpr std::string_view text(" + lines + (lines.empty() ? "\"\"" : "") + ",\n" + std::to_string(size) +
         ");\n";
}

}  // namespace toolcall::grammarc
