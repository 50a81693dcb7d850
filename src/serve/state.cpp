// The settings made into what connections need.

#include "serve/state.hpp"

#include <cstdio>
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <stdexcept>
#include <utility>

#include "serve/constraint.hpp"
#include "serve/read_file.hpp"

namespace toolcall::serve {

namespace {

constexpr std::chrono::milliseconds probe_time{2000};

std::vector<std::string> read_keys(const std::string& file) {
  const std::string text = read_file(file);
  std::vector<std::string> keys;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find('\n', from), text.size());
    std::string line = text.substr(from, to - from);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) keys.push_back(std::move(line));
    from = to + 1;
  }
  if (keys.empty()) throw std::runtime_error(file + ": there is no key in it");
  return keys;
}

profile_file read_all_profiles(const settings& how) {
  profile_file made;
  read_profiles(built_in_profiles(), "profiles.toml", made);
  if (!how.config.empty()) read_profiles(read_file(how.config), how.config, made);
  return made;
}

}  // namespace

server_state::server_state(settings given)
    : how(std::move(given)), profiles(read_all_profiles(how), how.profile), reasonings(how.most.reasoning) {
  const auto url = read_upstream_url(how.upstream);
  if (!url)
    throw std::runtime_error("--upstream \"" + how.upstream +
                             "\" is not a URL such as http://127.0.0.1:8000/v1, with a port of at most 65535");
  upstream = *url;
  probing = how.most;
  probing.first_byte_time = probing.idle_time = probe_time;
  if (how.by_pages)
    which = *how.by_pages;
  else if (how.dialect != "model")
    which = dialect::named(how.dialect);
  check_constraint(*this);
  if (!how.api_key_file.empty()) client_keys = read_keys(how.api_key_file);
  if (!how.upstream_key_file.empty()) upstream_key = read_keys(how.upstream_key_file).front();
  if (upstream.secure) upstream_tls = serve::client_tls(how.upstream_ca, how.insecure);
  if (how.tls_cert.empty() != how.tls_key.empty()) throw std::runtime_error("--tls-cert and --tls-key belong together");
  if (!how.tls_cert.empty()) client_tls = server_tls(how.tls_cert, how.tls_key);
}

void server_state::log(std::string line) {
  const std::lock_guard hold(log_mutex_);
  if (write_log != nullptr) return write_log(line);
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

// The digests have one length, whatever that of the keys.
bool same_key(std::string_view a, std::string_view b) {
  unsigned char first[SHA256_DIGEST_LENGTH], second[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(a.data()), a.size(), first);
  SHA256(reinterpret_cast<const unsigned char*>(b.data()), b.size(), second);
  return CRYPTO_memcmp(first, second, sizeof first) == 0;
}

}  // namespace toolcall::serve
