// https on both sides: a server with TLS in front stands before another one, which reaches it by https.

#include <cstdio>
#include <fstream>
#include <memory>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include "catch.hpp"
#include "serve/peers.hpp"

namespace tls_test {

using namespace toolcall::serve;
using namespace serve_test;

namespace {

// A key and a certificate that it signed itself, for 127.0.0.1, in files that go when the test ends.
class certificate {
 public:
  certificate() {
    const std::string base = "/tmp/toolcall_tls_test_" + std::to_string(getpid());
    file = base + ".pem";
    key_file = base + ".key";
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_RSA_gen(2048), EVP_PKEY_free);
    const std::unique_ptr<X509, decltype(&X509_free)> made(X509_new(), X509_free);
    X509_set_version(made.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), -60);
    X509_gmtime_adj(X509_getm_notAfter(made.get()), 3600);
    X509_set_pubkey(made.get(), key.get());
    X509_NAME* const name = X509_get_subject_name(made.get());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("toolcall"), -1, -1, 0);
    X509_set_issuer_name(made.get(), name);
    X509_EXTENSION* const names = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "IP:127.0.0.1");
    X509_add_ext(made.get(), names, -1);
    X509_EXTENSION_free(names);
    X509_sign(made.get(), key.get(), EVP_sha256());
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(file.c_str(), "w"), std::fclose),
        key_out(std::fopen(key_file.c_str(), "w"), std::fclose);
    if (!out || !key_out || PEM_write_X509(out.get(), made.get()) != 1 ||
        PEM_write_PrivateKey(key_out.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1)
      throw std::runtime_error("the certificate cannot be written");
  }
  certificate(const certificate&) = delete;
  certificate& operator=(const certificate&) = delete;
  ~certificate() {
    std::remove(file.c_str());
    std::remove(key_file.c_str());
  }
  std::string file, key_file;
};

std::string asked_through(const settings& how) {
  const running_server server(how);
  const auto client = server.connect();
  CHECK(client->send("GET /v1/models HTTP/1.1\r\nHost: a\r\n\r\n"));
  return client->message();
}

}  // namespace

TEST_CASE("https in front and upstream, with certificates that are checked") {
  const certificate made;
  const std::string body(300'000, 'x');
  scripted_upstream upstream([&](connection& at, const std::string&) { at.send(answer(body)); });
  settings inner = settings_for(upstream.url());
  inner.tls_cert = made.file;
  inner.tls_key = made.key_file;
  const running_server secure(inner);
  settings outer = settings_for("https://127.0.0.1:" + std::to_string(secure.port()));
  CHECK(asked_through(outer).find("upstream_unreachable") != std::string::npos);
  outer.upstream_ca = made.file;
  CHECK(asked_through(outer) == answer(body));
  outer.upstream = "https://localhost:" + std::to_string(secure.port());  // a name that the certificate does not have
  CHECK(asked_through(outer).find("upstream_unreachable") != std::string::npos);
  outer.insecure = true;
  CHECK(asked_through(outer) == answer(body));
  outer.upstream = "http://127.0.0.1:" + std::to_string(secure.port());
  CHECK(asked_through(outer).substr(9, 3) == "502");
}

TEST_CASE("files of TLS that cannot be used are said") {
  settings how = settings_for("https://127.0.0.1:1");
  how.upstream_ca = "/nowhere";
  CHECK_THROWS_AS(server_state(how), std::runtime_error);
  how.upstream_ca.clear();
  how.tls_cert = how.tls_key = "/nowhere";
  CHECK_THROWS_AS(server_state(how), std::runtime_error);
}

}  // namespace tls_test
