// SPDX-License-Identifier: Apache-2.0
// BatchLookup: looks keys up in a table and inserts new ones, singly or in batches. All stores with numbered states use
// it: exact and tree, sequential and shared.
//
// A lookup misses the cache at least twice, in the index and at the key it compares. In a batch these misses overlap,
// because each step is done for all keys before the next: hash the keys and prefetch their buckets; find the candidates
// and prefetch them; compare, and insert new keys into the free slots found.
//
// A table is an Index (IndexTable or SharedIndex) and a payload, the numbered keys:
//   index()             the Index
//   enter()             returns a guard; slots do not move while it lives
//   ticket()            the first argument of Index::find_or_insert: the next number, or the thread
//   equal(number, key)  whether the key has this number
//   ready(key)          whether the key can be inserted without growing
//   write(number, key)  appends the key to the payload; false if it does not fit now
//   make_room(key)      without a guard, after ready() or write() returned false; false if memory is used up
// Tested by store_model_test, tree_store_test and shared_store_test.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/table/hash.h"
#include "base/table/index_table.h"
#include "store/state_store.h"

namespace weir {

/// The guard of a table that only one thread uses.
struct Unguarded {};

template <class Index>
class BatchLookup : public LookupBatch::Content {
 public:
  static constexpr std::uint32_t kNone = Index::kNone;

  /// Finds or inserts the key, without a guard. Full if memory is used up.
  template <class Table, class Key>
  static Insertion insert(Table& table, const Key& key, std::uint64_t hash) {
    do {
      [[maybe_unused]] const auto guard = table.enter();
      if (table.ready(key)) {
        const Insertion insertion = find_or_insert(table, key, hash);
        if (!insertion.full()) return insertion;
      } else {
        const auto equal = [&](std::uint32_t number) { return table.equal(number, key); };
        const std::uint32_t found = table.index().find(hash, equal);
        if (found != kNone) return {Insertion::Outcome::Present, StateId{found}};
      }
    } while (table.make_room(key));
    return {};
  }

  std::size_t size() const { return count_; }
  void start(std::size_t count) {
    if (entries_.size() < count) entries_.resize(2 * count);
    count_ = count;
    stage_ = Stage::Started;
  }
  /// The same including the first step, for keys that are whole states.
  void start(const SuccessorBuffer& states, const Index& index) {
    start(states.size());
    for (std::size_t i = 0; i < count_; ++i) set_hash(i, hash_bytes(states.state(i)), index);
  }
  /// Marks the batch as failed, so that its states are inserted one by one.
  void fail() { stage_ = Stage::Failed; }
  bool failed() const { return stage_ == Stage::Failed; }
  bool probed() const { return stage_ == Stage::Probed; }

  /// First step, for each key.
  void set_hash(std::size_t i, std::uint64_t hash, const Index& index) {
    entries_[i].hash = hash;
    index.prefetch(hash);
  }
  /// Second step, inside the guard: finds candidates and calls `prefetch(number)` for each.
  template <class Prefetch>
  void probe(Index& index, Prefetch&& prefetch) {
    version_ = index.version();
    for (std::size_t i = 0; i < count_; ++i) {
      entries_[i].place = index.probe(entries_[i].hash);
      if (entries_[i].place.number != kNone) prefetch(entries_[i].place.number);
    }
    stage_ = Stage::Probed;
  }
  /// Calls prefetch(number) for each candidate again, if one call is not enough.
  template <class Prefetch>
  void prefetch_candidates(Prefetch&& prefetch) const {
    for (std::size_t i = 0; i < count_; ++i)
      if (entries_[i].place.number != kNone) prefetch(entries_[i].place.number);
  }
  /// Last step, in order and without a guard; key_at(i) is the key of lookup i. Stops at the first that is Full.
  template <class Table, class KeyAt>
  void insert_all(Table& table, KeyAt&& key_at, std::vector<Insertion>& out) const {
    out.resize(count_);
    for (std::size_t i = 0; (i = insert_ready(table, key_at, out, i)) < count_; ++i) {
      out[i] = insert(table, key_at(i), entries_[i].hash);
      if (out[i].full()) return std::fill(out.begin() + static_cast<std::ptrdiff_t>(i), out.end(), Insertion{});
    }
  }

 private:
  enum class Stage : std::uint8_t { Failed, Started, Probed };
  struct Entry {
    std::uint64_t hash = 0;
    typename Index::Probe place;
  };

  /// Inside the guard, for a ready key. Full if the key could not be written.
  template <class Table, class Key>
  static Insertion find_or_insert(Table& table, const Key& key, std::uint64_t hash) {
    const typename Index::Outcome outcome = table.index().find_or_insert(
        table.ticket(), hash, [&](std::uint32_t number) { return table.equal(number, key); },
        [&](std::uint32_t number) { return table.write(number, key); });
    if (outcome.number == kNone) return {};
    return {outcome.inserted ? Insertion::Outcome::Inserted : Insertion::Outcome::Present, StateId{outcome.number}};
  }
  /// Inserts keys from `first` on under one guard. Returns the index where it stopped: the end, or a key that needs
  /// room.
  template <class Table, class KeyAt>
  std::size_t insert_ready(Table& table, KeyAt&& key_at, std::vector<Insertion>& out, std::size_t first) const {
    [[maybe_unused]] const auto guard = table.enter();
    Index& index = table.index();
    const bool same_slots = version_ == index.version();
    for (std::size_t i = first; i < count_; ++i) {
      const auto& key = key_at(i);
      const Entry& entry = entries_[i];
      if (entry.place.number != kNone && table.equal(entry.place.number, key)) {
        out[i] = {Insertion::Outcome::Present, StateId{entry.place.number}};
        continue;
      }
      if (!table.ready(key)) return i;
      if (same_slots && entry.place.free != nullptr) {
        const std::uint32_t number = index.insert_at(table.ticket(), entry.place.free, entry.hash,
                                                     [&](std::uint32_t next) { return table.write(next, key); });
        if (number != kNone) {
          out[i] = {Insertion::Outcome::Inserted, StateId{number}};
          continue;
        }
      }
      out[i] = find_or_insert(table, key, entry.hash);
      if (out[i].full()) return i;
    }
    return count_;
  }

  std::vector<Entry> entries_;  ///< the first count_ are used
  std::size_t count_ = 0;
  std::uint64_t version_ = 0;  ///< the version of the index when it was probed
  Stage stage_ = Stage::Failed;
};

}  // namespace weir
