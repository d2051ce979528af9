// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

namespace weir::cli {

std::span<const Command> commands() {
  static const std::span<const Command> table;
  return table;
}

}  // namespace weir::cli
