// toolcall serve, where it does not begin to serve; tests/serve has the rest.

#include "catch.hpp"
#include "cli/command.hpp"

namespace serve_test {

using namespace toolcall::tests;

TEST_CASE("serve: what it is given wrongly is said, and nothing is served") {
  const auto refused = [](std::initializer_list<std::string> flags, int code = 2) {
    std::vector<std::string> words = {"serve"};
    words.insert(words.end(), flags);
    const outcome o = run(words);
    CHECK(o.code == code);
    CHECK(o.out.empty());
    return o.err;
  };
  const std::string upstream = "http://127.0.0.1:1";
  CHECK(refused({}).find("--upstream") != std::string::npos);
  CHECK(refused({"--upstream", "host:80"}).find("is not a URL") != std::string::npos);
  CHECK(refused({"--upstream", "http://127.0.0.1:73616"}).find("a port of at most 65535") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--listen", "127.0.0.1:73617"}).find("65535") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--listen", "80"}).find("is not an address") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--profile", "vlm"}).find("there is no profile \"vlm\"") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--dialect", "hermess"}).find("hermes") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--config", "/nowhere"}, 5).find("/nowhere: No such file") !=
        std::string::npos);
  CHECK(refused({"--upstream", upstream, "--api-key-file", "/nowhere"}, 5).find("/nowhere: No such file") !=
        std::string::npos);
  CHECK(refused({"--upstream", upstream, "--tls-cert", "a"}).find("--tls-key") != std::string::npos);
  const temporary_file file("profiles.toml", "[profile.mine]\nmutes = true\nsets = 1\n");
  const std::string said = refused({"--upstream", upstream, "--config", file.path()});
  CHECK(said.find("profiles.toml, line 3") != std::string::npos);
  CHECK(said.find("sets") != std::string::npos);
  const temporary_file page("zebra.md", "---\ndialect: zebra\norder: 600\n---\n# z\n\n```peg\ncall <- nothing\n```\n");
  CHECK(refused({"--upstream", upstream, "--page", page.path()}).find("zebra.md:") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--page", "/nowhere.md"}, 5).find("/nowhere.md: No such file") !=
        std::string::npos);
  const temporary_file misspelt("misspelt.toml", "[profile.mine]\nmuts = true\n");
  CHECK(refused({"--upstream", upstream, "--config", misspelt.path()}).find("did you mean mutes?") !=
        std::string::npos);
}

TEST_CASE("serve: numbers that are out of range are refused with the range") {
  CHECK(run({"serve", "--threads", "0"}).err.find("--threads: \"0\" is not an integer from 1 to 256") !=
        std::string::npos);
  CHECK(run({"serve", "--idle-timeout", "x"}).err.find("\"x\" is not a number of seconds from 0.001 to 1000000") !=
        std::string::npos);
  CHECK(run({"serve", "--ids", "mine"}).err.find("\"mine\" is not one of auto, openai, mistral, kimi") !=
        std::string::npos);
}

TEST_CASE("serve: it is not its own upstream") {
  for (const char* const host : {"127.0.0.1", "localhost", "[::1]"}) {
    const outcome o =
        run({"serve", "--listen", "127.0.0.1:48613", "--upstream", std::string("http://") + host + ":48613/v1"});
    CHECK(o.code == 2);
    CHECK(o.err.find("is where this server itself listens") != std::string::npos);
  }
}

TEST_CASE("serve: flags may stand in a file, and those of the command line take precedence") {
  const auto said = [](const std::string& text, const std::vector<std::string>& flags) {
    const temporary_file file("serve.toml", text);
    std::vector<std::string> words = {"serve", "--config", file.path()};
    words.insert(words.end(), flags.begin(), flags.end());
    const outcome o = run(words);
    CHECK(o.code == 2);
    return o.err;
  };
  CHECK(said("[serve]\nlisten = \"file\"\n", {}).find("--upstream is required") != std::string::npos);
  const std::string both = "[serve]\nupstream = \"http://a\"\nlisten = \"file\"\nmax-body = 5\n";
  CHECK(said(both, {}).find("--listen \"file\"") != std::string::npos);
  CHECK(said(both, {"--listen", "flag"}).find("--listen \"flag\"") != std::string::npos);
  CHECK(said("[serve]\nlistens = 1\n", {}).find("line 2: there is no flag --listens") != std::string::npos);
  CHECK(said("[serve]\nlisten = [\"a\"]\n", {}).find("line 2: --listen takes one value and no list") !=
        std::string::npos);
  CHECK(said("[serve]\nlisten = { a = 1 }\n", {}).find("line 2") != std::string::npos);
  // A list is read, to its last word.
  const std::string list = "[serve]\nupstream = \"http://a\"\nlisten = \"file\"\nconfirm = [\"damaged_marks\", ";
  CHECK(said(list + "\"resolved_name\"]\n", {}).find("--listen \"file\"") != std::string::npos);
  CHECK(said(list + "\"resolved_nam\"]\n", {}).find("did you mean resolved_name") != std::string::npos);
  CHECK(said("[serve]\nmax-body = \"x\"\n", {}).find("max-body") != std::string::npos);
  CHECK(said("[serve\n", {}).find("line 1") != std::string::npos);
  for (const char* const unread :
       {"[serv]\n", "[profiles.mine]\n", "refused = \"text\"\n", "serve = 3\n", "profile = 3\n"}) {
    CAPTURE(unread);
    CHECK(said(unread, {"--upstream", "http://a", "--listen", "x"}).find("line 1: \"") != std::string::npos);
  }
}

TEST_CASE("serve: the help says what the flags that choose are without them, in the order of their words") {
  const std::string help = run({"serve", "--help"}).out;
  for (const char* const flag :
       {"--arguments TEXT:auto|stream|complete=auto", "--refused TEXT:hidden|text|note|correction=note",
        "--calls-in-reasoning TEXT:dialect|if_nothing_else|never|always=if_nothing_else",
        "--ids TEXT:auto|openai|mistral|kimi=auto"}) {
    CAPTURE(flag);
    CHECK(help.find(flag) != help.npos);
  }
}

}  // namespace serve_test
