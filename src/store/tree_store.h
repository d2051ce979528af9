// SPDX-License-Identifier: Apache-2.0
// TreeStore: lossless compression by recursive pairing (Laarman, van de Pol, Weber: Parallel recursive state
// compression for free, SPIN 2011). A state is cut into 4-byte words, adjacent words are paired, and each different
// pair gets a number; the numbers are paired again, up to a last pair, the root, which stands for the whole state:
//
//     state   w0  w1  w2  w3  w4          inner   #7 = (w0, w1)   #9 = (w2, w3)   #12 = (#7, #9)
//              #7      #9     w4          root    (#12, w4)
//                 #12         w4
//
// Neighbouring states share nearly all inner pairs, so a state costs little more than its root. Differences from the
// paper: the table grows, and roots are numbered in order of insertion, so that searches can use the numbers as array
// indices. To pay for that, roots are packed into as many bits as their two numbers need at the time, 1024 roots to a
// block of one width; and the index (4 bytes an entry) holds no copy of them. States of different lengths are told
// apart by a third field of the root, the number of the length, which takes no bit as long as there is one length only.
//
// Where the last pair cuts a state in two matters more than anything below: if one half takes nearly as many values as
// there are states, each costs an inner pair of its own. So the cut is not the middle, but where both halves take about
// as many values: it is found from the states themselves when there are 2^12 of them, and looked at again up to 2^20;
// if another cut is much better the tables are built anew. (BEEM peterson.4, 20-byte states: 0.7 inner pairs a state
// when cut after 16 bytes, 0.1 after 12.)
//
// Speed comes from two things. A state is compared, pair by pair, with a reference whose numbers are at hand: the state
// that get() unfolded last, which is the parent whenever a search offers successors; only pairs that differ are looked
// up. (Any reference is right, the parent is the one that is most alike.) And a batch is folded level by level, so that
// the lookups of a level, and at last those of the roots, wait for memory together.
#pragma once

#include <algorithm>
#include <vector>

#include "base/index_table.h"
#include "base/region.h"
#include "store/state_store.h"

namespace weir {

/// Numbers pairs of 32-bit values 0, 1, 2, ...
class PairTable {
 public:
  struct Pair {
    std::uint32_t left;
    std::uint32_t right;
    friend bool operator==(const Pair&, const Pair&) = default;
  };

  explicit PairTable(MemoryBudget& budget) : index_(budget), pairs_(budget), recent_(kRecent) {}
  /// The pair's number, a new one if need be; IndexTable::kNone: no memory.
  std::uint32_t number(Pair pair) { return number(pair, hash_of(pair)); }
  std::uint32_t number(Pair pair, std::uint64_t hash) {
    Recent& recent = recent_[hash % kRecent];
    if (recent.pair == pair && recent.number != IndexTable::kNone) return recent.number;
    recent = {pair, number_in_table(pair, hash)};
    return recent.number;
  }
  static std::uint64_t hash_of(Pair pair);
  /// The pair's number, or kNone if it has none.
  std::uint32_t find(Pair pair) const;
  void prefetch(std::uint32_t number) const {
    __builtin_prefetch(reinterpret_cast<const Pair*>(pairs_.data()) + number);
  }
  Pair operator[](std::uint32_t number) const { return reinterpret_cast<const Pair*>(pairs_.data())[number]; }
  std::size_t size() const { return count_; }
  std::uint64_t memory_bytes() const { return index_.memory_bytes() + pairs_.committed(); }

 private:
  /// Pairs looked up last, by hash: most lookups are of a few thousand pairs, and end here with one cache line.
  struct Recent {
    Pair pair = {0, 0};
    std::uint32_t number = IndexTable::kNone;
  };
  static constexpr std::size_t kRecent = std::size_t{1} << 13;

  std::uint32_t number_in_table(Pair pair, std::uint64_t hash);

