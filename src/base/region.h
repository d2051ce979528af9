// SPDX-License-Identifier: Apache-2.0
// Region: memory that grows at its end and never moves, so growing neither copies nor needs both copies at once, and
// pointers into it stay valid. Address space is reserved at the first use, pages are committed as they are needed, in
// steps of 1/64 of the size, and every committed byte is taken from a MemoryBudget. New bytes are zero.
#pragma once

#include <cstddef>
#include <utility>

#include "base/memory_budget.h"

namespace weir {

class Region {
 public:
  explicit Region(MemoryBudget& budget) : budget_(&budget) {}
  ~Region() { release(); }
  Region(Region&& other) noexcept { *this = std::move(other); }
  Region& operator=(Region&& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(data_, other.data_);
    std::swap(reserved_, other.reserved_);
    std::swap(committed_, other.committed_);
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
  bool grow(std::size_t bytes, bool with_slack);

  MemoryBudget* budget_ = nullptr;
  std::byte* data_ = nullptr;
  std::size_t reserved_ = 0;
  std::size_t committed_ = 0;
};

}  // namespace weir
