// SPDX-License-Identifier: Apache-2.0
#include "base/thread/cpu_limit.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>

#include "base/memory/control_group.h"

namespace weir {
namespace {

constexpr double kNoQuota = 1e9;

/// cpu.max contains quota and period, or "max" and period.
double quota_v2(const std::filesystem::path& group) {
  std::ifstream in(group / "cpu.max");
  double quota = 0;
  double period = 0;
  return in >> quota >> period && quota > 0 && period > 0 ? quota / period : kNoQuota;
}

double quota_v1(const std::filesystem::path& group) {
  std::ifstream quota_file(group / "cpu.cfs_quota_us");
  std::ifstream period_file(group / "cpu.cfs_period_us");
  double quota = 0;
  double period = 0;
  return quota_file >> quota && period_file >> period && quota > 0 && period > 0 ? quota / period : kNoQuota;
}

}  // namespace

unsigned container_core_limit(const std::filesystem::path& root) {
  double least = kNoQuota;
  for (const ControlGroup& group : control_groups(root, "cpu")) {
    least = std::min(least, group.version == 2 ? quota_v2(group.folder) : quota_v1(group.folder));
  }
  return least >= kNoQuota ? 0 : static_cast<unsigned>(std::ceil(least));
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
