// toolcall serve: a proxy between clients and the server of a model (src/serve).

#include <stdexcept>

#include "cli/command_error.hpp"
#include "cli/commands.hpp"

#ifdef TOOLCALL_SERVE
#include <iostream>

#include "serve/server.hpp"

namespace toolcall::cli {

int serve_requests(const settings& chosen) {
  try {
    serve::server_state shared(chosen.serve);
    serve::server made(shared);
    std::cerr << "toolcall: listening on port " << made.port() << ", for " << chosen.serve.upstream << '\n';
    made.run(true);
    return done;
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
