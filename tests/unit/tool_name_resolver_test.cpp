// Names that are not declared as they stand: which declared one they mean, and when they mean none.

#include "typing/tool_name_resolver.hpp"

#include "catch.hpp"

namespace tool_name_resolver_test {

using toolcall::typing::tool_name_resolver;

namespace {

using names = std::vector<std::string>;

// The declared name that is meant, or "".
std::string meant(const names& declared, std::string_view written) {
  tool_name_resolver ladder;
  for (std::size_t i = 0; i < declared.size(); ++i) ladder.add(declared[i], static_cast<int>(i));
  const int found = ladder.find(written);
  return found < 0 ? "" : declared[static_cast<std::size_t>(found)];
}

}  // namespace

TEST_CASE("what was put around a name is taken away") {
  for (const char* const written : {"functions.get", "function.get", "tools.get", "functions.get:0", "get:12",
                                    "functions.get_0", "functions_get_1", "getjson", "functions.getjson", " \"get\" ",
                                    "'get'", "get{\"a\": 1}", "get<|constrain|>json", "get \n", "`get`"}) {
    INFO(written);
    CHECK(meant({"get", "put"}, written) == "get");
  }
}

TEST_CASE("the least that must be taken away is taken away") {
  CHECK(meant({"get", "get_0"}, "functions.get_0") == "get_0");
  CHECK(meant({"get", "getjson"}, "functions.getjson") == "getjson");
  CHECK(meant({"get", "functions.get"}, "functions.get:0") == "functions.get");
  // But the number of an id is none of the name, whatever separators it is written with.
  CHECK(meant({"read", "read_3"}, "functions_read_3") == "read");
  CHECK(meant({"read_3"}, "functions_read_3") == "read_3");
  CHECK(meant({"read", "read_3"}, "functionsread3") == "read");
  CHECK(meant({"read"}, "functionsread") != "read");
}

TEST_CASE("a namespace is put in front of a name, or left away") {
  for (const char* const written : {"mcp__files__get", "server.get", "ns/get", "a.b:get", "mcp__get:0"}) {
    INFO(written);
    CHECK(meant({"get", "put"}, written) == "get");
  }
  CHECK(meant({"mcp__files__get", "put"}, "get") == "mcp__files__get");
  CHECK(meant({"files.get", "put"}, "get") == "files.get");
  CHECK(meant({"files.get"}, "mcp__files.get") == "files.get");
}

TEST_CASE("a name with a bracket in it is another name") {
  CHECK(meant({"get", "put"}, "get<up").empty());
  CHECK(meant({"get", "put"}, "functions.get<up:0").empty());
  CHECK(meant({"get", "put"}, "get<|channel|>commentary") == "get");
}

TEST_CASE("letter case and separators count where nothing else fits") {
  CHECK(meant({"read", "write"}, "Read") == "read");
  CHECK(meant({"resolve-library-id"}, "resolve_library_id") == "resolve-library-id");
  CHECK(meant({"resolve-library-id"}, "Resolve.Library_Id") == "resolve-library-id");
  CHECK(meant({"get_weather"}, "get weather") == "get_weather");
  CHECK(meant({"get_weather"}, "functions.Get-Weather:0") == "get_weather");
  CHECK(meant({"Read", "read-only", "READ_ONLY"}, "read") == "Read");
}

TEST_CASE("a line that is escaped as in Markdown is a line") {
  CHECK(meant({"get_weather"}, "get\\_weather") == "get_weather");
  CHECK(meant({"get_weather_at"}, "functions.get\\_weather\\_at:0") == "get_weather_at");
  CHECK(meant({"get_weather"}, "get\\weather") == "");
}

TEST_CASE("the spellings of a name") {
  CHECK(toolcall::typing::spellings_of("concert.search") == names{"concert_search", "concert.search"});
  CHECK(toolcall::typing::spellings_of("a_b:c-d") == names{"a_b_c-d", "a\\_b:c-d"});
}

TEST_CASE("a name in camel case is the one without separators") {
  CHECK(meant({"read_file", "read"}, "readFile") == "read_file");
  CHECK(meant({"readFile", "read"}, "read_file") == "readFile");
  CHECK(meant({"read.file"}, "functions.readFile:0") == "read.file");
  CHECK(meant({"read_file", "readfile"}, "readFile") == "readfile");  // letter case alone comes first
  CHECK(meant({"read_file", "read-file"}, "readFile") == "");
  CHECK(meant({"read_file"}, "readFiles") == "");
}

TEST_CASE("quotes of print are none of the name") {
  for (const char* const written :
       {"\u201Cget\u201D", "\u2018get\u2019", "\u201Eget\u201C", "\u00ABget\u00BB", " \u201Cget\u201D "}) {
    INFO(written);
    CHECK(meant({"get", "put"}, written) == "get");
  }
  CHECK(meant({"get"}, "\u201C\u201D") == "");
}

TEST_CASE("a whole name with other separators counts before a part of it") {
  CHECK(meant({"write", "write_file"}, "write file") == "write_file");
  CHECK(meant({"write", "write_file"}, "\"Write-File\"") == "write_file");
  CHECK(meant({"write"}, "write file") == "write");
  CHECK(meant({"write", "write_file", "write-file"}, "write file") == "");
}

TEST_CASE("where several tools would match, or none, nothing is resolved") {
  CHECK(meant({"a.get", "b.get"}, "get") == "");
  CHECK(meant({"a.get"}, "b.get") == "");
  CHECK(meant({"get", "files.get"}, "mcp.files.get") == "");
  CHECK(meant({"READ", "Read"}, "read") == "");
  CHECK(meant({"a-b", "a.b"}, "a_b") == "");
  CHECK(meant({"get", "put"}, "gett") == "");
  CHECK(meant({"get", "put"}, "fetch") == "");
  CHECK(meant({"get"}, "widget") == "");
  CHECK(meant({"get"}, "budget_0") == "");
  CHECK(meant({"sha"}, "sha_256") == "");
  CHECK(meant({"bar"}, "barcode") == "");
  CHECK(meant({"read", "delete"}, "read:delete") == "");
  for (const char* const written : {"", " ", "\"", "functions.", ":0", "_0", "json", "__", "."}) {
    INFO(written);
    CHECK(meant({"get"}, written) == "");
  }
  CHECK(meant({"get"}, std::string(100'000, '.') + "get") == "");
}

}  // namespace tool_name_resolver_test
