// SPDX-License-Identifier: Apache-2.0
// SharedStrings: byte strings by number, written and read by several threads. SharedStringTable numbers them: whole
// states, or leaves of trees.
//
// While all strings have the same length, the number determines the position. From the first string of another length
// on, a directory with 8 bytes a string holds position and length. The switch happens while no thread is inside the
// gate.
#pragma once

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "base/memory/shared_region.h"
#include "base/table/hash.h"
#include "base/table/same_bytes.h"
#include "base/table/shared_index.h"
#include "store/state_store.h"

namespace weir {

class SharedStrings {
 public:
  SharedStrings(MemoryBudget& budget, unsigned workers)
      : bytes_(budget), directory_(budget), pieces_(std::make_unique<Piece[]>(workers)) {}
  [[nodiscard]] bool open() { return bytes_.open() && directory_.open(); }

  StateView view(std::uint32_t number) const {
    const std::size_t length = length_.load(std::memory_order_relaxed);
    if (length != kManyLengths) return {bytes_.data() + std::size_t{number} * length, length};
    return view_in_directory(number);
  }
  /// Prefetches what view() will read.
  void prefetch_place(std::uint32_t number) const {
    if (length_.load(std::memory_order_relaxed) == kManyLengths) __builtin_prefetch(directory() + number);
  }
  /// Whether a string of this length can be written. If not, call admit() first.
  bool fits(std::size_t size) const {
    const std::size_t length = length_.load(std::memory_order_relaxed);
    return length == size || length == kManyLengths;
  }
  /// Makes room for strings of this length besides the existing ones, whose numbers are below `numbers`. Only while no
  /// thread is inside the gate. Returns false if memory is used up.
  [[nodiscard]] bool admit(std::size_t size, std::uint64_t numbers);
  /// Called by thread `worker` before any thread reads the string. Returns false if memory is used up.
  [[nodiscard]] bool write(unsigned worker, std::uint32_t number, StateView string);
  std::uint64_t memory_bytes() const { return bytes_.committed() + directory_.committed(); }

 private:
  static constexpr std::size_t kNoLength = ~std::size_t{0};  ///< there is no string yet
  static constexpr std::size_t kManyLengths = ~std::size_t{0} - 1;
  static constexpr std::uint64_t kLong = 0xFFFF;  ///< the length is stored in front of the bytes
  /// The piece of memory that a thread fills, once lengths differ.
  struct alignas(64) Piece {
    std::uint64_t next = 0;
    std::uint64_t end = 0;
  };

  StateView view_in_directory(std::uint32_t number) const;
  std::uint64_t* directory() { return reinterpret_cast<std::uint64_t*>(directory_.data()); }
  const std::uint64_t* directory() const { return reinterpret_cast<const std::uint64_t*>(directory_.data()); }

  SharedRegion bytes_;
  SharedRegion directory_;
  /// The length of all strings, or one of the two constants. Changes only while no thread is inside the gate. view()
  /// may read it outside; relaxed order suffices there, because a thread learns the number of a string written after
  /// the change through something that synchronizes, and older strings are found either way.
  std::atomic<std::size_t> length_{kNoLength};
  std::atomic<std::uint64_t> used_{0};  ///< bytes used of bytes_, once lengths differ
  std::unique_ptr<Piece[]> pieces_;
};

class SharedStringTable {
 public:
  SharedStringTable(MemoryBudget& budget, SharedGate& gate, SharedGrowth growth = {})
      : index(
            budget, gate, [this](std::uint32_t number) { return hash_bytes(strings.view(number)); }, std::move(growth)),
        strings(budget, gate.workers()),
        gate_(gate) {}
  [[nodiscard]] bool open(std::size_t entries) { return strings.open() && index.open(entries); }
  std::uint64_t memory_bytes() const { return index.memory_bytes() + strings.memory_bytes(); }

  bool equal(std::uint32_t number, StateView string) const { return same_bytes(strings.view(number), string); }
  /// Inside the gate. Returns kNone if absent.
  std::uint32_t find(StateView string) const {
    return index.find(hash_bytes(string), [&](std::uint32_t number) { return equal(number, string); });
  }
  /// Whether thread `worker` can insert a string of this length at once.
  bool ready(unsigned worker, std::size_t size) const { return strings.fits(size) && index.prepared(worker); }
  /// Makes the table ready, outside the gate. Returns false if memory is used up.
  [[nodiscard]] bool prepare(unsigned worker, std::size_t size) {
    if (!strings.fits(size) && !gate_.alone([&] { return strings.admit(size, index.numbers()); })) return false;
    return index.prepare(worker);
  }

  SharedIndex index;
  SharedStrings strings;

 private:
  SharedGate& gate_;
};

}  // namespace weir
