// SPDX-License-Identifier: Apache-2.0
#include "store/shared/shared_exact_store.h"

#include <algorithm>

#include "base/table/hash.h"
#include "base/table/same_bytes.h"

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
    note.complete = true;
    for (std::size_t i = 0; i < note.count; ++i) {
      Announced::Probe& probe = note.probes[i];
      if (probe.number == SharedIndex::kNone) continue;
      probe.known = store_.view(probe.number);
      prefetch_state(probe.known);
    }
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
  void find_candidates(Announced& note);
  Insertion insert_probed(StateView state, const Announced::Probe& probe);
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

[[gnu::flatten]] void SharedExactStore::Handle::announce(const SuccessorBuffer& states, Announced& note) {
  note.by = &store_;
  note.complete = false;
  note.count = states.size();
  if (note.probes.size() < note.count) note.probes.resize(2 * note.count);
  for (std::size_t i = 0; i < note.count; ++i) {
    const std::uint64_t hash = note.probes[i].hash = hash_bytes(states.state(i));
    store_.index_.prefetch(hash);
  }
}

void SharedExactStore::Handle::find_candidates(Announced& note) {
  const SharedIndex::Guard guard(store_.gate_, worker_);
  note.version = store_.index_.version();
  for (std::size_t i = 0; i < note.count; ++i) {
    Announced::Probe& probe = note.probes[i];
    const SharedIndex::Probe found = store_.index_.probe(probe.hash);
    probe.number = found.number;
    probe.slot = found.free;
    if (found.number != SharedIndex::kNone) store_.strings_.prefetch_place(found.number);
  }
}

void SharedExactStore::Handle::insert_announced(const SuccessorBuffer& states, const Announced& note,
                                                std::vector<Insertion>& out, std::uint64_t depth) {
  if (note.by != &store_ || !note.complete || note.count != states.size()) return insert_all(states, out, depth);
  const std::size_t count = states.size();
  out.resize(count);
  const auto give_up = [&](std::size_t from) {
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(from), out.end(), Insertion{});
  };
  for (std::size_t done = 0; done < count;) {
    {
      const SharedIndex::Guard guard(store_.gate_, worker_);
      const bool same_slots = note.version == store_.index_.version();
      for (; done < count; ++done) {
        const StateView state = states.state(done);
        const Announced::Probe& probe = note.probes[done];
        if (probe.number != SharedIndex::kNone && same_bytes(probe.known, state)) {
          out[done] = {Insertion::Outcome::Present, StateId{probe.number}};
          continue;
        }
        if (!store_.strings_.fits(state.size()) || !store_.index_.prepared(worker_)) break;
        out[done] =
            same_slots && probe.slot != nullptr ? insert_probed(state, probe) : insert_hashed(state, probe.hash);
        if (out[done].full()) return give_up(done);
      }
    }
    if (done == count) return;
    if (ready_for(states.state(done))) continue;
    out[done] = find(states.state(done));
    if (out[done].full()) return give_up(done);
    ++done;
  }
}

/// Inside the gate: the state was not there when the index was asked, and its slot was a free one.
Insertion SharedExactStore::Handle::insert_probed(StateView state, const Announced::Probe& probe) {
  const std::uint32_t number = store_.index_.insert_at(
      worker_, probe.slot, probe.hash, [&](std::uint32_t own) { return store_.strings_.write(worker_, own, state); });
  if (number == SharedIndex::kNone) return insert_hashed(state, probe.hash);
  return {Insertion::Outcome::Inserted, StateId{number}};
}

Insertion SharedExactStore::Handle::insert_hashed(StateView state, std::uint64_t hash) {
  const SharedIndex::Outcome outcome = store_.index_.insert(
      worker_, hash, [&](std::uint32_t number) { return same_bytes(store_.view(number), state); },
      [&](std::uint32_t number) { return store_.strings_.write(worker_, number, state); });
  if (outcome.number == SharedIndex::kNone) return {};
  return {outcome.inserted ? Insertion::Outcome::Inserted : Insertion::Outcome::Present, StateId{outcome.number}};
}

}  // namespace weir
