// SPDX-License-Identifier: Apache-2.0
// WorkStealingRange: distributes the numbers 0 to count - 1 to threads in chunks. A thread first takes chunks of its
// own section, which holds what it wrote itself and is still in its cache, then steals chunks of other sections.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace weir {

class WorkStealingRange {
 public:
  struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool empty() const { return begin == end; }
  };

  /// Every chunk starts at a multiple of `grain` and has at most `largest` numbers.
  WorkStealingRange(std::uint64_t count, unsigned threads, std::uint64_t grain, std::uint64_t largest)
      : chunk_(std::clamp(count / (kChunksEach * threads) / grain * grain, grain, largest)), sections_(threads) {
    for (unsigned i = 0; i < threads; ++i) {
      sections_[i].next.store(i == 0 ? 0 : sections_[i - 1].end, std::memory_order_relaxed);
      sections_[i].end = i + 1 == threads ? count : count * (i + 1) / threads / grain * grain;
    }
  }

  unsigned threads() const { return static_cast<unsigned>(sections_.size()); }
  /// Returns an empty range if nothing is left.
  Range take(unsigned thread) {
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      Section& section = sections_[(thread + i) % sections_.size()];
      // Relaxed: the counters only distribute chunks; starting and joining the threads orders everything else.
      if (section.next.load(std::memory_order_relaxed) >= section.end) continue;
      const std::uint64_t begin = section.next.fetch_add(chunk_, std::memory_order_relaxed);
      if (begin < section.end) return {begin, std::min(begin + chunk_, section.end)};
    }
    return {};
  }

 private:
  static constexpr std::uint64_t kChunksEach = 16;  ///< at most; enough for all threads to finish together
  struct alignas(64) Section {
    std::atomic<std::uint64_t> next{0};
    std::uint64_t end = 0;
  };

  std::uint64_t chunk_;
  std::vector<Section> sections_;
};

}  // namespace weir
