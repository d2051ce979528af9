// SPDX-License-Identifier: Apache-2.0
// Available memory: the limits of the container (cgroup v1 or v2) and the machine, and the current usage.
#pragma once

#include <cstdint>
#include <filesystem>

namespace weir {

/// Returns the smallest limit from this process's control group up to the root; 0 if there is none. `root` is where
/// /proc and /sys are looked up (tests use their own).
std::uint64_t container_memory_limit(const std::filesystem::path& root = "/");
/// The memory the machine can provide without swapping (MemAvailable); 0 if unknown.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

std::uint64_t resident_bytes();       ///< of this process, current
std::uint64_t peak_resident_bytes();  ///< of this process, peak

/// The bytes that a run may still take: the requested amount (0: nine tenths of what container and machine provide),
/// capped by the container's limit, minus the current usage of the process; at least 64 KiB.
std::uint64_t run_budget(std::uint64_t requested, const std::filesystem::path& root = "/");

}  // namespace weir
