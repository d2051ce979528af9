// SPDX-License-Identifier: Apache-2.0
// Address space is reserved without access rights, which no overcommit policy charges for; committing is a change of
// access rights. Where address space itself is limited (ulimit -v) the reservation is halved until it is granted.
#include "base/region.h"

#include <sys/mman.h>
#include <algorithm>

namespace weir {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kLargestReservation = std::size_t{1} << 40;
constexpr std::size_t kSmallestReservation = std::size_t{1} << 22;

std::size_t round_up(std::size_t bytes, std::size_t step) { return (bytes + step - 1) / step * step; }

void* reserve(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

bool Region::grow(std::size_t bytes, bool with_slack) {
  if (data_ == nullptr) {
    // Nothing can outgrow the budget, so address space beyond it would be of no use.
    const std::size_t ceiling = std::min<std::size_t>(budget_->limit(), kLargestReservation);
    std::size_t wanted = round_up(std::max({ceiling, bytes, kSmallestReservation}), kPage);
    void* memory = reserve(wanted);
    while (memory == nullptr && wanted / 2 >= std::max(bytes, kSmallestReservation)) {
      wanted = round_up(wanted / 2, kPage);
      memory = reserve(wanted);
    }
    if (memory == nullptr) return false;
    data_ = static_cast<std::byte*>(memory);
    reserved_ = wanted;
    // A lookup in a large table misses the address cache as well as the data cache; huge pages spare the former. They are
    // used only where all of their two megabytes are committed, so they take no memory that is not counted.
    madvise(memory, wanted, MADV_HUGEPAGE);
  }
  if (bytes > reserved_) return false;
  const std::size_t slack = with_slack ? committed_ / 64 : 0;
  std::size_t target = std::min(round_up(bytes + slack, kPage), reserved_);
  if (!budget_->take(target - committed_)) {
    target = std::min(round_up(bytes, kPage), reserved_);
    if (!budget_->take(target - committed_)) return false;
  }
  if (mprotect(data_ + committed_, target - committed_, PROT_READ | PROT_WRITE) != 0) {
    budget_->give_back(target - committed_);
    return false;
  }
  committed_ = target;
  return true;
}

void Region::release() {
  if (data_ == nullptr) return;
  munmap(data_, reserved_);
  budget_->give_back(committed_);
  data_ = nullptr;
  reserved_ = committed_ = 0;
}

}  // namespace weir
