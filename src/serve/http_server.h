// SPDX-License-Identifier: Apache-2.0
// HttpServer: HTTP on the loopback interface, for one user. The only file that knows the HTTP library is
// http_server.cpp.
//
// Every request passes the same gate before its body is read and before the handler sees it:
//   - the Host header names this server, so that a foreign name that resolves to 127.0.0.1 is of no use (DNS
//   rebinding);
//   - an Origin header, if there is one, is this server's;
//   - the token is right (see access.h), except for the few paths that `is_public` lists;
//   - the method is GET or POST; a body is JSON, has a length, and is not longer than kBodyLimit.
// A connection carries one request. A client has kReadSeconds to send it, however slowly it trickles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace weir::serve {

struct HttpRequest {
  std::string method;                        ///< GET or POST
  std::string path;                          ///< decoded, without the query
  std::map<std::string, std::string> query;  /// the first value of each parameter
  std::string body;
  bool authorised = false;  ///< the token is right; false only for public paths
};

struct HttpReply {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::string location = {};  ///< of a redirection
};

/// The reply to a request that cannot be served: `{"error": SENTENCE}`.
HttpReply refusal(int status, const std::string& sentence);

class HttpServer {
 public:
  static constexpr std::size_t kBodyLimit = 8U << 20;
  static constexpr double kReadSeconds = 10;

  struct Settings {
    std::string token;
    std::function<bool(const std::string& path)> is_public;        ///< served without a token
    std::function<HttpReply(const HttpRequest& request)> handler;  ///< called from several threads
  };
  explicit HttpServer(Settings settings);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Binds 127.0.0.1; port 0: any free one. Returns why it failed, or an empty text.
  std::string bind(std::uint16_t port);
  std::uint16_t port() const;
  /// Serves from threads of its own, until stop().
  void start();
  /// Closes all connections and waits until every handler has returned.
  void stop();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace weir::serve
