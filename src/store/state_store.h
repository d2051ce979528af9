// SPDX-License-Identifier: Apache-2.0
// StateStore: the set of visited states. One interface, one file per way of keeping the set, one table of them all
// (stores.h). A search offers states; the store says whether each was there. What a store promises is in its traits:
// a search asks them before it starts, and refuses a store whose promises it needs and does not get.
//
// Stores hold no hidden shared state: several may be used at once, each by one thread at a time.
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

/// The number of a stored state: 0, 1, 2, ... in order of first insertion. Stable, and fit to index arrays.
enum class StateId : std::uint32_t {};
inline constexpr StateId kNoState{0xFFFFFFFF};
constexpr std::size_t index_of(StateId id) { return static_cast<std::size_t>(id); }

struct StoreTraits {
  bool exact = true;        ///< `present` is always true of the state offered; otherwise it may be wrong
  bool has_ids = true;      ///< insertions give ids, and get() gives the state back
  bool may_forget = false;  ///< a state inserted once may be reported as new again
};

struct Insertion {
  enum class Outcome : std::uint8_t { Inserted, Present, Full };
  Outcome outcome = Outcome::Full;
  StateId id = kNoState;  ///< if the store has ids and is not full

  bool inserted() const { return outcome == Outcome::Inserted; }
  bool present() const { return outcome == Outcome::Present; }
  bool full() const { return outcome == Outcome::Full; }
};

class ExactStore;
class StateStore;

/// A batch of states between the steps of its lookup. A store keeps here what it knows about them, in a type of its
/// own.
class LookupBatch {
 public:
  struct Content {
    virtual ~Content() = default;
  };
  /// What `store` has kept here; null: the batch was prepared by another one, or by none.
  template <class T>
  T* find(const StateStore* store) const {
    return store_ == store && type_ == &typeid(T) ? static_cast<T*>(content_.get()) : nullptr;
  }
  /// The same, made if there is none.
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
  const std::type_info* type_ = nullptr;  ///< of the content: another store may come to the same address
  std::unique_ptr<Content> content_;
};

/// The state will be read from its beginning: what comes after a few lines the processor fetches by itself.
inline void prefetch_bytes(StateView state) {
  const std::size_t bytes = state.size() < 256 ? state.size() : 256;
  for (std::size_t at = 0; at < bytes; at += 64) __builtin_prefetch(state.data() + at);
  if (bytes > 0) __builtin_prefetch(state.data() + bytes - 1);  // states begin anywhere in a line
}

/// What a search says about a state that it puts into a store.
struct Remark {
  std::uint64_t depth = 0;  ///< how far the search is from the initial state
  std::uint64_t cost = 0;   ///< states that were generated to be done with it
  std::uint64_t note = 0;   ///< see StateStore::note
};

class StateStore {
 public:
  virtual ~StateStore() = default;

  virtual const StoreTraits& traits() const = 0;
  /// The kind of store that it has become; empty: it is what it was made as.
  virtual std::optional<Store> form() const { return std::nullopt; }

  /// Puts the state into the set. `depth` is how far the search is from the initial state; only a cache that replaces
  /// by depth looks at it. Full: the memory budget is used up, and the set is as before.
  virtual Insertion insert(StateView state, std::uint64_t depth = 0) = 0;
  /// The same for all successors of a state, in order; out is resized to fit. Faster where the store can overlap the
  /// cache misses. Stops at the first one that does not fit, which has then outcome Full like all after it.
  virtual void insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth = 0);
  /// insert_all in several calls, so that the lookups of several batches can wait for memory together: prepare every
  /// batch right after its source was read by get(), make every step of prefetch with every batch, insert every batch.
  /// A store that does not overlap anything does it all in the last.
  virtual void prepare(const SuccessorBuffer&, LookupBatch&) {}
  static constexpr unsigned kSteps = 3;
  virtual void prefetch(LookupBatch&, unsigned /*step*/) {}
  virtual void insert_prepared(const SuccessorBuffer& states, LookupBatch&, std::vector<Insertion>& out,
                               std::uint64_t depth = 0) {
    insert_all(states, out, depth);
  }
  /// All steps with one batch.
  void prefetch_all(LookupBatch& batch) {
    for (unsigned step = 0; step < kSteps; ++step) prefetch(batch, step);
  }
  /// How many states a search expands before it looks up any of their successors.
  static constexpr std::size_t kGroupStates = 16;
  /// prefetch for a state that get() will be asked for soon.
  virtual void prefetch_state(StateId) const {}
  /// For all successors of several states in one buffer: read_group reads the states, up to kGroupStates in order from
  /// `first`, whose views are valid until anything is inserted, and prepare_group takes the successors of all, where
  /// those of state i end at ends[i]. Needs traits().has_ids and a store that one thread has for itself.
  virtual void read_group(StateId first, std::span<StateView> states);
  virtual void prepare_group(const SuccessorBuffer& states, std::span<const std::size_t> /*ends*/, LookupBatch& batch) {
    prepare(states, batch);
  }
  /// Whether insert would find it present; changes nothing, not even what a cache replaces next.
  virtual bool contains(StateView state) const = 0;

  /// Puts the state into the set, with all that a cache may want to know; a note that was there is replaced.
  virtual Insertion insert_with(StateView state, const Remark& remark) { return insert(state, remark.depth); }
  /// A word kept with a state that is present, zero at first (asking counts as meeting the state); null: the state is
  /// absent, or the store keeps no words.
  virtual std::uint64_t* note(StateView) { return nullptr; }

  /// The state with this id; needs traits().has_ids. The view points into the store, where it stays valid as long as
  /// the store lives, or into `scratch`, where it stays valid until scratch is changed.
  virtual StateView get(StateId id, std::vector<std::byte>& scratch) const = 0;

  /// The same for the time until anything is inserted.
  virtual StateView look(StateId id, std::vector<std::byte>& scratch) const { return get(id, scratch); }

  /// The store itself, or the one that it is at present, if that is the exact one: an insertion may change it.
  virtual ExactStore* as_exact() { return nullptr; }

  virtual std::uint64_t size() const = 0;  ///< states in the set now
  /// Whether a state that was inserted is no longer in the set.
  virtual bool forgot() const { return false; }
  virtual std::uint64_t memory_bytes() const = 0;  ///< taken from the budget

  /// Probability that at least one of the states offered so far was wrongly reported as present; 0 for exact stores.
  virtual double omission_probability() const { return 0; }
  /// One sentence for the report: what a search on this store can promise. Empty: everything.
  virtual std::string guarantee() const { return {}; }
};

}  // namespace weir
