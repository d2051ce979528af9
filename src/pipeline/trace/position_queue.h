// SPDX-License-Identifier: Apache-2.0
// PositionQueue: a value for each of some consecutive positions of a word, addressed by position. New positions come at
// the end; those that are no longer needed are dropped at the front.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weir {

template <class T>
class PositionQueue {
 public:
  std::uint64_t begin() const { return first_; }
  std::uint64_t end() const { return first_ + size(); }
  std::size_t size() const { return values_.size() - head_; }
  bool empty() const { return size() == 0; }
  T& operator[](std::uint64_t position) { return values_[head_ + static_cast<std::size_t>(position - first_)]; }
  const T& operator[](std::uint64_t position) const {
    return values_[head_ + static_cast<std::size_t>(position - first_)];
  }
  const T& front() const { return values_[head_]; }
  const T& back() const { return values_.back(); }

  void push(T value) { values_.push_back(value); }
  void pop() {
    ++first_;
    ++head_;
    // Moves the rest once half of the array is free, which costs constant time a position.
    if (head_ * 2 < values_.size()) return;
    values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }
  void drop_before(std::uint64_t position) {
    while (first_ < position && !empty()) pop();
  }

 private:
  std::vector<T> values_;
  std::size_t head_ = 0;  ///< index of the first value
  std::uint64_t first_ = 0;
};

}  // namespace weir
