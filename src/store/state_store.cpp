// SPDX-License-Identifier: Apache-2.0
#include "store/state_store.h"

#include "base/assert.h"

namespace weir {

void StateStore::insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth) {
  out.assign(states.size(), {});
  for (std::size_t i = 0; i < states.size(); ++i) {
    out[i] = insert(states.state(i), depth);
    if (out[i].full()) return;
  }
}

void StateStore::read_group(StateId, std::span<StateView>) {
  WEIR_ASSERT(false, "this store has no numbers for groups of states, or shares them between threads");
}

}  // namespace weir
