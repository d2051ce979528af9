// SPDX-License-Identifier: Apache-2.0
// How much memory there is: the limit of the container (cgroup v1 or v2), of the machine, and what is in use.
#pragma once

#include <cstdint>
#include <filesystem>

namespace weir {

/// The smallest limit on the way from this process's control group up to the root; 0: none. `root` is where /proc and
/// /sys are looked up, so that tests can bring their own.
std::uint64_t container_memory_limit(const std::filesystem::path& root = "/");
/// What the machine could still give without swapping (MemAvailable); 0: unknown.
std::uint64_t available_memory(const std::filesystem::path& root = "/");

std::uint64_t resident_bytes();       ///< of this process, now
std::uint64_t peak_resident_bytes();  ///< of this process, so far

/// Bytes that a run may still take: what the user asked for (0: nine tenths of what container and machine grant), never
/// more than the container's limit, less what the process uses already; at least 64 KiB.
std::uint64_t run_budget(std::uint64_t requested, const std::filesystem::path& root = "/");

}  // namespace weir
