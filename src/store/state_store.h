// SPDX-License-Identifier: Apache-2.0
// StateStore: the set of visited states. There is one interface, one file per implementation, and one table of all
// (stores.h). A search inserts states; the store says whether each was present. The traits of a store state its
// guarantees; a search checks them before it starts and refuses a store that lacks one it needs.
//
// Stores share no hidden state: several can be used at once, each by one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <typeinfo>
#include <vector>

#include <weir/options.h>
#include <weir/transition_system.h>

namespace weir {

/// The number of a stored state: 0, 1, 2, ... in order of first insertion. Stable, and usable as an array index.
enum class StateId : std::uint32_t {};
inline constexpr StateId kNoState{0xFFFFFFFF};
constexpr std::size_t index_of(StateId id) { return static_cast<std::size_t>(id); }

struct StoreTraits {
  bool exact = true;        ///< a state reported as present is present; otherwise it may be a collision
  bool has_ids = true;      ///< insert() returns ids, and get() returns the state of an id
  bool may_forget = false;  ///< a state inserted before may be reported as new again
};

struct Insertion {
  enum class Outcome : std::uint8_t { Inserted, Present, Full };
  Outcome outcome = Outcome::Full;
  StateId id = kNoState;  ///< set if the store has ids and is not full

  bool inserted() const { return outcome == Outcome::Inserted; }
  bool present() const { return outcome == Outcome::Present; }
  bool full() const { return outcome == Outcome::Full; }
};

class ExactStore;
class StateStore;

/// A batch of states between the steps of its lookup. Each store keeps its own type of data in it.
class LookupBatch {
 public:
  struct Content {
    virtual ~Content() = default;
  };
  /// The data of `store`; null if another store, or none, prepared the batch.
  template <class T>
  T* find(const StateStore* store) const {
    return store_ == store && type_ == &typeid(T) ? static_cast<T*>(content_.get()) : nullptr;
  }
  /// The same; creates the data if there is none.
  template <class T>
  T& content(const StateStore* store) {
    if (find<T>(store) == nullptr) {
      content_ = std::make_unique<T>();
      store_ = store;
      type_ = &typeid(T);
    }
    return static_cast<T&>(*content_);
  }

 private:
  const StateStore* store_ = nullptr;
  const std::type_info* type_ = nullptr;  ///< of the content, since another store may reuse the same address
  std::unique_ptr<Content> content_;
};

/// Prefetches the first lines of a state; the hardware prefetcher fetches the rest.
inline void prefetch_bytes(StateView state) {
  const std::size_t bytes = state.size() < 256 ? state.size() : 256;
  for (std::size_t at = 0; at < bytes; at += 64) __builtin_prefetch(state.data() + at);
  if (bytes > 0) __builtin_prefetch(state.data() + bytes - 1);  // a state need not start at a line boundary
}

/// What a search tells a cache about a state that it inserts.
struct CacheHints {
  std::uint64_t depth = 0;  ///< distance from the initial state
  std::uint64_t cost = 0;   ///< states generated while exploring it
  std::uint64_t note = 0;   ///< see StateStore::note
};

class StateStore {
 public:
  virtual ~StateStore() = default;

  virtual const StoreTraits& traits() const = 0;
  /// The kind of store currently in use (`auto` may have switched); empty if it cannot change.
  virtual std::optional<Store> form() const { return std::nullopt; }

  /// Inserts the state. `depth` is its distance from the initial state, used only by a cache that replaces by depth.
  /// Full if the memory budget is used up; the set is then unchanged.
  virtual Insertion insert(StateView state, std::uint64_t depth = 0) = 0;
  /// The same for all successors of a state, in order; out is resized to match. Stores may overlap the cache misses.
  /// Stops at the first state that does not fit; it and all later ones have outcome Full.
  virtual void insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth = 0);
  /// insert_all in several calls, so that the cache misses of several batches overlap: prepare each batch right after
  /// get() has read its source, run every step of prefetch for every batch, then insert every batch. A store without
  /// such overlap does all the work in the last call.
  virtual void prepare(const SuccessorBuffer&, LookupBatch&) {}
  static constexpr unsigned kSteps = 3;
  virtual void prefetch(LookupBatch&, unsigned /*step*/) {}
  virtual void insert_prepared(const SuccessorBuffer& states, LookupBatch&, std::vector<Insertion>& out,
                               std::uint64_t depth = 0) {
    insert_all(states, out, depth);
  }
  /// Runs all steps for one batch.
  void prefetch_all(LookupBatch& batch) {
    for (unsigned step = 0; step < kSteps; ++step) prefetch(batch, step);
  }
  /// The number of states that a search expands before it looks up any of their successors.
  static constexpr std::size_t kGroupStates = 16;
  /// Prefetches a state that get() will be called for soon.
  virtual void prefetch_state(StateId) const {}
  /// For the successors of several states in one buffer. read_group reads up to kGroupStates states in order from
  /// `first`; their views stay valid until the next insertion. prepare_group takes all successors; those of state i end
  /// at ends[i]. Needs traits().has_ids and a store used by one thread only.
  virtual void read_group(StateId first, std::span<StateView> states);
  virtual void prepare_group(const SuccessorBuffer& states, std::span<const std::size_t> /*ends*/, LookupBatch& batch) {
    prepare(states, batch);
  }
  /// Whether insert would find the state present. Changes nothing, not even the replacement order of a cache.
  virtual bool contains(StateView state) const = 0;

  /// Inserts the state with information for a cache; replaces an existing note.
  virtual Insertion insert_with(StateView state, const CacheHints& hints) { return insert(state, hints.depth); }
  /// A word kept with a stored state, initially zero. Asking for it counts as a hit. Null if the state is absent or the
  /// store keeps no notes.
  virtual std::uint64_t* note(StateView) { return nullptr; }

  /// The state with this id; needs traits().has_ids. The view points into the store, where it stays valid while the
  /// store lives, or into `scratch`, where it stays valid until scratch changes.
  virtual StateView get(StateId id, std::vector<std::byte>& scratch) const = 0;

  /// The same; the view is valid only until the next insertion.
  virtual StateView look(StateId id, std::vector<std::byte>& scratch) const { return get(id, scratch); }

  /// The exact store currently in use, or null. An insertion may change it.
  virtual ExactStore* as_exact() { return nullptr; }

  virtual std::uint64_t size() const = 0;  ///< number of states in the set
  /// Whether a state that was inserted is no longer in the set.
  virtual bool forgot() const { return false; }
  virtual std::uint64_t memory_bytes() const = 0;  ///< bytes charged to the budget

  /// The probability that some state so far was wrongly reported as present; 0 for exact stores.
  virtual double omission_probability() const { return 0; }
  /// One sentence for the report on what a search with this store can prove; empty if there is no restriction.
  virtual std::string guarantee() const { return {}; }
};

}  // namespace weir
