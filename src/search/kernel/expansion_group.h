// SPDX-License-Identifier: Apache-2.0
// ExpansionGroup: expands several states together. All successors are generated before any is looked up, so that the
// memory latencies of the lookups overlap; the two or three successors of one state are too few for that. Usable by
// searches that may expand a state before the successors of the previous ones are known.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "search/space/search_space.h"
#include "store/exact_store.h"
#include "store/state_store.h"

namespace weir {

/// How many states of this size are expanded together. The successors of a group are held in memory at once, and those
/// of wide states would take gigabytes; looking them up takes longer than the latency that a group hides.
inline std::size_t states_in_group(std::size_t state_bytes) {
  constexpr std::size_t kGroupBytes = std::size_t{1} << 16;
  return std::clamp<std::size_t>(kGroupBytes / std::max<std::size_t>(state_bytes, 1), 1, StateStore::kGroupStates);
}

class ExpansionGroup {
 public:
  struct Member {
    StateId state = kNoState;
    StateView bytes;                 ///< set by expand(); valid until the store changes its representation
    std::vector<std::byte> scratch;  ///< holds the bytes if the store keeps states in another form
    StateEdges edges;
    LookupBatch batch;
    std::vector<Insertion> targets;
  };

  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  Member& operator[](std::size_t i) { return members_[i]; }

  /// Adds a state to the group.
  void add(const StateStore& store, StateId state) {
    members_[size_++].state = state;
    store.prefetch_state(state);
  }
  /// Generates the successors of all states of the group. `keeps_bytes`: of the store, if it is shared.
  void expand(SearchSpace& space, StateStore& store, bool keeps_bytes = false) {
    ExactStore* exact = store.as_exact();
    if (exact != nullptr) return expand_all(space, *exact);
    for (std::size_t i = 0; i < size_; ++i) {
      Member& member = members_[i];
      member.bytes = store.look(member.state, member.scratch);
      space.expand(member.bytes, member.edges);
      if (!keeps_bytes) store.prepare(member.edges.states, member.batch);
    }
    for (std::size_t i = 0; keeps_bytes && i < size_; ++i) store.prepare(members_[i].edges.states, members_[i].batch);
    prefetch(store);
  }
  /// Inserts the successors of state i; call after expand(), in any order. Returns false if memory is used up.
  [[nodiscard]] bool insert(StateStore& store, std::size_t i, std::uint64_t depth) {
    Member& member = members_[i];
    store.insert_prepared(member.edges.states, member.batch, member.targets, depth);
    return member.targets.empty() || !member.targets.back().full();
  }

 private:
  /// ExactStore, and a shared store that keeps bytes, can prepare successors at any time. They are not prepared right
  /// after they are written, because reading a word with a byte still in the store buffer stalls.
  void expand_all(SearchSpace& space, ExactStore& store) {
    for (std::size_t i = 0; i < size_; ++i) {
      Member& member = members_[i];
      member.bytes = store.get(member.state);
      space.expand(member.bytes, member.edges);
    }
    for (std::size_t i = 0; i < size_; ++i) store.prepare(members_[i].edges.states, members_[i].batch);
    prefetch(store);
  }
  template <class Store>
  void prefetch(Store& store) {
    for (unsigned step = 0; step < StateStore::kSteps; ++step)
      for (std::size_t i = 0; i < size_; ++i) store.prefetch(members_[i].batch, step);
  }

  std::array<Member, StateStore::kGroupStates> members_;
  std::size_t size_ = 0;
};

}  // namespace weir
