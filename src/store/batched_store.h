// SPDX-License-Identifier: Apache-2.0
// BatchedStore: the part of StateStore that takes states in batches, for a final class Self that keeps a Batch (a
// BatchLookup) of each. Self has three functions:
//   begin(states, batch)              the first step, which reads the states
//   advance(batch, step)              the steps between, see StateStore::prefetch
//   insert_batch(states, batch, out)  the last one; false: the store has changed since, and nothing is inserted
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
  /// One by one if there is no prepared batch: near the end of memory the first states may still fit.
  void finish(const SuccessorBuffer& states, Batch* batch, std::vector<Insertion>& out, std::uint64_t depth) {
    if (batch != nullptr && batch->probed() && batch->size() == states.size() &&
        self().insert_batch(states, *batch, out))
      return;
    StateStore::insert_all(states, out, depth);
  }

  Batch own_;  ///< of insert_all
};

}  // namespace weir
