// SPDX-License-Identifier: Apache-2.0
#include "store/shared_exact_store.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"
#include "base/same_bytes.h"

namespace weir {

class SharedExactStore::Handle final : public StateStore {
 public:
  Handle(SharedExactStore& store, unsigned worker) : store_(store), worker_(worker) {}

  static constexpr StoreTraits kTraits{.exact = true, .has_ids = true, .may_forget = false};
  const StoreTraits& traits() const override { return kTraits; }

  Insertion insert(StateView state, std::uint64_t) override {
    if (!ready_for(state)) return find(state);
    const SharedIndex::Guard guard(store_.gate_, worker_);
    return insert_hashed(state, hash_bytes(state));
  }
  void insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth) override {
    announce(states, at_hand_);
    for (unsigned step = 0; step < kSteps; ++step) approach(at_hand_, step);
    insert_announced(states, at_hand_, out, depth);
  }
  void expect(StateId id) const override { prefetch_state(store_.view(static_cast<std::uint32_t>(id))); }
  void announce(const SuccessorBuffer& states, Announced& note) override;
  void approach(Announced& note, unsigned step) override {
    if (step == 0) return find_candidates(note);
    if (step > 1) return;
    for (const std::uint32_t candidate : note.candidates)
      if (candidate != SharedIndex::kNone) prefetch_state(store_.view(candidate));
  }
  void insert_announced(const SuccessorBuffer& states, const Announced& note, std::vector<Insertion>& out,
                        std::uint64_t depth) override;
  bool contains(StateView state) const override { return find(state).present(); }
  StateView get(StateId id, std::vector<std::byte>&) const override {
    return store_.view(static_cast<std::uint32_t>(id));
  }
  std::uint64_t size() const override { return store_.size(); }
  std::uint64_t memory_bytes() const override { return store_.memory_bytes(); }

 private:
  /// Outside of a Guard: whether there is a number and a way to write the state.
  bool ready_for(StateView state) {
    if (!store_.strings_.fits(state.size()) &&
        !store_.gate_.alone([&] { return store_.strings_.admit(state.size(), store_.index_.numbers()); })) {
      return false;
    }
    return store_.index_.prepare(worker_);
  }
  /// Present, or Full: for when nothing can be inserted any more.
  Insertion find(StateView state) const {
    const SharedIndex::Guard guard(store_.gate_, worker_);
    const auto equal = [&](std::uint32_t number) { return same_bytes(store_.view(number), state); };
    const std::uint32_t found = store_.index_.find(hash_bytes(state), equal);
    if (found == SharedIndex::kNone) return {};
    return {Insertion::Outcome::Present, StateId{found}};
  }
  void find_candidates(Announced& note) const;
  Insertion insert_hashed(StateView state, std::uint64_t hash);

  SharedExactStore& store_;
  unsigned worker_;
  Announced at_hand_;
};

SharedExactStore::SharedExactStore(MemoryBudget& budget, unsigned workers)
    : gate_(workers),
      index_(budget, gate_, [this](std::uint32_t number) { return hash_bytes(view(number)); }),
      strings_(budget, workers) {
  for (unsigned i = 0; i < workers; ++i) handles_.push_back(std::make_unique<Handle>(*this, i));
}

SharedExactStore::~SharedExactStore() = default;

StateStore& SharedExactStore::handle(unsigned worker) { return *handles_[worker]; }

bool SharedExactStore::open() { return strings_.open() && index_.open(std::size_t{1} << 12); }

void SharedExactStore::Handle::announce(const SuccessorBuffer& states, Announced& note) {
  note.by = &store_;
  note.hashes.resize(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    note.hashes[i] = hash_bytes(states.state(i));
    store_.index_.prefetch(note.hashes[i]);
  }
}

void SharedExactStore::Handle::find_candidates(Announced& note) const {
  note.candidates.resize(note.hashes.size());
  const SharedIndex::Guard guard(store_.gate_, worker_);
  for (std::size_t i = 0; i < note.hashes.size(); ++i) {
    const std::uint32_t candidate = note.candidates[i] = store_.index_.candidate(note.hashes[i]);
    if (candidate != SharedIndex::kNone) store_.strings_.prefetch_place(candidate);
  }
}

void SharedExactStore::Handle::insert_announced(const SuccessorBuffer& states, const Announced& note,
                                                std::vector<Insertion>& out, std::uint64_t depth) {
  if (note.by != &store_ || note.candidates.size() != states.size()) return insert_all(states, out, depth);
  const std::size_t count = states.size();
  out.resize(count);
  const auto give_up = [&](std::size_t from) {
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(from), out.end(), Insertion{});
  };
  const auto is_candidate = [&](std::size_t i) {
    const std::uint32_t candidate = note.candidates[i];
    return candidate != SharedIndex::kNone && same_bytes(store_.view(candidate), states.state(i));
  };
  for (std::size_t done = 0; done < count;) {
    if (is_candidate(done)) {
      out[done] = {Insertion::Outcome::Present, StateId{note.candidates[done]}};
      ++done;
      continue;
    }
    if (!ready_for(states.state(done))) {
      out[done] = find(states.state(done));
      if (out[done].full()) return give_up(done);
      ++done;
      continue;
    }
    const SharedIndex::Guard guard(store_.gate_, worker_);
    for (; done < count && store_.strings_.fits(states.state(done).size()) && store_.index_.prepared(worker_); ++done) {
      if (is_candidate(done)) {
        out[done] = {Insertion::Outcome::Present, StateId{note.candidates[done]}};
        continue;
      }
      out[done] = insert_hashed(states.state(done), note.hashes[done]);
      if (out[done].full()) return give_up(done);
    }
  }
}

Insertion SharedExactStore::Handle::insert_hashed(StateView state, std::uint64_t hash) {
  const SharedIndex::Outcome outcome = store_.index_.insert(
      worker_, hash, [&](std::uint32_t number) { return same_bytes(store_.view(number), state); },
      [&](std::uint32_t number) { return store_.strings_.write(worker_, number, state); });
  if (outcome.number == SharedIndex::kNone) return {};
  return {outcome.inserted ? Insertion::Outcome::Inserted : Insertion::Outcome::Present, StateId{outcome.number}};
}

}  // namespace weir
