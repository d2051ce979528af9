// SPDX-License-Identifier: Apache-2.0
// BatchedStore: implements the batch functions of StateStore for a final class Self, whose Batch is a BatchLookup. Self
// has three functions:
//   begin(states, batch)              the first step, which reads the states
//   advance(batch, step)              the intermediate steps, see StateStore::prefetch
//   insert_batch(states, batch, out)  the last step; returns false, inserting nothing, if the store has changed since
#pragma once

#include <vector>

#include "store/batch_lookup.h"
#include "store/state_store.h"

namespace weir {

template <class Self, class Batch>
class BatchedStore : public StateStore {
 public:
  void insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth = 0) final {
    self().begin(states, own_);
    for (unsigned step = 0; step < kSteps; ++step) self().advance(own_, step);
    finish(states, &own_, out, depth);
  }
  void prepare(const SuccessorBuffer& states, LookupBatch& batch) final {
    self().begin(states, batch.template content<Batch>(this));
  }
  void prefetch(LookupBatch& batch, unsigned step) final {
    if (Batch* known = batch.template find<Batch>(this)) self().advance(*known, step);
  }
  void insert_prepared(const SuccessorBuffer& states, LookupBatch& batch, std::vector<Insertion>& out,
                       std::uint64_t depth = 0) final {
    finish(states, batch.template find<Batch>(this), out, depth);
  }

 private:
  Self& self() { return static_cast<Self&>(*this); }
  /// Inserts one by one if there is no valid batch: near the memory limit, the first states may still fit.
  void finish(const SuccessorBuffer& states, Batch* batch, std::vector<Insertion>& out, std::uint64_t depth) {
    if (batch != nullptr && batch->probed() && batch->size() == states.size() &&
        self().insert_batch(states, *batch, out))
      return;
    StateStore::insert_all(states, out, depth);
  }

  Batch own_;  ///< used by insert_all
};

}  // namespace weir