  IndexTable index_;
  Region pairs_;
  std::vector<Recent> recent_;
  std::size_t count_ = 0;
};

/// Roots by number, each in as few bits as its block needs.
class PackedRoots {
 public:
  struct Root {
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    std::uint32_t length = 0;  ///< number of the state's length
    friend bool operator==(const Root&, const Root&) = default;
  };

  explicit PackedRoots(MemoryBudget& budget) : blocks_(budget), bits_(budget) {}
  bool push_back(const Root& root);  ///< false: no memory, unchanged
  Root operator[](std::size_t number) const;
  void prefetch(std::size_t number) const;
  std::size_t size() const { return count_; }
  std::uint64_t memory_bytes() const { return blocks_.committed() + bits_.committed(); }

 private:
  static constexpr std::size_t kBlock = 1024;
  struct Block {
    std::uint64_t begin = 0;  ///< byte in bits_
    std::uint8_t left_bits = 0;
    std::uint8_t right_bits = 0;
    std::uint8_t length_bits = 0;
    unsigned width() const { return unsigned{left_bits} + right_bits + length_bits; }
  };
  Block* blocks() { return reinterpret_cast<Block*>(blocks_.data()); }
  const Block* blocks() const { return reinterpret_cast<const Block*>(blocks_.data()); }
  bool widen_last_block(const Block& wider);
  Root read(const Block& block, std::size_t slot) const;
  void write(const Block& block, std::size_t slot, const Root& root);

  Region blocks_;
  Region bits_;
  std::size_t count_ = 0;
  Block widths_;  ///< large enough for every root so far
};

/// Half a state and the numbers of its pairs, level by level: the words, the numbers of their pairs, ..., one number.
class PairLevels {
 public:
  /// Room for this many bytes; the words are zero past their end.
  void shape(std::size_t bytes);
  /// Nothing is comparable with this until it is used again.
  void forget() { words_ = 0; }
  std::size_t depth() const { return depth_; }  ///< of the last level; 0: there is one word only
  std::uint32_t value() const { return items_[begins_[depth_]]; }
  std::size_t size(std::size_t level) const { return ends_[level] - begins_[level]; }
  std::uint32_t* level(std::size_t number) { return items_.data() + begins_[number]; }
  const std::uint32_t* level(std::size_t number) const { return items_.data() + begins_[number]; }

  /// Takes bytes whose numbers are to be found. What they have in common with the reference, of the same shape, is
  /// taken over from there; the pairs of words that differ are left in `changed`, as their places.
  void take(StateView bytes, const PairLevels& reference);
  /// The same for halves of at most kFew pairs of words; bit i of the result: pair i differs.
  std::uint64_t take_few(StateView bytes, const PairLevels& reference);
  static constexpr std::size_t kFew = 64;
  static bool has_few(std::size_t bytes) { return (bytes + 7) / 8 <= kFew; }
  /// Places of the pairs of the level at hand whose number is to be found.
  std::vector<std::uint32_t> changed;

 private:
  static constexpr std::size_t kMaxLevels = 40;
  std::vector<std::uint32_t> items_;
  std::size_t words_ = 0;
  std::size_t depth_ = 0;
  std::size_t begins_[kMaxLevels] = {};
  std::size_t ends_[kMaxLevels] = {};
};

class TreeStore final : public StateStore {
 public:
  explicit TreeStore(MemoryBudget& budget)
      : budget_(&budget), top_{PairTable(budget), PairTable(budget)}, inner_(budget), roots_(budget), index_(budget) {}

  static constexpr StoreTraits kTraits{.exact = true, .has_ids = true, .may_forget = false};
  const StoreTraits& traits() const override { return kTraits; }

