// SPDX-License-Identifier: Apache-2.0
#include "store/bitstate_store.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/table/hash.h"

namespace weir {
namespace {

/// The k bit positions of a state: an arithmetic sequence of two independent hash values.
class Positions {
 public:
  Positions(StateView state, std::uint64_t bits, std::uint64_t seed) : bits_(bits) {
    // The estimates below assume uniform hashing. hash_bytes spreads similar short states more evenly than that, so mix
    // again.
    const std::uint64_t hash = hash_bytes(state, seed);
    at_ = hash_mix(hash, 0x9FB21C651E98DF25ULL);
    step_ = hash_mix(hash_bytes(state, seed ^ 0x5851F42D4C957F2DULL), hash) | 1;
  }
  std::uint64_t next() {
    const auto bit = static_cast<std::uint64_t>((static_cast<unsigned __int128>(at_) * bits_) >> 64);
    at_ += step_;
    return bit;
  }

 private:
  std::uint64_t at_;
  std::uint64_t step_;
  std::uint64_t bits_;
};

}  // namespace

std::unique_ptr<BitstateStore> BitstateStore::make(MemoryBudget& budget, std::uint64_t bytes, std::uint32_t hashes,
                                                   std::uint64_t seed) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
  if (bytes == 0) bytes = std::min((budget.limit() - budget.used()) / 2 / 4096 * 4096, kMost);
  auto store = std::unique_ptr<BitstateStore>(new BitstateStore(budget, std::clamp(hashes, 1U, 64U), seed));
  if (bytes == 0 || !store->region_.ensure_exactly(bytes)) return nullptr;
  store->bits_ = std::uint64_t{store->region_.committed()} * 8;
  return store;
}

bool BitstateStore::contains(StateView state) const {
  Positions positions(state, bits_, seed_);
  for (std::uint32_t i = 0; i < hashes_; ++i) {
    const std::uint64_t bit = positions.next();
    if ((region_.data()[bit / 8] & (std::byte{1} << (bit % 8))) == std::byte{0}) return false;
  }
  return true;
}

Insertion BitstateStore::insert(StateView state, std::uint64_t) {
  Positions positions(state, bits_, seed_);
  const double risk = state_omission_probability();
  std::uint64_t fresh = 0;
  for (std::uint32_t i = 0; i < hashes_; ++i) {
    const std::uint64_t bit = positions.next();
    std::byte& byte = region_.data()[bit / 8];
    const std::byte mask = std::byte{1} << (bit % 8);
    fresh += (byte & mask) == std::byte{0};
    byte |= mask;
  }
  if (fresh == 0) return {Insertion::Outcome::Present};
  ones_ += fresh;
  ++count_;
  // For each state inserted, risk / (1 - risk) others are expected to have been omitted.
  expected_omissions_ += risk < 1 ? risk / (1 - risk) : 0;
  return {Insertion::Outcome::Inserted};
}

StateView BitstateStore::get(StateId, std::vector<std::byte>&) const {
  WEIR_ASSERT(false, "a bit array was asked for a state");
  return {};
}

double BitstateStore::state_omission_probability() const {
  const double share = static_cast<double>(ones_) / static_cast<double>(bits_);
  double risk = share;
  for (std::uint32_t i = 1; i < hashes_; ++i) risk *= share;
  return risk;
}

double BitstateStore::omission_probability() const { return -std::expm1(-expected_omissions_); }

double BitstateStore::coverage() const {
  return count_ == 0 ? 1 : static_cast<double>(count_) / (static_cast<double>(count_) + expected_omissions_);
}

std::string BitstateStore::guarantee() const {
  return fmt::format(
      "bit-state hashing: {} bits, {} hash functions, {:.2f} % of the bits set; estimated coverage {:.4f} % of the "
      "states "
      "met, probability of any omission about {:.2g}",
      bits_, hashes_, 100.0 * static_cast<double>(ones_) / static_cast<double>(bits_), 100 * coverage(),
      omission_probability());
}

}  // namespace weir
