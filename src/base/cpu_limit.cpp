// SPDX-License-Identifier: Apache-2.0
// As with memory (memory_limit.cpp), every prefix of the control group's path is tried: inside a container the mount
// point itself is often the container's group.
#include "base/cpu_limit.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

namespace weir {
namespace {

constexpr double kNone = 1e9;

/// cpu.max holds quota and period, or "max" and period.
double quota_v2(const std::filesystem::path& group) {
  std::ifstream in(group / "cpu.max");
  double quota = 0;
  double period = 0;
  return in >> quota >> period && quota > 0 && period > 0 ? quota / period : kNone;
}

double quota_v1(const std::filesystem::path& group) {
  std::ifstream quota_file(group / "cpu.cfs_quota_us");
  std::ifstream period_file(group / "cpu.cfs_period_us");
  double quota = 0;
  double period = 0;
  return quota_file >> quota && period_file >> period && quota > 0 && period > 0 ? quota / period : kNone;
}

double least_quota(const std::filesystem::path& mount, const std::string& group,
                   double (*quota)(const std::filesystem::path&)) {
  double least = kNone;
  std::filesystem::path path = std::filesystem::path(group).relative_path();
  for (;;) {
    least = std::min(least, quota(mount / path));
    if (path.empty()) return least;
    path = path.parent_path();
  }
}

bool names_cpu(const std::string& controllers) {
  std::istringstream list(controllers);
  for (std::string name; std::getline(list, name, ',');) {
    if (name == "cpu") return true;
  }
  return false;
}

}  // namespace

unsigned container_core_limit(const std::filesystem::path& root) {
  const std::filesystem::path mount = root / "sys/fs/cgroup";
  double least = kNone;
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string group = line.substr(second + 1);
    if (controllers.empty()) least = std::min(least, least_quota(mount, group, quota_v2));
    if (names_cpu(controllers)) least = std::min(least, least_quota(mount / controllers, group, quota_v1));
  }
  return least >= kNone ? 0 : static_cast<unsigned>(std::ceil(least));
}

unsigned granted_cores(const std::filesystem::path& root) {
  unsigned cores = std::max(std::thread::hardware_concurrency(), 1U);
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    cores = std::max(static_cast<unsigned>(CPU_COUNT(&allowed)), 1U);
  }
  const unsigned quota = container_core_limit(root);
  return quota == 0 ? cores : std::min(cores, quota);
}

}  // namespace weir
