// SPDX-License-Identifier: Apache-2.0
// GrowingArray: a stack or table of plain values in a Region. Growing copies nothing, all memory is taken from the
// MemoryBudget, and new elements are zero. Used for the stacks, queues and per-state tables of searches.
#pragma once

#include <cstddef>
#include <type_traits>

#include "base/memory/region.h"

namespace weir {

template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>, "elements live in raw memory");

 public:
  explicit GrowingArray(MemoryBudget& budget) : region_(budget) {}

  /// Returns false if the budget is exhausted; the array is then unchanged.
  [[nodiscard]] bool push(const T& value) {
    if (!region_.ensure((size_ + 1) * sizeof(T))) return false;
    data()[size_++] = value;
    return true;
  }
  /// Grows to at least `size` elements; new elements are zero. Only for arrays that never shrink.
  [[nodiscard]] bool extend(std::size_t size) {
    if (size <= size_) return true;
    if (!region_.ensure(size * sizeof(T))) return false;
    size_ = size;
    return true;
  }
  void pop() { --size_; }
  void shrink(std::size_t size) { size_ = size; }

  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::size_t memory_bytes() const { return region_.committed(); }

 private:
  T* data() { return reinterpret_cast<T*>(region_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(region_.data()); }

  Region region_;
  std::size_t size_ = 0;
};

}  // namespace weir
