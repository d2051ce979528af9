// SPDX-License-Identifier: Apache-2.0
// Region: memory that grows at its end and never moves, so growing neither copies nor needs both copies at once, and
// pointers into it stay valid. Address space is reserved at the first use, pages are committed as they are needed, in
// steps of 1/64 of the size, and every committed byte is taken from a MemoryBudget. New bytes are zero.
//
// A region with huge pages (2 MiB, where the system offers them) takes memory by whole ones from a few megabytes on: a
// lookup in a large table misses the address cache as well as the data cache, and huge pages spare the former. What is
// taken ahead for this is charged to the budget, but not counted as committed. They are for tables alone: getting them
// can cost more than it saves (docs/performance.md).
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

  /// Makes the first `bytes` bytes usable. False: the budget or the system refused; what was usable still is.
  [[nodiscard]] bool ensure(std::size_t bytes) { return bytes <= committed_ || grow(bytes, true); }
  /// The same without the slack for further growth.
  [[nodiscard]] bool ensure_exactly(std::size_t bytes) { return bytes <= committed_ || grow(bytes, false); }
  /// Gives everything back.
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
  void* mapping_ = nullptr;  ///< data_ is its first place where a huge page can begin
  std::size_t mapped_ = 0;
  std::size_t reserved_ = 0;
  std::size_t committed_ = 0;
  std::size_t taken_ = 0;  ///< from the budget, and accessible
};

}  // namespace weir
