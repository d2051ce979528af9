// SPDX-License-Identifier: Apache-2.0
#include "store/tree_store.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace weir {
namespace {

constexpr std::uint32_t kNone = IndexTable::kNone;

}  // namespace

void TreeStore::take_shape(TreeShape shape) {
  layout_ = TreeLayout(std::move(shape));
  leaves_.clear();
  pairs_.clear();
  leaves_.reserve(layout_.leaves());
  pairs_.reserve(layout_.shape().pairs.size());
  for (std::size_t i = 0; i < layout_.leaves(); ++i) leaves_.emplace_back(*budget_);
  for (std::size_t i = 0; i < layout_.shape().pairs.size(); ++i) pairs_.emplace_back(*budget_);
}

std::size_t TreeStore::inner_pairs() const {
  std::size_t all = 0;
  for (const PairTable& table : pairs_) all += table.size();
  return all;
}

std::uint64_t TreeStore::part_bytes() const {
  std::uint64_t all = 0;
  for (const ExactStore& table : leaves_) all += table.memory_bytes();
  for (const PairTable& table : pairs_) all += table.memory_bytes();
  return all;
}

std::uint64_t TreeStore::fold(StateView state, std::uint64_t asked) {
  return layout_.fold(
      reference_, state, asked, values_,
      [this](std::size_t node, StateView leaf) { return static_cast<std::uint32_t>(leaves_[node].number(leaf)); },
      [this](std::size_t table, Root pair) { return pairs_[table].number(pair); });
}

bool TreeStore::fold(StateView state, Root& of_state) {
  if (fold(state, TreeLayout::kAll) == 0) return false;
  of_state = layout_.root(values_);
  if (!unfolded_) {
    reference_.bytes.assign(state.begin(), state.end());
    std::memcpy(reference_.values, values_, sizeof values_);
    reference_.known = true;
  }
  return true;
}

void TreeStore::unfold(Root root, TreeLayout::Reference& into) const {
  layout_.unfold(
      root, into, [this](std::size_t table, std::uint32_t number) { return pairs_[table][number]; },
      [this](std::size_t node, std::uint32_t number) { return leaves_[node].get(StateId{number}); });
}

Insertion TreeStore::insert_root(Root root, std::uint64_t hash) {
  const std::uint32_t found = index_.find(hash, [&](std::uint32_t number) { return roots_[number] == root; });
  if (found != kNone) return {Insertion::Outcome::Present, StateId{found}};
  if (index_.must_grow(roots_.size()) && !grow_index()) return {};
  const auto number = static_cast<std::uint32_t>(roots_.size());
  if (!roots_.push_back(root)) return {};
  index_.insert(hash, number);
  return {Insertion::Outcome::Inserted, StateId{number}};
}

bool TreeStore::grow_index() {
  const double factor =
      TreeTuning::index_growth(roots_.size(), part_bytes() + roots_.memory_bytes(), IndexTable::kMaxLoad);
  return index_.rebuild(roots_.size(), roots_.size() + 1, factor,
                        [this](std::uint32_t number) { return hash_of_root(roots_[number]); });
}

Insertion TreeStore::insert(StateView state, std::uint64_t) {
  prepare_for(state);
  longest_ = std::max(longest_, state.size());
  Root root;
  const bool fits = fold(state, root);
  unfolded_ = false;
  return fits ? insert_root(root, hash_of_root(root)) : Insertion{};
}

void TreeStore::insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth) {
  announce(states, at_hand_);
  if (at_hand_.by == this) {
    for (unsigned step = 0; step < kSteps; ++step) approach(at_hand_, step);
  }
  if (at_hand_.by == this) {
    insert_roots(at_hand_, out);
  } else {
    // Near the end of memory the first ones may still fit.
    out.assign(states.size(), {});
    for (std::size_t i = 0; i < states.size(); ++i) {
      out[i] = insert(states.state(i), depth);
      if (out[i].full()) return;
    }
  }
  unfolded_ = false;
}

/// Numbers the nodes of the states up to those below the root, whose tables are large: these wait for memory together.
void TreeStore::announce(const SuccessorBuffer& states, Announced& note) {
  note.by = nullptr;
  note.hashes.resize(states.size());
  note.roots.resize(states.size());
  note.open.clear();
  if (!states.empty()) prepare_for(states.state(0));
  note.version = version_;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const StateView state = states.state(i);
    longest_ = std::max(longest_, state.size());
    if (!unfolded_) {
      if (!fold(state, note.roots[i])) return;
      continue;
    }
    const std::uint64_t open = fold(state, ~layout_.sides());
    if (open == 0) return;
    note.roots[i] = layout_.root(values_);
    layout_.for_open_sides(open, values_, [&](bool right, Root pair) {
      const std::uint64_t hash = PairTable::hash_of(pair);
      side(right).prefetch_index(hash);
      note.open.push_back({hash, pair, static_cast<std::uint32_t>(i), kNone, right});
    });
  }
  note.by = this;
}

