// SPDX-License-Identifier: Apache-2.0
// Numbers in text for people, written the same way everywhere: `1234567 states`, `12.3 MB`.
#pragma once

#include <cstdint>
#include <string>

namespace weir {

/// `1 state`, `2 states`.
std::string counted(std::uint64_t number, const char* what);
/// `812 B`, `1.2 MB` (powers of 1000).
std::string bytes_text(std::uint64_t bytes);

}  // namespace weir
