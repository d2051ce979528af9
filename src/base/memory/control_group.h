// SPDX-License-Identifier: Apache-2.0
// Where the limits of this process' container are written (Linux control groups, versions 1 and 2).
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace weir {

struct ControlGroup {
  std::filesystem::path folder;
  int version;
};

/// The folders, innermost first, that may hold a limit of the controller (`memory`, `cpu`): those of the groups that
/// this process is in, and of the groups around them. `root` is "/" but in tests.
std::vector<ControlGroup> control_groups(const std::filesystem::path& root, std::string_view controller);

}  // namespace weir