void TreeStore::approach(Announced& note, unsigned step) {
  if (note.by != this || note.version != version_) return;
  if (step == 0) {
    for (Announced::Open& open : note.open) open.candidate = side(open.right).candidate(open.hash);
  } else if (step == 1) {
    for (const Announced::Open& open : note.open) {
      const std::uint32_t number = side(open.right).number(open.pair, open.hash, open.candidate);
      if (number == kNone) {
        note.by = nullptr;
        return;
      }
      (open.right ? note.roots[open.state].right : note.roots[open.state].left) = number;
    }
    for (std::size_t i = 0; i < note.roots.size(); ++i) {
      note.hashes[i] = hash_of_root(note.roots[i]);
      index_.prefetch(note.hashes[i]);
    }
  } else {
    note.candidates.resize(note.hashes.size());
    for (std::size_t i = 0; i < note.hashes.size(); ++i) {
      const std::uint32_t candidate = note.candidates[i] = index_.candidate(note.hashes[i]);
      if (candidate != kNone) roots_.prefetch(candidate);
    }
  }
}

void TreeStore::insert_announced(const SuccessorBuffer& states, const Announced& note, std::vector<Insertion>& out,
                                 std::uint64_t depth) {
  if (note.by != this || note.version != version_ || note.candidates.size() != states.size())
    return insert_all(states, out, depth);
  insert_roots(note, out);
  unfolded_ = false;
}

void TreeStore::insert_roots(const Announced& note, std::vector<Insertion>& out) {
  out.resize(note.roots.size());
  for (std::size_t i = 0; i < note.roots.size(); ++i) {
    const std::uint32_t known = note.candidates[i];
    if (known != kNone && roots_[known] == note.roots[i]) {
      out[i] = {Insertion::Outcome::Present, StateId{known}};
      continue;
    }
    out[i] = insert_root(note.roots[i], note.hashes[i]);
    if (out[i].full()) return std::fill(out.begin() + static_cast<std::ptrdiff_t>(i), out.end(), Insertion{});
  }
}

void TreeStore::expect(StateId id) const {
  const Root root = roots_[index_of(id)];
  const TreeShape& shape = layout_.shape();
  if (shape.root.left >= shape.leaves()) pairs_[layout_.side(false)].prefetch(root.left);
  if (shape.root.right >= shape.leaves()) pairs_[layout_.side(true)].prefetch(root.right);
}

bool TreeStore::contains(StateView state) const {
  if (layout_.empty()) return false;
  std::uint32_t values[TreeLayout::kNodes];
  const std::uint64_t folded = layout_.fold(
      {}, state, TreeLayout::kAll, values,
      [this](std::size_t node, StateView leaf) { return static_cast<std::uint32_t>(leaves_[node].find(leaf)); },
      [this](std::size_t table, Root pair) { return pairs_[table].find(pair); });
  if (folded == 0) return false;
  const Root root = layout_.root(values);
  return index_.find(hash_of_root(root), [&](std::uint32_t n) { return roots_[n] == root; }) != kNone;
}

void TreeStore::tune() {
  const std::uint64_t states = roots_.size();
  tuning_.looked_at(states);
  if (!TreeTuning::may_gain(states, part_bytes())) return;
  ShapeSample sample(longest_);
  std::vector<std::byte> scratch;
  const std::size_t step = states / sample.room() + 1;
  for (std::size_t i = 0; i < states; i += step) sample.add(get(StateId{static_cast<std::uint32_t>(i)}, scratch));
  if (auto better = TreeTuning::better(sample, layout_.shape(), states)) {
    TreeStore other(*budget_);
    other.take_shape(std::move(*better));
    other.tuning_.never();
    bool fits = true;
    for (std::size_t i = 0; i < states && fits; ++i) {
      fits = other.insert(get(StateId{static_cast<std::uint32_t>(i)}, scratch)).inserted();
    }
    if (fits) {
      layout_ = std::move(other.layout_);
      leaves_ = std::move(other.leaves_);
      pairs_ = std::move(other.pairs_);
      roots_ = std::move(other.roots_);
      index_ = std::move(other.index_);
      ++version_;
    }
  }
  reference_.known = false;
  unfolded_ = false;
}

StateView TreeStore::get(StateId id, std::vector<std::byte>& scratch) const {
  unfold(roots_[index_of(id)], reference_);
  unfolded_ = true;
  scratch.assign(reference_.bytes.begin(), reference_.bytes.end());
  return {scratch.data(), scratch.size()};
}

}  // namespace weir
