// SPDX-License-Identifier: Apache-2.0
// Who may talk to the server: the token in its address, and the names of this host.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weir::serve {

/// 128 random bits of the operating system, in hexadecimal digits; empty if it has none to give.
std::string new_token();

/// Compares without revealing by its duration how much of the text is right.
bool same_secret(std::string_view given, std::string_view expected);

/// Whether a Host header names this server: 127.0.0.1, localhost or [::1], with its port.
bool is_own_host(std::string_view host, std::uint16_t port);
/// Whether an Origin header is a page of this server.
bool is_own_origin(std::string_view origin, std::uint16_t port);

}  // namespace weir::serve
