// SPDX-License-Identifier: Apache-2.0
// /proc/self/cgroup names the group: `0::/a/b` (v2) or `7:cpu,cpuacct:/a/b` (v1). Inside a container this path is often
// not visible; the mount point itself is then the container's group. All prefixes of the path are therefore listed.
#include "base/memory/control_group.h"

#include <fstream>
#include <sstream>
#include <string>

namespace weir {
namespace {

bool names(const std::string& controllers, std::string_view wanted) {
  std::istringstream list(controllers);
  for (std::string name; std::getline(list, name, ',');) {
    if (name == wanted) return true;
  }
  return false;
}

}  // namespace

std::vector<ControlGroup> control_groups(const std::filesystem::path& root, std::string_view controller) {
  std::vector<ControlGroup> found;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (!controllers.empty() && !names(controllers, controller)) continue;
    // Version 2 has one tree for all controllers. Version 1 has one per controller, or per set of controllers mounted
    // together; each controller of a set also has its own link.
    std::vector<std::filesystem::path> mounts = {root / "sys/fs/cgroup" / controllers};
    if (!controllers.empty() && controllers != controller) mounts.push_back(root / "sys/fs/cgroup" / controller);
    for (const std::filesystem::path& mount : mounts) {
      for (std::filesystem::path path = std::filesystem::path(line.substr(second + 1)).relative_path();;
           path = path.parent_path()) {
        found.push_back({mount / path, controllers.empty() ? 2 : 1});
        if (path.empty()) break;
      }
    }
  }
  return found;
}

}  // namespace weir
