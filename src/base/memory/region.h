// SPDX-License-Identifier: Apache-2.0
// Region: memory that grows at its end and never moves. Growing copies nothing, and pointers stay valid. Address space
// is reserved at first use; pages are committed as needed, in steps of 1/64 of the size, and taken from a MemoryBudget.
// New bytes are zero.
//
// A region with huge pages (2 MiB, where available) grows by whole huge pages once it has a few megabytes: a lookup in
// a large table misses the TLB as well as the data cache, and huge pages avoid the TLB miss. Memory taken ahead for
// this is charged to the budget but not counted as committed. Use huge pages for tables only: allocating them can cost
// more than it saves (docs/performance.md).
#pragma once

#include <cstddef>
#include <utility>

#include "base/memory/memory_budget.h"

namespace weir {

class Region {
 public:
  enum class Pages : unsigned char { Small, Huge };
  explicit Region(MemoryBudget& budget, Pages pages = Pages::Small) : budget_(&budget), pages_(pages) {}
  ~Region() { release(); }
  Region(Region&& other) noexcept { *this = std::move(other); }
  Region& operator=(Region&& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(pages_, other.pages_);
    std::swap(data_, other.data_);
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_, other.mapped_);
    std::swap(reserved_, other.reserved_);
    std::swap(committed_, other.committed_);
    std::swap(taken_, other.taken_);
    return *this;
  }

  /// Makes the first `bytes` bytes usable. Returns false if the budget or the system refused; existing memory stays
  /// usable.
  [[nodiscard]] bool ensure(std::size_t bytes) { return bytes <= committed_ || grow(bytes, true); }
  /// As ensure(), but without slack for further growth.
  [[nodiscard]] bool ensure_exactly(std::size_t bytes) { return bytes <= committed_ || grow(bytes, false); }
  /// Releases all memory.
  void release();

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t committed() const { return committed_; }

 private:
  bool reserve(std::size_t bytes);
  bool grow(std::size_t bytes, bool with_slack);
  bool take(std::size_t bytes);

  MemoryBudget* budget_ = nullptr;
  Pages pages_ = Pages::Small;
  std::byte* data_ = nullptr;
  void* mapping_ = nullptr;  ///< data_ is the first huge-page boundary in it
  std::size_t mapped_ = 0;
  std::size_t reserved_ = 0;
  std::size_t committed_ = 0;
  std::size_t taken_ = 0;  ///< bytes taken from the budget, and accessible
};

}  // namespace weir
