// byte_stream on Asio's sockets; for network.cpp and server.cpp, which alone include Asio.

#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <memory>

#include "serve/network.hpp"

namespace toolcall::serve {

using tcp_socket = boost::asio::ip::tcp::socket;
using tls_socket = boost::asio::ssl::stream<tcp_socket>;

std::shared_ptr<byte_stream> stream_of(tcp_socket socket);
// After the handshake.
std::shared_ptr<byte_stream> stream_of(std::shared_ptr<tls_socket> socket);

}  // namespace toolcall::serve
