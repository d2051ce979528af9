// SPDX-License-Identifier: Apache-2.0
#include "store/exact_store.h"

#include <algorithm>
#include <cstring>

#include "base/table/hash.h"

namespace weir {

ExactStore::ExactStore(MemoryBudget& budget)
    : index_(budget), bytes_(budget), directory_(budget), long_bytes_(budget) {}

std::uint64_t ExactStore::memory_bytes() const {
  return index_.memory_bytes() + bytes_.committed() + directory_.committed() + long_bytes_.committed();
}

StateView ExactStore::view_in_directory(std::uint32_t number) const {
  const Group& group = reinterpret_cast<const Group*>(directory_.data())[number / kGroup];
  const std::size_t slot = number % kGroup;
  const std::size_t begin = slot == 0 ? 0 : group.ends[slot - 1];
  const std::byte* place = bytes_.data() + group.begin + begin;
  if (((group.aside >> slot) & 1) == 0) [[likely]]
    return {place, group.ends[slot] - begin};
  Reference reference;
  std::memcpy(&reference, place, sizeof reference);
  return {long_bytes_.data() + reference.begin, static_cast<std::size_t>(reference.size)};
}

StateView ExactStore::get(StateId id, std::vector<std::byte>&) const { return get(id); }

void ExactStore::read_group(StateId first, std::span<StateView> states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i] = view(static_cast<std::uint32_t>(index_of(first) + i));
    prefetch_bytes(states[i]);
  }
}

Insertion ExactStore::insert(StateView state, std::uint64_t) { return insert_hashed(state, hash_bytes(state)); }

[[gnu::flatten]] Insertion ExactStore::insert_hashed(StateView state, std::uint64_t hash) {
  return Batch::insert(*this, state, hash);
}

[[gnu::flatten]] void ExactStore::begin(const SuccessorBuffer& states, Batch& batch) { batch.start(states, index_); }

void ExactStore::advance(Batch& batch, unsigned step) {
  if (step == 0) {
    batch.probe(index_, [this](std::uint32_t number) {
      if (!has_fixed_size_) __builtin_prefetch(directory_.data() + number / kGroup * sizeof(Group));
    });
  } else if (step == 1) {
    batch.prefetch_candidates([this](std::uint32_t number) { prefetch_bytes(view(number)); });
  }
}

bool ExactStore::insert_batch(const SuccessorBuffer& states, Batch& batch, std::vector<Insertion>& out) {
  batch.insert_all(
      *this, [&](std::size_t i) { return states.state(i); }, out);
  return true;
}

/// Grows the index as far as the promised memory per state allows, but at most to a quarter full. A larger index is
/// rebuilt less often, and rebuilding reads all states.
[[gnu::noinline, gnu::flatten]] bool ExactStore::grow_index() {
  const double count = static_cast<double>(std::max<std::size_t>(count_, 1));
  const double size = static_cast<double>(used_ + long_used_) / count;
  const double others = size * (1 + 1.0 / 64) + (has_fixed_size_ ? 0 : sizeof(Group) / double{kGroup});
  const double for_table = 1.14 * (size + 8) - others;
  const double factor = for_table * IndexTable::kMaxLoad / sizeof(std::uint32_t);
  return index_.rebuild(count_, count_ + 1, std::clamp(factor, 1.1, 4.0),
                        [this](std::uint32_t number) { return hash_bytes(view(number)); });
}

/// Appends the bytes of the state. Returns false, with no visible change, if memory is used up.
bool ExactStore::write(std::uint32_t, StateView state) {
  if (count_ == 0) {
    fixed_size_ = state.size();
    has_fixed_size_ = state.size() < kLongState;
  }
  if (has_fixed_size_ && state.size() != fixed_size_ && !start_directory()) return false;

  const bool aside = state.size() >= kLongState;
  const std::size_t taken = aside ? sizeof(Reference) : state.size();
  if (!bytes_.ensure(used_ + taken)) return false;
  if (aside && !long_bytes_.ensure(long_used_ + state.size())) return false;
  if (!has_fixed_size_ && !add_to_directory(count_, used_, taken, aside)) return false;
  if (aside) {
    const Reference reference{long_used_, state.size()};
    std::memcpy(bytes_.data() + used_, &reference, sizeof reference);
    std::memcpy(long_bytes_.data() + long_used_, state.data(), state.size());
    long_used_ += state.size();
  } else if (!state.empty()) {
    std::memcpy(bytes_.data() + used_, state.data(), state.size());
  }
  used_ += taken;
  ++count_;
  return true;
}

[[gnu::noinline]] bool ExactStore::start_directory() {
  if (!directory_.ensure((count_ / kGroup + 1) * sizeof(Group))) return false;
  for (std::size_t number = 0; number < count_; ++number) {
    if (!add_to_directory(number, number * fixed_size_, fixed_size_, false)) return false;
  }
  has_fixed_size_ = false;
  return true;
}

bool ExactStore::add_to_directory(std::size_t number, std::size_t begin, std::size_t size, bool aside) {
  if (!directory_.ensure((number / kGroup + 1) * sizeof(Group))) return false;
  Group& group = reinterpret_cast<Group*>(directory_.data())[number / kGroup];
  const std::size_t slot = number % kGroup;
  if (slot == 0) {
    group.begin = begin & 0xFFFFFFFFFFFF;
    group.aside = 0;
  }
  if (aside) group.aside |= static_cast<std::uint16_t>(1U << slot);
  group.ends[slot] = static_cast<std::uint16_t>(begin + size - group.begin);
  return true;
}

}  // namespace weir
