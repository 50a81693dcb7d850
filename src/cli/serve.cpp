// toolcall serve: a proxy between clients and the server of a model (src/serve).

#include <stdexcept>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"

#ifdef TOOLCALL_SERVE
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>

#include "authoring/own_pages.hpp"
#include "serve/read_file.hpp"
#include "serve/server.hpp"
#include "serve/url.hpp"

namespace toolcall::cli {

namespace {

bool is_this_machine(const std::string& host) {
  return host == "localhost" || host == "::1" || host == "0.0.0.0" || host == "::" || host.rfind("127.", 0) == 0;
}

// A request would come back as another one, until no connection is left.
bool is_itself(const serve::upstream_url& upstream, const serve::listen_address& at, unsigned short port) {
  if (upstream.port != std::to_string(port)) return false;
  return upstream.host == at.host || (is_this_machine(upstream.host) && is_this_machine(at.host));
}

// What clients take for the address of the interface.
std::string url_of(const serve::settings& how, const serve::listen_address& at, unsigned short port) {
  const std::string host = at.host.find(':') == at.host.npos ? at.host : '[' + at.host + ']';
  return (how.tls_cert.empty() ? "http://" : "https://") + host + ':' + std::to_string(port) + "/v1";
}

}  // namespace

int serve_requests(const settings& chosen) {
  try {
    serve::settings how = chosen.serve;
    if (!how.capture.empty() && !std::filesystem::is_directory(how.capture))
      fail(input_output, "--capture " + how.capture + " is not a folder");
    if (chosen.own != nullptr)
      how.by_pages = chosen.own->dialect(how.dialect == "model" ? chosen.own->names() : how.dialect);
    serve::server_state shared(std::move(how));
    serve::server made(shared);
    const serve::listen_address at = *serve::read_listen_address(chosen.serve.listen);  // it was taken by the server
    if (is_itself(shared.upstream, at, made.port()))
      fail(usage, "--upstream " + chosen.serve.upstream + " is where this server itself listens");
    std::cerr << "toolcall: listening on " << url_of(chosen.serve, at, made.port()) << ", for " << chosen.serve.upstream
              << '\n';
    made.run(true);
    return done;
  } catch (const serve::unreadable_file& why) {
    fail(input_output, why.what());
  } catch (const std::runtime_error& why) {
    fail(usage, why.what());
  }
}

}  // namespace toolcall::cli
#else
namespace toolcall::cli {

int serve_requests(const settings&) {
  fail(usage, "this build has no server: it was configured with TOOLCALL_SERVE=OFF (docs/building.md)");
}

}  // namespace toolcall::cli
#endif
