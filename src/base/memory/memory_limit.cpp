// SPDX-License-Identifier: Apache-2.0
#include "base/memory/memory_limit.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "base/memory/control_group.h"

namespace weir {
namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
/// Version 1 represents "no limit" as the largest multiple of a page.
constexpr std::uint64_t kLargest = std::uint64_t{1} << 60;

std::uint64_t read_limit(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::uint64_t value = 0;
  return in >> value && value < kLargest ? value : kNoLimit;  // "max" is no number
}

}  // namespace

std::uint64_t container_memory_limit(const std::filesystem::path& root) {
  std::uint64_t least = kNoLimit;
  for (const ControlGroup& group : control_groups(root, "memory")) {
    least = std::min(least, read_limit(group.folder / (group.version == 2 ? "memory.max" : "memory.limit_in_bytes")));
  }
  return least == kNoLimit ? 0 : least;
}

std::uint64_t available_memory(const std::filesystem::path& root) {
  std::ifstream in(root / "proc/meminfo");
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t kibibytes = 0;
    if (words >> name >> kibibytes && name == "MemAvailable:") return kibibytes * 1024;
  }
  return 0;
}

std::uint64_t resident_bytes() {
  std::ifstream in("/proc/self/statm");
  std::uint64_t whole = 0;
  std::uint64_t resident = 0;
  return in >> whole >> resident ? resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

std::uint64_t peak_resident_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::uint64_t run_budget(std::uint64_t requested, const std::filesystem::path& root) {
  const std::uint64_t container = container_memory_limit(root);
  std::uint64_t limit = requested;
  if (limit == 0) {
    const std::uint64_t available = available_memory(root);
    limit = available == 0 ? kLargest : available + resident_bytes();
    if (container != 0) limit = std::min(limit, container);
    limit = limit / 10 * 9;
  } else if (container != 0) {
    limit = std::min(limit, container);
  }
  constexpr std::uint64_t kLeast = 1 << 17;  // a search has up to twenty stacks and tables, each of at least one page
  const std::uint64_t used = resident_bytes();
  return limit > used + kLeast ? limit - used : kLeast;
}

}  // namespace weir
