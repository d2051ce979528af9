// SPDX-License-Identifier: Apache-2.0
// ExpansionGroup: several states that are expanded together. All their successors are generated before any of them is
// looked up, so that the lookups of a whole group wait for memory at the same time; one state has but two or three
// successors, too few to hide the waiting. For searches where it does not matter that a state of the group is expanded
// before the successors of another are known.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "search/space/search_space.h"
#include "store/exact_store.h"
#include "store/state_store.h"

namespace weir {

class ExpansionGroup {
 public:
  struct Member {
    StateId state = kNoState;
    StateView bytes;                 ///< from expand() on, until the store changes its form
    std::vector<std::byte> scratch;  ///< where they are, if the store keeps them in another form
    StateEdges edges;
    LookupBatch batch;
    std::vector<Insertion> targets;
  };

  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  Member& operator[](std::size_t i) { return members_[i]; }

  /// One more state.
  void add(const StateStore& store, StateId state) {
    members_[size_++].state = state;
    store.prefetch_state(state);
  }
  /// Generates the successors of all.
  void expand(SearchSpace& space, StateStore& store) {
    ExactStore* exact = store.as_exact();
    if (exact != nullptr) return expand_all(space, *exact);
    for (std::size_t i = 0; i < size_; ++i) {
      Member& member = members_[i];
      member.bytes = store.look(member.state, member.scratch);
      space.expand(member.bytes, member.edges);
      store.prepare(member.edges.states, member.batch);
    }
    prefetch(store);
  }
  /// Then, in any order. False: no memory for all of them.
  [[nodiscard]] bool insert(StateStore& store, std::size_t i, std::uint64_t depth) {
    Member& member = members_[i];
    store.insert_prepared(member.edges.states, member.batch, member.targets, depth);
    return member.targets.empty() || !member.targets.back().full();
  }

 private:
  /// The exact store takes successors at any time: not right after they were written, since reading words of which a
  /// byte is still on its way to memory has to wait for it.
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
