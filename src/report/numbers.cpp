// SPDX-License-Identifier: Apache-2.0
#include "report/numbers.h"

#include <fmt/core.h>

#include <cstddef>
#include <iterator>

namespace weir {

std::string counted(std::uint64_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string bytes_text(std::uint64_t bytes) {
  const char* const units[] = {"B", "kB", "MB", "GB", "TB"};
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; amount >= 1000 && unit + 1 < std::size(units); ++unit) amount /= 1000;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", amount, units[unit]);
}

}  // namespace weir
