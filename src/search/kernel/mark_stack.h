// SPDX-License-Identifier: Apache-2.0
// MarkStack: a stack of mark sets, each in as few bytes as the number of marks requires (none for zero marks).
#pragma once

#include <cstring>
#include <vector>

#include "automaton/marks.h"
#include "base/archive.h"
#include "base/memory/growing_array.h"

namespace weir {

class MarkStack {
 public:
  MarkStack(MemoryBudget& budget, std::uint32_t marks) : width_((marks + 7) / 8), bytes_(budget) {}

  [[nodiscard]] bool push(MarkSet set) {
    if (!bytes_.ensure((size_ + 1) * width_)) return false;
    ++size_;
    set_back(set);
    return true;
  }
  MarkSet operator[](std::size_t i) const {
    std::uint64_t bits = 0;
    if (width_ != 0) std::memcpy(&bits, bytes_.data() + i * width_, width_);
    return MarkSet(bits);
  }
  MarkSet back() const { return (*this)[size_ - 1]; }
  void set_back(MarkSet set) {
    const std::uint64_t bits = set.bits();
    if (width_ != 0) std::memcpy(bytes_.data() + (size_ - 1) * width_, &bits, width_);
  }
  MarkSet pop() {
    const MarkSet top = back();
    --size_;
    return top;
  }
  std::size_t size() const { return size_; }
  void serialize(Archive& archive) {
    std::uint64_t size = size_;
    archive.value(size);
    archive.require(width_ == 0 || size <= archive.left() / width_);
    if (!archive.good()) return;
    size_ = static_cast<std::size_t>(size);
    if (archive.loading() && !bytes_.ensure(size_ * width_)) return archive.no_memory();
    archive.bytes(bytes_.data(), size_ * width_);
  }
  std::vector<MarkSet> content() const {
    std::vector<MarkSet> result;
    for (std::size_t i = 0; i < size_; ++i) result.push_back((*this)[i]);
    return result;
  }
  std::size_t memory_bytes() const { return bytes_.committed(); }

 private:
  std::size_t width_;
  std::size_t size_ = 0;
  Region bytes_;
};

}  // namespace weir
