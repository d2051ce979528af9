// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/program.h"

namespace weir {

/// Tables read by generated code; they must outlive the code.
struct NativeTables {
  explicit NativeTables(const Program& program);
  // By location.
  std::vector<std::int32_t> number, process_type, progress, accepting;
  std::vector<std::uint64_t> may_receive;  ///< channels on which a transition may receive: bit (number - 1) mod 64
  // By channel type.
  std::vector<std::uint32_t> capacity;
  std::uint32_t largest_capacity = 0;
  bool fixed_layout = true;  ///< processes are neither created nor removed; these are their types
  std::vector<std::uint32_t> type_of_process;

  /// With a fixed layout and at most 64 processes: the set of processes that may receive on a channel.
  std::uint64_t receivers_on(std::uint32_t static_channel) const;
};

}  // namespace weir
