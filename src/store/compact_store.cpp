// SPDX-License-Identifier: Apache-2.0
#include "store/compact_store.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/table/hash.h"

namespace weir {
namespace {

constexpr double kMaxHashLoad = 0.88;
constexpr std::uint64_t kOld = 1;  ///< lowest bit: not yet moved while the table grows; otherwise 0

/// Never 0, which marks a free slot, and never with kOld set.
std::uint64_t signature_of(StateView state) {
  const std::uint64_t signature = hash_bytes(state) & ~kOld;
  return signature == 0 ? 2 : signature;
}

}  // namespace

/// The slot of the signature, or the free slot where it would be inserted.
std::size_t CompactStore::find(std::uint64_t signature) const {
  std::size_t at = home(signature);
  while (slots()[at] != 0 && slots()[at] != signature) at = at + 1 == capacity_ ? 0 : at + 1;
  return at;
}

bool CompactStore::contains(StateView state) const { return capacity_ > 0 && slots()[find(signature_of(state))] != 0; }

Insertion CompactStore::insert(StateView state, std::uint64_t) { return insert_signature(signature_of(state)); }

void CompactStore::insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t) {
  out.assign(states.size(), {});
  signatures_.resize(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    signatures_[i] = signature_of(states.state(i));
    if (capacity_ > 0) __builtin_prefetch(slots() + home(signatures_[i]));
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    out[i] = insert_signature(signatures_[i]);
    if (out[i].full()) return;
  }
}

Insertion CompactStore::insert_signature(std::uint64_t signature) {
  if (capacity_ > 0) {
    const std::size_t at = find(signature);
    if (slots()[at] != 0) return {Insertion::Outcome::Present};
    if (static_cast<double>(count_ + 1) <= static_cast<double>(capacity_) * kMaxHashLoad) {
      slots()[at] = signature;
      ++count_;
      return {Insertion::Outcome::Inserted};
    }
  }
  if (!grow()) return {};
  return insert_signature(signature);
}

bool CompactStore::grow() {
  const std::size_t old_capacity = capacity_;
  const std::size_t wanted = std::max<std::size_t>(old_capacity + old_capacity / 2, 256);
  if (!region_.ensure_exactly(wanted * sizeof(std::uint64_t)) &&
      !region_.ensure_exactly((old_capacity + old_capacity / 16 + 8) * sizeof(std::uint64_t))) {
    return false;
  }
  capacity_ = region_.committed() / sizeof(std::uint64_t);
  for (std::size_t i = 0; i < old_capacity; ++i) {
    if (slots()[i] != 0) slots()[i] |= kOld;
  }
  for (std::size_t i = 0; i < old_capacity; ++i) {
    if ((slots()[i] & kOld) == 0) continue;
    std::uint64_t moving = slots()[i] & ~kOld;
    slots()[i] = 0;
    while (moving != 0) {
      // The first slot that is free or holds an old entry: all slots before it are final.
      std::size_t at = home(moving);
      while (slots()[at] != 0 && (slots()[at] & kOld) == 0) at = at + 1 == capacity_ ? 0 : at + 1;
      const std::uint64_t displaced = slots()[at] & ~kOld;
      slots()[at] = moving;
      moving = displaced;
    }
  }
  return true;
}

StateView CompactStore::get(StateId, std::vector<std::byte>&) const {
  WEIR_ASSERT(false, "a store of signatures was asked for a state");
  return {};
}

/// The probability of at least one collision among n signatures drawn from 2^63.
double CompactStore::omission_probability() const {
  const double n = static_cast<double>(count_);
  return -std::expm1(-n * (n - 1) / 2 / std::ldexp(1.0, 63));
}

std::string CompactStore::guarantee() const {
  return fmt::format("hash compaction: {} signatures of 63 bits, probability of any omission about {:.2g}", count_,
                     omission_probability());
}

}  // namespace weir
