// SPDX-License-Identifier: Apache-2.0
#include "store/tree/tree_store.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace weir {
namespace {

constexpr std::uint32_t kNone = IndexTable::kNone;

}  // namespace

/// Called once, while the store is empty.
void TreeStore::take_shape(TreeShape shape) {
  layout_ = TreeLayout(std::move(shape));
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

[[gnu::flatten]] std::uint64_t TreeStore::fold(const TreeLayout::Reference& reference, StateView state,
                                               std::uint64_t asked) {
  return layout_.fold(
      reference, state, asked, values_,
      [this](std::size_t node, StateView leaf) { return static_cast<std::uint32_t>(leaves_[node].number(leaf)); },
      [this](std::size_t table, Root pair) { return pairs_[table].number(pair); });
}

bool TreeStore::fold(StateView state, Root& of_state) {
  if (fold(reference_, state, TreeLayout::kAll) == 0) return false;
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
  return fits ? Batch::insert(*this, root, hash_of_root(root)) : Insertion{};
}

bool TreeStore::fold_but_sides(const TreeLayout::Reference& reference, StateView state, std::size_t i, Batch& batch) {
  const std::uint64_t open = fold(reference, state, ~layout_.sides());
  if (open == 0) return false;
  batch.set_root(i, layout_, values_, open, [this](bool right) -> PairTable& { return side(right); });
  return true;
}

void TreeStore::begin(const SuccessorBuffer& states, Batch& batch) {
  if (!states.empty()) prepare_for(states.state(0));
  batch.start(states.size(), version_);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const StateView state = states.state(i);
    longest_ = std::max(longest_, state.size());
    if (unfolded_) {
      if (!fold_but_sides(reference_, state, i, batch)) return batch.fail();
    } else {
      Root root;
      if (!fold(state, root)) return batch.fail();
      batch.set_root(i, root);
    }
  }
}

void TreeStore::read_group(StateId first, std::span<StateView> states) {
  if (roots_.size() >= tuning_.next()) tune();
  for (std::size_t i = 0; i < states.size(); ++i)
    prefetch_state(StateId{static_cast<std::uint32_t>(index_of(first) + i)});
  if (group_.size() < states.size()) group_.resize(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    unfold(roots_[index_of(first) + i], group_[i]);
    states[i] = group_[i].bytes;
  }
  group_version_ = version_;
}

void TreeStore::prepare_group(const SuccessorBuffer& states, std::span<const std::size_t> ends, LookupBatch& lookups) {
  Batch& batch = lookups.content<Batch>(this);
  batch.start(states.size(), version_);
  if (group_version_ != version_) return batch.fail();
  for (std::size_t source = 0, i = 0; source < ends.size(); ++source) {
    for (; i < ends[source]; ++i) {
      const StateView state = states.state(i);
      longest_ = std::max(longest_, state.size());
      if (!fold_but_sides(group_[source], state, i, batch)) return batch.fail();
    }
  }
}

void TreeStore::advance(Batch& batch, unsigned step) {
  if (!batch.valid(version_)) return;
  if (step == 0) {
    batch.find_candidates([this](bool right) -> PairTable& { return side(right); });
  } else if (step == 1) {
    const bool numbered = batch.number_sides(
        [this](const Batch::Side& open) { return side(open.right).number(open.pair, open.hash, open.candidate); });
    if (!numbered) return batch.fail();
    batch.hash_roots(index_);
  } else {
    batch.probe(index_, [this](std::uint32_t number) { roots_.prefetch(number); });
  }
}

bool TreeStore::insert_batch(const SuccessorBuffer&, Batch& batch, std::vector<Insertion>& out) {
  if (!batch.valid(version_)) return false;
  batch.insert_all(
      *this, [&](std::size_t i) { return batch.root(i); }, out);
  unfolded_ = false;
  return true;
}

void TreeStore::prefetch_state(StateId id) const {
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
  return index_.find(hash_of_root(root), [&](std::uint32_t n) { return equal(n, root); }) != kNone;
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
      fits = (stop_ == nullptr || !stop_->raised()) &&
             other.insert(get(StateId{static_cast<std::uint32_t>(i)}, scratch)).inserted();
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
