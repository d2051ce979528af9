// SPDX-License-Identifier: Apache-2.0
#include "base/shared_index.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <thread>
#include <utility>

namespace weir {

UsedNumbers::UsedNumbers(std::uint64_t end, std::vector<Gap> gaps)
    : first_gap_(end), end_(end), gaps_(std::move(gaps)) {
  std::sort(gaps_.begin(), gaps_.end(), [](const Gap& a, const Gap& b) { return a.begin < b.begin; });
  if (!gaps_.empty()) first_gap_ = std::min<std::uint64_t>(end, gaps_.front().begin);
}

bool UsedNumbers::in_gap(std::uint32_t number) const {
  const auto above = std::upper_bound(gaps_.begin(), gaps_.end(), number,
                                      [](std::uint32_t value, const Gap& gap) { return value < gap.begin; });
  return above != gaps_.begin() && number < std::prev(above)->end;
}

SharedIndex::SharedIndex(MemoryBudget& budget, unsigned workers, std::function<std::uint64_t(std::uint32_t)> hash_of)
    : hash_of_(std::move(hash_of)),
      worker_count_(workers),
      workers_(std::make_unique<Worker[]>(workers)),
      region_(budget, Region::Pages::Huge) {}

SharedIndex::~SharedIndex() = default;

bool SharedIndex::open(std::size_t entries) { return grow(entries); }

std::uint64_t SharedIndex::size() const {
  std::uint64_t all = 0;
  for (unsigned i = 0; i < worker_count_; ++i) all += workers_[i].count.load(std::memory_order_relaxed);
  return all;
}

UsedNumbers SharedIndex::used_numbers() const {
  std::vector<UsedNumbers::Gap> gaps;
  for (unsigned i = 0; i < worker_count_; ++i) {
    if (workers_[i].next < workers_[i].end) gaps.push_back({workers_[i].next, workers_[i].end});
  }
  return {numbers(), std::move(gaps)};
}

bool SharedIndex::claim_block(unsigned worker) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t end = std::uint64_t{next_number_.load(std::memory_order_relaxed)} + kBlock;
  if (end > capacity_) {
    stop_others();
    const bool grown = grow(static_cast<std::size_t>(end));
    let_go();
    if (!grown) return false;
  }
  Worker& own = workers_[worker];
  own.next = static_cast<std::uint32_t>(end - kBlock);
  own.end = static_cast<std::uint32_t>(end);
  next_number_.store(own.end, std::memory_order_release);
  return true;
}

/// Afterwards no thread is inside, and none comes in before let_go().
void SharedIndex::stop_others() {
  growing_.store(true, std::memory_order_seq_cst);
  for (unsigned i = 0; i < worker_count_; ++i) {
    while (workers_[i].inside.load(std::memory_order_seq_cst)) std::this_thread::yield();
  }
}

void SharedIndex::let_go() {
  // Release: whoever sees false sees the new table.
  growing_.store(false, std::memory_order_seq_cst);
}

void SharedIndex::wait_or_help() {
  while (growing_.load(std::memory_order_seq_cst)) {
    refill_some();
    std::this_thread::yield();
  }
}

/// Called by the thread that grows, and by those that wait for it: enters ranges of numbers again until there are none.
void SharedIndex::refill_some() {
  for (;;) {
    if (refill_next_.load(std::memory_order_relaxed) >= kNothingToRefill) return;
    // Acquire: whoever gets a range sees the table as grow() has set it up before its release of refill_next_; and
    // grow() waits for the range, so the table stays that way meanwhile.
    const std::uint64_t begin = refill_next_.fetch_add(kRefillStep, std::memory_order_acq_rel);
    const std::uint64_t all = refill_end_.load(std::memory_order_relaxed);
    if (begin >= all) return;
    const std::uint64_t end = std::min(begin + kRefillStep, all);
    const UsedNumbers in_use = used_numbers();
    constexpr std::size_t kAhead = 16;
    std::uint64_t hashes[kAhead];
    for (std::uint64_t first = begin; first < end; first += kAhead) {
      const std::uint64_t many = std::min<std::uint64_t>(end - first, kAhead);
      for (std::uint64_t i = 0; i < many; ++i) {
        if (!in_use.contains(first + i)) continue;
        hashes[i] = hash_of_(static_cast<std::uint32_t>(first + i));
        prefetch(hashes[i]);
      }
      for (std::uint64_t i = 0; i < many; ++i) {
        if (!in_use.contains(first + i)) continue;
        const std::uint32_t tag = tag_of(hashes[i]);
        const std::uint32_t entry = in_place(tag) | static_cast<std::uint32_t>(first + i + 1);
        for (std::size_t at = bucket_of(hashes[i]);;) {
          std::atomic<std::uint32_t>* bucket = slots() + at * kSlots;
          const std::uint32_t free = look(bucket, tag) >> 16;
          std::uint32_t expected = 0;
          // Relaxed: refilled_ below hands everything over. A slot that was taken meanwhile: look again.
          if (free == 0) {
            at = at + 1 == buckets() ? 0 : at + 1;
          } else if (bucket[std::countr_zero(free)].compare_exchange_strong(expected, entry,
                                                                            std::memory_order_relaxed)) {
            break;
          }
        }
      }
    }
    refilled_.fetch_add(end - begin, std::memory_order_acq_rel);
  }
}

/// Nobody is inside. False: refused, unchanged.
bool SharedIndex::grow(std::size_t entries) {
  constexpr std::size_t kBucketBytes = kSlots * sizeof(std::uint32_t);
  constexpr std::size_t kMostEntries = 0xFFFFFFFE;
  constexpr std::size_t kSmallTable = std::size_t{1} << 22;  // bytes
  if (entries > kMostEntries) return false;
  const std::size_t old_buckets = buckets();
  const auto needed = static_cast<std::size_t>(static_cast<double>(entries) / (kMaxLoad * kSlots)) + 1;
  // While it is small the table may be emptier for being refilled less often.
  const std::size_t factor = old_buckets * kBucketBytes < kSmallTable ? 4 : 2;
  if (!region_.ensure_exactly(std::max({needed, factor * old_buckets, std::size_t{16}}) * kBucketBytes)) {
    // A refused growth is no reason to give up while a smaller step would still do.
    if (!region_.ensure_exactly((needed + needed / 16) * kBucketBytes)) return false;
  }
  if (slots_ == nullptr) slots_ = reinterpret_cast<std::atomic<std::uint32_t>*>(region_.data());
  committed_.store(region_.committed(), std::memory_order_relaxed);
  const std::size_t new_buckets = region_.committed() / kBucketBytes;
  buckets_.store(new_buckets, std::memory_order_relaxed);
  capacity_ = std::min(static_cast<std::size_t>(static_cast<double>(new_buckets * kSlots) * kMaxLoad), kMostEntries);
  number_bits_ = static_cast<std::uint32_t>(std::bit_width(capacity_ + 1));
  number_mask_ = number_bits_ >= 32 ? 0xFFFFFFFFU : (1U << number_bits_) - 1;
  std::memset(region_.data(), 0, old_buckets * kBucketBytes);
  refilled_.store(0, std::memory_order_relaxed);
  const std::uint64_t all = next_number_.load(std::memory_order_relaxed);
  refill_end_.store(all, std::memory_order_relaxed);
  refill_next_.store(0, std::memory_order_release);
  refill_some();
  while (refilled_.load(std::memory_order_acquire) < all) std::this_thread::yield();
  refill_next_.store(kNothingToRefill, std::memory_order_relaxed);
  return true;
}

}  // namespace weir
