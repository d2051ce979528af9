// SPDX-License-Identifier: Apache-2.0
#include "serve/access.h"

#include <sys/random.h>

#include <array>

#include <fmt/format.h>

namespace weir::serve {

std::string new_token() {
  std::array<unsigned char, 16> bytes = {};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) return {};
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

bool same_secret(std::string_view given, std::string_view expected) {
  if (given.size() != expected.size()) return false;  // the length is no secret
  unsigned difference = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(expected[i]);
  }
  return difference == 0;
}

bool is_own_host(std::string_view host, std::uint16_t port) {
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (host == fmt::format("{}:{}", name, port) || (port == 80 && host == name)) return true;
  }
  return false;
}

bool is_own_origin(std::string_view origin, std::uint16_t port) {
  constexpr std::string_view kScheme = "http://";
  return origin.starts_with(kScheme) && is_own_host(origin.substr(kScheme.size()), port);
}

}  // namespace weir::serve
