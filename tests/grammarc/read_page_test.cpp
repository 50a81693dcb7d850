// The reader of pages: front matter, blocks, examples, labels, and what is wrong with them.

#include "read_fragment.hpp"

namespace read_page_test {

using namespace toolcall::grammarc;

namespace {

struct outcome {
  page made;
  std::string wrong;
};

outcome read(std::string_view content, std::string_view file = "spec/dialects/minimax.md") {
  std::vector<problem> problems;
  auto made = read_page(file, content, problems);
  return {std::move(made), fragment::shown(problems)};
}

std::string front_wrong(std::string_view line) {
  return read("---\n" + std::string(line) + "\n---\n", "page.md").wrong;
}

using words = std::vector<std::string>;

const std::string keys_allowed =
    "allowed are dialect, models, starts, tokens, server_parsers, order, emission, repeats, values, in_use\n";

}  // namespace

TEST_CASE("a page has front matter, rules and examples") {
  const auto [page, wrong] = read(R"(---
dialect: minimax   # the name
models: [MiniMax-M2, "M2.7, or so", Nemotron 3]
starts: ["<think>\n", ""]
# a line of its own

tokens: []
order: 20
---
# MiniMax

```peg
call <- call:b
```

Prose with `a <- b` in it.

```cpp
not <- a rule
```

```peg
b <- .
```
)");
  CHECK(wrong == "");
  CHECK(page.name == "minimax");
  CHECK(page.file == "spec/dialects/minimax.md");
  CHECK(page.front.at("dialect") == words{"minimax"});
  CHECK(page.front.at("models") == words{"MiniMax-M2", "M2.7, or so", "Nemotron 3"});
  CHECK(page.front.at("starts") == words{"<think>\n", ""});
  CHECK(page.front.at("tokens").empty());
  REQUIRE(page.rules.size() == 2);
  CHECK(page.rules[0].line == 13);
  CHECK(page.rules[1].name == "b");
  CHECK(page.rules[1].line == 23);
  CHECK(page.grammar == "call <- call:b\n\nb <- .\n");
}

TEST_CASE("what is ambiguous is said by rules of their own") {
  const auto page = read("```peg\na <- \"x\"\n```\n```ambiguous\nambiguous <- a !.\n```\n```ambiguous\n```\n").made;
  CHECK(page.rules.size() == 1);
  REQUIRE(page.ambiguous.size() == 1);
  CHECK(page.ambiguous[0].name == "ambiguous");
  CHECK(page.ambiguous[0].line == 5);
  CHECK(page.grammar == "a <- \"x\"\n");
}

TEST_CASE("an example is options, text and result, and its text has no newline added") {
  const auto [page, wrong] = read(
      "````example the value holds a fence\ntools run,status\nfinish length\nprefill \"<think>\\n\"\n---\n"
      "```\n---\nx\n\n---\ncall run {}\nnote truncated `x`\n````\n"
      "```example empty\n---\n---\n```\n");
  CHECK(wrong == "");
  REQUIRE(page.examples.size() == 2);
  const auto& first = page.examples[0];
  CHECK(first.title == "the value holds a fence");
  CHECK(first.options.at("tools") == "run,status");
  CHECK(first.options.at("finish") == "length");
  CHECK(first.options.at("prefill") == "<think>\n");
  CHECK(first.text == "```\n---\nx\n");
  CHECK(first.expected == "call run {}\nnote truncated `x`");
  CHECK(first.line == 1);
  CHECK(page.examples[1].text.empty());
  CHECK(page.examples[1].expected.empty());
}

TEST_CASE("a text may end in a newline: a blank line before the last ---") {
  CHECK(read("```example a\n---\nx\n\n---\n```\n").made.examples.at(0).text == "x\n");
  CHECK(read("```example a\n---\n\n---\n```\n").made.examples.at(0).text.empty());
}

TEST_CASE("front matter is not YAML, and says so") {
  CHECK(front_wrong("modles: [a]") == "page.md:2: `modles` is not a key of the front matter; " + keys_allowed);
  CHECK(front_wrong("just words") == "page.md:2: `just words` is not a key of the front matter; " + keys_allowed);
  CHECK(front_wrong("server_parsers: [vllm=hermes, sglang=gpt-oss]") == "");
  for (const char* const wrong : {"hermes", "vllm=", "vllm=a b", "tgi=hermes"})
    CHECK(front_wrong("server_parsers: [" + std::string(wrong) + "]") ==
          "page.md:2: server_parsers: `" + std::string(wrong) +
              "` is not SERVER=PARSER, such as vllm=hermes; servers are vllm, sglang\n");
  CHECK(front_wrong("models:") ==
        "page.md:2: models: it has no value; write a word, a quoted text or a list such as [a, b]\n");
  CHECK(front_wrong("models: [a, b") == "page.md:2: models: a list is closed by ] on its own line\n");
  CHECK(front_wrong("models: [a, , b]") == "page.md:2: models: a value is empty; write \"\" for an empty text\n");
  CHECK(front_wrong("models: [a] b") ==
        "page.md:2: models: `b` follows the value; several values are a list such as [a, b]\n");
  CHECK(front_wrong("starts: \"a") ==
        "page.md:2: starts: `\"a` is not quoted text; write it as \"…\" with the escapes of a literal\n");
  CHECK(front_wrong("order: 1\norder: 2") == "page.md:3: the key order stands here twice: write it once\n");
  CHECK(read("---\norder: 1\n", "page.md").wrong ==
        "page.md:1: the front matter is never closed: a line --- ends it\n");
  CHECK(front_wrong("dialect: other") ==
        "page.md:1: the front matter says dialect: other, but the page is page.md; both "
        "are the name that other pages refer to\n");
}

TEST_CASE("blocks and examples that cannot be read") {
  CHECK(read("```peg\na <- .\n", "page.md").wrong ==
        "page.md:1: this block is never closed: a line of 3 backticks ends it\n");
  CHECK(read("```example\n---\n---\n```\n", "page.md").wrong ==
        "page.md:1: an example has a title after the word example: it names the test\n");
  CHECK(read("```example a\nx\n---\n```\n", "page.md").wrong ==
        "page.md:1: an example has two lines ---: one after its options, one between its text and its result\n");
  CHECK(read("```example a\ntool run\n---\n---\n```\n", "page.md").wrong ==
        "page.md:2: `tool run` is not an option of an example; allowed are tools NAME[,NAME], choice CHOICE, finish "
        "REASON, prefill "
        "\"TEXT\", read named, held auto and held always, each on its own line before the first ---\n");
  CHECK(read("```example a\nprefill <think>\n---\n---\n```\n", "page.md").wrong ==
        "page.md:2: prefill: `<think>` is not quoted text; write it as \"…\" with the escapes of a literal\n");
  CHECK(
      read("", "Mini-Max.md").wrong ==
      "Mini-Max.md:1: the file name of a page may have only a-z, 0-9 and _, because rules refer to it as page.rule\n");
}

TEST_CASE("labels are headings with a sentence and a consequence") {
  std::vector<problem> problems;
  const auto labels = read_labels(
      "spec/recovery.md",
      "# Recovery\n\n### What it is for\n\nProse.\n\n### close_mismatch\n\nThe closer names "
      "another\npart. It is common.\n\nconsequence: reported\nconcerns: field\nevidence: damaged_marks\n\n### "
      "`truncated`\n\nThe text ends.\nconsequence: by finish reason\nconcerns: no call\n```example a\n### "
      "not_one\n```\n",
      problems);
  CHECK(fragment::shown(problems) == "");
  REQUIRE(labels.size() == 2);
  CHECK(labels[0].name == "close_mismatch");
  CHECK(labels[0].message == "The closer names another part.");
  CHECK(labels[0].consequence == "reported");
  CHECK(labels[0].concerns_field);
  CHECK(labels[0].line == 7);
  CHECK(labels[1].name == "truncated");
  CHECK(labels[1].message == "The text ends.");
  CHECK(labels[1].consequence == "by finish reason");
  CHECK_FALSE(labels[1].concerns_field);
  CHECK(labels[0].evidence == "damaged_marks");
  CHECK(labels[1].evidence.empty());
  CHECK_FALSE(labels[0].concerns_no_call);
  CHECK(labels[1].concerns_no_call);
}

TEST_CASE("labels that say too little") {
  const auto wrong = [](std::string_view content) {
    std::vector<problem> problems;
    read_labels("recovery.md", content, problems);
    return fragment::shown(problems);
  };
  const std::string allowed =
      "allowed are reported, incomplete, by finish reason, without fields, held, refused, switch, without a call, "
      "looked at again, by its arguments, by its names, as a mark, to the end, internal\n";
  CHECK(wrong("### a\n\nA thing.\n") == "recovery.md:1: the label a has no line `consequence:`; " + allowed);
  CHECK(wrong("### a\n\nconsequence: reported\n") ==
        "recovery.md:1: the label a has no sentence under its heading: it is the diagnostic's text\n");
  CHECK(wrong("### a\n\nA thing.\n\nconsequence: lost\n") ==
        "recovery.md:5: a: `lost` is not a consequence; " + allowed);
  CHECK(wrong("### a\nA.\nconsequence: reported\nconcerns: tag\n") ==
        "recovery.md:4: `tag` is nothing that a can concern: allowed are field, call, no call\n");
  CHECK(wrong("### a\nA.\nconsequence: reported\nevidence: exact\n") ==
        "recovery.md:4: a: `exact` is no evidence that a label can leave; allowed are damaged_marks, general_reader, "
        "forced_choice\n");
  CHECK(wrong("### a\nA.\nconsequence: reported\n### a\nB.\nconsequence: reported\n") ==
        "recovery.md:4: the label a is declared in line 1 already\n");
}

}  // namespace read_page_test
