// SPDX-License-Identifier: Apache-2.0
#include "store/shared/shared_exact_store.h"

#include "store/batched_store.h"

namespace weir {

class SharedExactStore::Handle final : public BatchedStore<Handle, BatchLookup<SharedIndex>> {
 public:
  Handle(SharedExactStore& store, unsigned worker) : store_(store), worker_(worker) {}

  static constexpr StoreTraits kTraits{.exact = true, .has_ids = true, .may_forget = false};
  const StoreTraits& traits() const override { return kTraits; }

  Insertion insert(StateView state, std::uint64_t) override { return Batch::insert(*this, state, hash_bytes(state)); }
  void prefetch_state(StateId id) const override { prefetch_bytes(store_.view(static_cast<std::uint32_t>(id))); }
  bool contains(StateView state) const override {
    const SharedGate::Guard guard = enter();
    return store_.table_.find(state) != SharedIndex::kNone;
  }
  StateView get(StateId id, std::vector<std::byte>&) const override {
    return store_.view(static_cast<std::uint32_t>(id));
  }
  std::uint64_t size() const override { return store_.size(); }
  std::uint64_t memory_bytes() const override { return store_.memory_bytes(); }

 private:
  using Batch = BatchLookup<SharedIndex>;
  friend Batch;
  friend BatchedStore;

  // For BatchedStore.
  void begin(const SuccessorBuffer& states, Batch& batch);
  void advance(Batch& batch, unsigned step);
  bool insert_batch(const SuccessorBuffer& states, Batch& batch, std::vector<Insertion>& out) {
    batch.insert_all(
        *this, [&](std::size_t i) { return states.state(i); }, out);
    return true;
  }

  // For BatchLookup.
  SharedGate::Guard enter() const { return {store_.gate_, worker_}; }
  SharedIndex& index() { return store_.table_.index; }
  unsigned ticket() const { return worker_; }
  bool equal(std::uint32_t number, StateView state) const { return store_.table_.equal(number, state); }
  bool ready(StateView state) const { return store_.table_.ready(worker_, state.size()); }
  bool write(std::uint32_t number, StateView state) { return store_.table_.strings.write(worker_, number, state); }
  bool make_room(StateView state) { return !ready(state) && store_.table_.prepare(worker_, state.size()); }

  SharedExactStore& store_;
  unsigned worker_;
};

SharedExactStore::SharedExactStore(MemoryBudget& budget, unsigned workers) : gate_(workers), table_(budget, gate_) {
  for (unsigned i = 0; i < workers; ++i) handles_.push_back(std::make_unique<Handle>(*this, i));
}

SharedExactStore::~SharedExactStore() = default;

StateStore& SharedExactStore::handle(unsigned worker) { return *handles_[worker]; }

bool SharedExactStore::open() { return table_.open(std::size_t{1} << 12); }

[[gnu::flatten]] void SharedExactStore::Handle::begin(const SuccessorBuffer& states, Batch& batch) {
  batch.start(states, store_.table_.index);
}

void SharedExactStore::Handle::advance(Batch& batch, unsigned step) {
  if (step == 0) {
    const SharedGate::Guard guard = enter();
    batch.probe(store_.table_.index, [this](std::uint32_t number) { store_.table_.strings.prefetch_place(number); });
  } else if (step == 1) {
    batch.prefetch_candidates([this](std::uint32_t number) { prefetch_bytes(store_.view(number)); });
  }
}

}  // namespace weir
