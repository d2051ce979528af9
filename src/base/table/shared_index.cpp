// SPDX-License-Identifier: Apache-2.0
#include "base/table/shared_index.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "base/thread/work_crew.h"

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

SharedIndex::SharedIndex(MemoryBudget& budget, SharedGate& gate, std::function<std::uint64_t(std::uint32_t)> hash_of,
                         SharedGrowth growth)
    : gate_(gate),
      hash_of_(std::move(hash_of)),
      growth_(std::move(growth)),
      worker_count_(gate.workers()),
      workers_(std::make_unique<Worker[]>(gate.workers())),
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

std::uint32_t SharedIndex::block_size() const {
  if (!growth_.small_blocks) return kBlock;
  const std::uint32_t share = next_number_.load(std::memory_order_relaxed) / (8 * worker_count_);
  return std::clamp<std::uint32_t>(share, 1, kBlock);
}

bool SharedIndex::claim_block(unsigned worker) {
  gate_.lock(mutex_);
  const std::lock_guard lock(mutex_, std::adopt_lock);
  const std::uint32_t count = block_size();
  const std::uint64_t end = std::uint64_t{next_number_.load(std::memory_order_relaxed)} + count;
  if (end > capacity_ && !gate_.alone([&] { return grow(static_cast<std::size_t>(end)); })) return false;
  Worker& own = workers_[worker];
  own.next = static_cast<std::uint32_t>(end) - count;
  own.end = static_cast<std::uint32_t>(end);
  next_number_.store(own.end, std::memory_order_release);
  return true;
}

/// Re-enters ranges of numbers until none are left. Called by the growing thread and by threads that wait for it.
void SharedIndex::refill_some() {
  // Write to each page first: a lookup reads before it writes, and a page that is read first faults twice and is
  // remapped on all cores.
  for (;;) {
    const std::size_t begin = touch_next_.fetch_add(kTouchStep, std::memory_order_relaxed);
    if (begin >= touch_end_) break;
    const std::size_t end = std::min(begin + kTouchStep, touch_end_);
    constexpr std::size_t kPageBytes = 4096;
    // Other threads may already be inserting: keep existing entries.
    for (std::size_t at = begin; at < end; at += kPageBytes)
      slots()[at / sizeof(std::uint32_t)].fetch_or(0, std::memory_order_relaxed);
  }
  std::optional<UsedNumbers> known;
  for (;;) {
    const std::uint64_t begin = refill_next_.fetch_add(kRefillStep, std::memory_order_relaxed);
    const std::uint64_t all = refill_end_;
    if (begin >= all) return;
    if (!known) known = used_numbers();
    const UsedNumbers& in_use = *known;
    const std::uint64_t end = std::min(begin + kRefillStep, all);
    constexpr std::size_t kAhead = IndexTable::kAhead;
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
        const std::uint32_t entry = tag_of(hashes[i]) | static_cast<std::uint32_t>(first + i + 1);
        for (std::size_t at = bucket_of(hashes[i]);;) {
          std::atomic<std::uint32_t>* bucket = slots() + at * kSlots;
          const std::uint32_t free = Bucket(bucket).free();
          std::uint32_t expected = 0;
          // Relaxed: the end of refilling publishes all entries. If the slot was taken meanwhile, read it again.
          if (free == 0) {
            at = at + 1 == buckets() ? 0 : at + 1;
          } else if (bucket[std::countr_zero(free)].compare_exchange_strong(expected, entry,
                                                                            std::memory_order_relaxed)) {
            break;
          }
        }
      }
    }
  }
}

/// Requires that no thread is inside the gate. Returns false if refused; nothing changes then.
bool SharedIndex::enlarge(std::size_t entries) {
  constexpr std::size_t kBucketBytes = kSlots * sizeof(std::uint32_t);
  constexpr std::size_t kMostEntries = 0xFFFFFFFE;
  constexpr std::size_t kSmallTable = std::size_t{1} << 22;  // bytes
  if (entries > kMostEntries) return false;
  const std::size_t old_buckets = buckets();
  const auto needed = static_cast<std::size_t>(static_cast<double>(entries) / (growth_.max_load * kSlots)) + 1;
  const double factor = growth_.factor ? growth_.factor() : old_buckets * kBucketBytes < kSmallTable ? 4 : 2;
  const auto wanted = static_cast<std::size_t>(factor * static_cast<double>(old_buckets));
  if (!region_.ensure_exactly(std::max({needed, wanted, std::size_t{16}}) * kBucketBytes)) {
    // If the growth is refused, try a smaller step before giving up.
    if (!region_.ensure_exactly((needed + needed / 16) * kBucketBytes)) return false;
  }
  if (slots_ == nullptr) slots_ = reinterpret_cast<std::atomic<std::uint32_t>*>(region_.data());
  committed_.store(region_.committed(), std::memory_order_relaxed);
  const std::size_t new_buckets = region_.committed() / kBucketBytes;
  buckets_.store(new_buckets, std::memory_order_relaxed);
  const auto allowed = static_cast<std::size_t>(static_cast<double>(new_buckets * kSlots) * growth_.max_load);
  capacity_ = std::min(allowed, kMostEntries);
  const auto number_bits = static_cast<int>(std::bit_width(capacity_ + 1));
  number_mask_ = number_bits >= 32 ? 0xFFFFFFFFU : (1U << number_bits) - 1;
  std::memset(region_.data(), 0, old_buckets * kBucketBytes);
  touch_next_.store(old_buckets * kBucketBytes, std::memory_order_relaxed);
  touch_end_ = new_buckets * kBucketBytes;
  return true;
}

void SharedIndex::start_refilling() {
  ++version_;
  refill_end_ = next_number_.load(std::memory_order_relaxed);
  refill_next_.store(0, std::memory_order_relaxed);
}

/// Requires that no thread is inside the gate. Returns false if refused; nothing changes then.
bool SharedIndex::grow(std::size_t entries) {
  if (!enlarge(entries)) return false;
  start_refilling();
  gate_.run_with_help([this] { refill_some(); });
  return true;
}

void SharedIndex::take_numbers_of(const SharedIndex& other) {
  next_number_.store(other.numbers(), std::memory_order_relaxed);
  for (unsigned i = 0; i < worker_count_; ++i) {
    workers_[i].count.store(other.workers_[i].count.load(std::memory_order_relaxed), std::memory_order_relaxed);
    workers_[i].next = other.workers_[i].next;
    workers_[i].end = other.workers_[i].end;
  }
}

bool SharedIndex::enter_again(WorkCrew& crew) {
  const std::size_t numbers = next_number_.load(std::memory_order_relaxed);
  if (numbers > capacity_) {
    // Leave some room: otherwise it would have to grow immediately.
    if (!enlarge(numbers + numbers / 8) && !enlarge(numbers)) return false;
  } else {
    std::memset(region_.data(), 0, buckets() * kSlots * sizeof(std::uint32_t));
  }
  start_refilling();
  crew.run([this](unsigned) { refill_some(); });
  return true;
}

}  // namespace weir
