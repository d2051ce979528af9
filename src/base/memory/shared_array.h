// SPDX-License-Identifier: Apache-2.0
// SharedArray: a table of atomic values that several threads use and grow concurrently. Elements never move and are
// zero at first. A thread calls ensure() before it uses an element, even if another thread has used it before.
#pragma once

#include <cstddef>
#include <type_traits>

#include "base/memory/shared_region.h"

namespace weir {

template <class T>
class SharedArray {
  static_assert(std::is_trivially_destructible_v<T>, "elements live in raw memory");

 public:
  explicit SharedArray(MemoryBudget& budget) : region_(budget) {}

  /// Called by one thread before the first use. Returns false if refused.
  [[nodiscard]] bool open() { return region_.open(); }
  /// Makes the first `size` elements usable for this thread. Returns false if memory is used up.
  [[nodiscard]] bool ensure(std::size_t size) { return region_.ensure(size * sizeof(T)); }

  T& operator[](std::size_t i) { return reinterpret_cast<T*>(region_.data())[i]; }
  const T& operator[](std::size_t i) const { return reinterpret_cast<const T*>(region_.data())[i]; }
  std::size_t size() const { return region_.committed() / sizeof(T); }  ///< the number of usable elements

 private:
  SharedRegion region_;
};

}  // namespace weir
