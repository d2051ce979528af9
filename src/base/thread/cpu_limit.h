// SPDX-License-Identifier: Apache-2.0
// How many cores this process may use: those it may be scheduled on, and no more than the container's quota of time.
#pragma once

#include <filesystem>

namespace weir {

/// At least 1. `root` is where /proc and /sys are looked up, so that tests can bring their own.
unsigned granted_cores(const std::filesystem::path& root = "/");
/// The container's quota in cores (cgroup v1 and v2), rounded up; 0: none.
unsigned container_core_limit(const std::filesystem::path& root = "/");

}  // namespace weir