  Insertion insert(StateView state, std::uint64_t depth = 0) override;
  void insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth = 0) override;
  void expect(StateId id) const override;
  void announce(const SuccessorBuffer& states, Announced& note) override;
  void find_candidates(Announced& note) const override;
  void approach(const Announced& note) const override;
  void insert_announced(const SuccessorBuffer& states, const Announced& note, std::vector<Insertion>& out,
                        std::uint64_t depth = 0) override;
  bool contains(StateView state) const override;
  StateView get(StateId id, std::vector<std::byte>& scratch) const override;

  std::uint64_t size() const override { return roots_.size(); }
  std::uint64_t memory_bytes() const override { return pair_bytes() + roots_.memory_bytes() + index_.memory_bytes(); }
  std::size_t inner_pairs() const { return top_[0].size() + top_[1].size() + inner_.size(); }

 private:
  /// A pair of a state of the batch that the reference does not have.
  struct Unknown {
    PairTable* table;
    std::uint32_t* number;  ///< where the number goes
    PairTable::Pair pair;
    std::uint64_t hash;
  };
  struct BatchRoot {
    PackedRoots::Root root;
    std::uint64_t hash;
  };

  /// The number of a length; lengths_.size() if it is a new one.
  std::size_t number_of_length(std::size_t size) const;
  /// Adds the changed pairs of one level of a state to unknown_, and goes on to the next level.
  void number_level(PairLevels& levels, std::size_t level, PairTable& table);
  const PairTable& table_of(const PairLevels& half, std::size_t level, std::size_t side) const {
    return level + 1 == half.depth() ? top_[side] : inner_;
  }
  /// Folds the states, from batch_[0] on. False: no memory for the inner pairs.
  bool fold(const SuccessorBuffer& states, std::size_t first, std::size_t count);
  /// Folds half a state of few pairs of which some differ from those of the reference.
  bool fold_few(PairLevels& half, std::uint64_t changed, std::size_t side);
  /// Folds batch_[0..count). False: no memory for the inner pairs.
  bool fold(std::size_t count);
  BatchRoot root_of(std::size_t of_batch, std::size_t state_size) const;
  void insert_roots(const SuccessorBuffer& states, const Announced& note, std::vector<Insertion>& out);
  Insertion insert_root(BatchRoot root, std::size_t state_size);
  bool grow_index();
  std::uint64_t pair_bytes() const { return top_[0].memory_bytes() + top_[1].memory_bytes() + inner_.memory_bytes(); }
  StateView left(StateView state) const { return state.first(std::min(cut_, state.size())); }
  StateView right(StateView state) const { return state.subspan(std::min(cut_, state.size())); }
  /// Looks for a better cut in the states there are, and builds the tables anew if it is much better.
  void tune();
  void tune_if_due() {
    if (roots_.size() >= next_tuning_) tune();
  }

  static constexpr std::size_t kFirstTuning = 1 << 12;
  static constexpr std::size_t kLastTuning = 1 << 20;

  MemoryBudget* budget_;
  static constexpr std::size_t kNoCut = ~std::size_t{0};
  std::size_t cut_ = kNoCut;  ///< the left half of a state is its first bytes up to here
  std::size_t next_tuning_ = kFirstTuning;
  // Halves have numbers of their own: smaller ones, so that roots take fewer bits.
  PairTable top_[2];  ///< the last pair of a left half, of a right half
  PairTable inner_;   ///< all others
  PackedRoots roots_;
  IndexTable index_;
  std::vector<std::uint32_t> lengths_;  ///< the different lengths, in bytes, by number
  std::size_t last_length_ = 0;         ///< number of the length met last
  mutable PairLevels reference_[2];     ///< halves; set by get(): a store is used by one thread at a time
  mutable bool unfolded_ = false;       ///< reference_ is of a state that get() gave since the last insertion
  std::vector<PairLevels> batch_;       ///< left and right halves in turn
  std::vector<Unknown> unknown_;
  Announced at_hand_;          ///< of insert_all
  std::uint64_t version_ = 0;  ///< counts how often the tables were built anew
};

}  // namespace weir
