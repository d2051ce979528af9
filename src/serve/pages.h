// SPDX-License-Identifier: Apache-2.0
// What is served besides the programming interface: the explorer page and its files, and the ways to it.
//
//   /?token=TOKEN   the page. It keeps the token for its tab and takes it out of the address.
//   /               without a token: a page that returns to the one above if this tab has the token (after a reload),
//   and
//                   says what to do otherwise.
//   /open/TICKET    the page for the first one who asks, then nothing. The browser is started with this address: the
//                   arguments of a process can be read by every user of the machine.
#pragma once

#include <atomic>
#include <string>

#include "serve/http_server.h"

namespace weir::serve {

class Pages {
 public:
  Pages(std::string token, std::string ticket) : token_(std::move(token)), ticket_(std::move(ticket)) {}

  /// Paths that need no token: scripts and styles, which hold no secret, and those that look after the token
  /// themselves.
  static bool is_public(const std::string& path);
  HttpReply answer(const HttpRequest& request);

 private:
  const std::string token_;
  const std::string ticket_;
  std::atomic<bool> ticket_used_{false};
};

}  // namespace weir::serve
