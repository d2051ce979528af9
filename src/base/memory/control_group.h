// SPDX-License-Identifier: Apache-2.0
// Finds the directories with the limits of this process's container (Linux control groups, versions 1 and 2).
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace weir {

struct ControlGroup {
  std::filesystem::path folder;
  int version;
};

/// Returns the directories, innermost first, that may hold a limit of the controller (`memory`, `cpu`): those of the
/// process's groups and of the enclosing groups. `root` is "/" except in tests.
std::vector<ControlGroup> control_groups(const std::filesystem::path& root, std::string_view controller);

}  // namespace weir
