// SPDX-License-Identifier: Apache-2.0
// The explorer's server: session, jobs, interface and pages behind one HTTP server.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <weir/explorer.h>

namespace weir::serve {

struct ServerSettings {
  std::string path;
  ExplorerOptions options;
  std::uint16_t port = 0;     ///< 0: any free one
  double check_seconds = 60;  ///< time limit of a check
};

class Server {
 public:
  /// Opens the model, binds the port and serves; fails if the model cannot be read or the port cannot be used.
  static Expected<std::unique_ptr<Server>> start(const ServerSettings& settings);
  ~Server();

  /// The address with the token.
  std::string address() const;
  /// An address that works once and does not show the token, to start a browser with.
  std::string ticket_address() const;

 private:
  struct Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace weir::serve
