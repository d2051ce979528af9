// SPDX-License-Identifier: Apache-2.0
// LinkSet: the links of uninterrupted sequences visited by a depth-first exploration, each open (being explored) or
// done. A link is a byte string. Memory comes from a budget; insertion fails when it is exhausted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/memory/growing_array.h"
#include "base/memory/memory_budget.h"
#include "base/memory/region.h"
#include "base/table/hash.h"
#include "base/table/index_table.h"

namespace weir {

class LinkSet {
 public:
  static constexpr std::uint32_t kNone = IndexTable::kNone;
  explicit LinkSet(MemoryBudget& budget) : index_(budget), entries_(budget), bytes_(budget), path_(budget) {}

  /// Returns the number of a link, or kNone.
  std::uint32_t find(std::span<const std::byte> link) const {
    return index_.find(hash_bytes(link), [&](std::uint32_t number) { return same(number, link); });
  }
  /// Inserts a new link, which stays open until close() is called with this height or less. Returns false if the budget
  /// is exhausted.
  [[nodiscard]] bool insert(std::span<const std::byte> link, std::size_t height);
  /// The exploration's stack has shrunk to this height: links opened at it or above are done.
  void close(std::size_t height) {
    for (; !path_.empty() && path_.back().height >= height; path_.pop()) entries_[path_.back().number].open = false;
  }
  /// The exploration ends here: open links stay open.
  void leave_open() { path_.shrink(0); }

  bool is_open(std::uint32_t number) const { return entries_[number].open; }
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::uint64_t offset = 0;
    std::uint32_t size = 0;
    bool open = true;
  };
  struct Open {
    std::uint64_t height;
    std::uint32_t number;
  };
  std::span<const std::byte> link(std::uint32_t number) const {
    return {bytes_.data() + entries_[number].offset, entries_[number].size};
  }
  bool same(std::uint32_t number, std::span<const std::byte> other) const;

  IndexTable index_;
  GrowingArray<Entry> entries_;
  Region bytes_;
  std::size_t used_ = 0;     ///< bytes used in bytes_
  GrowingArray<Open> path_;  ///< open links, innermost last
};

}  // namespace weir
