// SPDX-License-Identifier: Apache-2.0
// Address space is reserved without access rights, which no overcommit policy charges for; committing memory changes
// the access rights. If address space itself is limited (ulimit -v), the reservation is halved until it succeeds.
#include "base/memory/region.h"

#include <sys/mman.h>
#include <algorithm>
#include <cstdint>

namespace weir {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{1} << 21;
constexpr std::size_t kWorthHugePages = 4 * kHugePage;
constexpr std::size_t kLargestReservation = std::size_t{1} << 40;
constexpr std::size_t kSmallestReservation = std::size_t{1} << 22;

std::size_t round_up(std::size_t bytes, std::size_t step) { return (bytes + step - 1) / step * step; }

}  // namespace

bool Region::reserve(std::size_t bytes) {
  // The region cannot outgrow the budget, so more address space would be useless.
  const std::size_t ceiling = std::min<std::size_t>(budget_->limit(), kLargestReservation);
  std::size_t wanted = round_up(std::max({ceiling, bytes, kSmallestReservation}), kPage);
  for (;;) {
    void* memory = mmap(nullptr, wanted + kHugePage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) {
      mapping_ = memory;
      mapped_ = wanted + kHugePage;
      break;
    }
    if (wanted / 2 < std::max(bytes, kSmallestReservation)) return false;
    wanted = round_up(wanted / 2, kPage);
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(mapping_);
  data_ = static_cast<std::byte*>(mapping_) + (round_up(begin, kHugePage) - begin);
  reserved_ = wanted;
  if (pages_ == Pages::Huge) madvise(data_, reserved_, MADV_HUGEPAGE);
  return true;
}

/// Makes memory accessible. Returns false if refused; nothing changes then.
bool Region::take(std::size_t bytes) {
  if (bytes <= taken_) return true;
  if (!budget_->take(bytes - taken_)) return false;
  if (mprotect(data_ + taken_, bytes - taken_, PROT_READ | PROT_WRITE) != 0) {
    budget_->give_back(bytes - taken_);
    return false;
  }
  taken_ = bytes;
  return true;
}

bool Region::grow(std::size_t bytes, bool with_slack) {
  if (data_ == nullptr && !reserve(bytes)) return false;
  if (bytes > reserved_) return false;
  const std::size_t slack = with_slack ? committed_ / 64 : 0;
  std::size_t target = std::min(round_up(bytes + slack, kPage), reserved_);
  const std::size_t whole = std::min(round_up(target, kHugePage), reserved_);
  const bool by_huge_pages = pages_ == Pages::Huge && target >= kWorthHugePages;
  if (!(by_huge_pages && take(whole)) && !take(target)) {
    target = std::min(round_up(bytes, kPage), reserved_);
    if (!take(target)) return false;
  }
  committed_ = target;
  return true;
}

void Region::release() {
  if (data_ == nullptr) return;
  munmap(mapping_, mapped_);
  budget_->give_back(taken_);
  data_ = nullptr;
  mapping_ = nullptr;
  mapped_ = reserved_ = committed_ = taken_ = 0;
}

}  // namespace weir
