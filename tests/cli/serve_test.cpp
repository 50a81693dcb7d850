// toolcall serve, where it does not begin to serve; tests/serve has the rest.

#include "catch.hpp"
#include "cli/command.hpp"

using namespace toolcall::tests;

TEST_CASE("serve: what it is given wrongly is said, and nothing is served") {
  const auto refused = [](std::initializer_list<std::string> flags) {
    std::vector<std::string> words = {"serve"};
    words.insert(words.end(), flags);
    const outcome o = run(words);
    CHECK(o.code == 2);
    CHECK(o.out.empty());
    return o.err;
  };
  const std::string upstream = "http://127.0.0.1:1";
  CHECK(refused({}).find("--upstream") != std::string::npos);
  CHECK(refused({"--upstream", "host:80"}).find("is not a URL") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--listen", "80"}).find("is not an address") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--profile", "vlm"}).find("there is no profile \"vlm\"") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--dialect", "hermess"}).find("hermes") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--config", "/nowhere"}).find("/nowhere") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--api-key-file", "/nowhere"}).find("/nowhere") != std::string::npos);
  CHECK(refused({"--upstream", upstream, "--tls-cert", "a"}).find("--tls-key") != std::string::npos);
  const temporary_file file("profiles.toml", "[profile.mine]\nmutes = true\nsets = 1\n");
  const std::string said = refused({"--upstream", upstream, "--config", file.path()});
  CHECK(said.find("profiles.toml, line 3") != std::string::npos);
  CHECK(said.find("sets") != std::string::npos);
}

TEST_CASE("serve: flags may stand in a file, and those of the command line count more") {
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
  CHECK(said("[serve]\nlisten = [1]\n", {}).find("line 2") != std::string::npos);
  CHECK(said("[serve]\nmax-body = \"x\"\n", {}).find("max-body") != std::string::npos);
  CHECK(said("[serve\n", {}).find("line 1") != std::string::npos);
}
