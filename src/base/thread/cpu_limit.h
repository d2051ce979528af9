// SPDX-License-Identifier: Apache-2.0
// The number of cores this process may use: its CPU affinity, capped by the container's CPU quota.
#pragma once

#include <filesystem>

namespace weir {

/// Returns at least 1. `root` is where /proc and /sys are looked up (tests use their own).
unsigned granted_cores(const std::filesystem::path& root = "/");
/// The container's quota in cores (cgroup v1 and v2), rounded up; 0 if there is none.
unsigned container_core_limit(const std::filesystem::path& root = "/");

}  // namespace weir
