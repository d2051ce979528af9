// SPDX-License-Identifier: Apache-2.0
#include "store/tree/tree_store.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace weir {
namespace {

constexpr std::uint32_t kNone = IndexTable::kNone;

}  // namespace

/// Once, while the store is empty.
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

Insertion TreeStore::insert_root(Root root, std::uint64_t hash) {
  const auto equal = [&](std::uint32_t number) { return roots_[number] == root; };
  if (index_.must_grow(roots_.size())) {
    const std::uint32_t found = index_.find(hash, equal);
    if (found != kNone) return {Insertion::Outcome::Present, StateId{found}};
    if (!grow_index()) return {};
  }
  const auto number = static_cast<std::uint32_t>(roots_.size());
  bool added = false;
  const std::uint32_t found =
      index_.find_or_insert(hash, number, equal, [&] { return added = roots_.push_back(root); });
  if (found != kNone) return {Insertion::Outcome::Present, StateId{found}};
  return added ? Insertion{Insertion::Outcome::Inserted, StateId{number}} : Insertion{};
}

/// The root was not there when the index was asked, and its slot then is a free one.
Insertion TreeStore::insert_probed(Root root, const Announced::Probe& probe) {
  const auto number = static_cast<std::uint32_t>(roots_.size());
  if (*probe.free != 0 || index_.must_grow(number)) return insert_root(root, probe.hash);
  if (!roots_.push_back(root)) return {};
  index_.insert_at(probe.free, probe.hash, number);
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
    StateStore::insert_all(states, out, depth);  // near the end of memory the first ones may still fit
  }
  unfolded_ = false;
}

void TreeStore::begin(const SuccessorBuffer& states, Announced& note) {
  note.by = nullptr;
  note.complete = false;
  note.count = states.size();
  if (note.probes.size() < note.count) note.probes.resize(2 * note.count);
  if (note.roots.size() < note.count) note.roots.resize(2 * note.count);
  note.open.clear();
}

bool TreeStore::fold_but_sides(const TreeLayout::Reference& reference, StateView state, std::size_t i,
                               Announced& note) {
  const std::uint64_t open = fold(reference, state, ~layout_.sides());
  if (open == 0) return false;
  note.roots[i] = layout_.root(values_);
  layout_.for_open_sides(open, values_, [&](bool right, Root pair) {
    const std::uint64_t hash = PairTable::hash_of(pair);
    side(right).prefetch_index(hash);
    note.open.push_back({hash, pair, static_cast<std::uint32_t>(i), kNone, right});
  });
  return true;
}

void TreeStore::announce(const SuccessorBuffer& states, Announced& note) {
  begin(states, note);
  if (!states.empty()) prepare_for(states.state(0));
  note.version = version_;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const StateView state = states.state(i);
    longest_ = std::max(longest_, state.size());
    if (!(unfolded_ ? fold_but_sides(reference_, state, i, note) : fold(state, note.roots[i]))) return;
  }
  note.by = this;
}

void TreeStore::read_group(StateId first, std::span<StateView> states) {
  if (roots_.size() >= tuning_.next()) tune();
  for (std::size_t i = 0; i < states.size(); ++i) expect(StateId{static_cast<std::uint32_t>(index_of(first) + i)});
  if (group_.size() < states.size()) group_.resize(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    unfold(roots_[index_of(first) + i], group_[i]);
    states[i] = group_[i].bytes;
  }
  group_version_ = version_;
}

void TreeStore::announce_group(const SuccessorBuffer& states, std::span<const std::size_t> ends, Announced& note) {
  begin(states, note);
  if (group_version_ != version_) return;
  note.version = version_;
  for (std::size_t source = 0, i = 0; source < ends.size(); ++source) {
    for (; i < ends[source]; ++i) {
      const StateView state = states.state(i);
      longest_ = std::max(longest_, state.size());
      if (!fold_but_sides(group_[source], state, i, note)) return;
    }
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
    for (std::size_t i = 0; i < note.count; ++i) {
      const std::uint64_t hash = note.probes[i].hash = hash_of_root(note.roots[i]);
      index_.prefetch(hash);
    }
  } else {
    note.slots_version = index_.version();
    for (std::size_t i = 0; i < note.count; ++i) {
      Announced::Probe& probe = note.probes[i];
      const IndexTable::Probe found = index_.probe(probe.hash);
      probe.number = found.number;
      probe.free = found.free;
      if (found.number != kNone) roots_.prefetch(found.number);
    }
    note.complete = true;
  }
}

void TreeStore::insert_announced(const SuccessorBuffer& states, const Announced& note, std::vector<Insertion>& out,
                                 std::uint64_t depth) {
  if (note.by != this || note.version != version_ || !note.complete || note.count != states.size())
    return insert_all(states, out, depth);
  insert_roots(note, out);
  unfolded_ = false;
}

void TreeStore::insert_roots(const Announced& note, std::vector<Insertion>& out) {
  out.resize(note.count);
  for (std::size_t i = 0; i < note.count; ++i) {
    const Announced::Probe& probe = note.probes[i];
    if (probe.number != kNone && roots_[probe.number] == note.roots[i]) {
      out[i] = {Insertion::Outcome::Present, StateId{probe.number}};
      continue;
    }
    out[i] = probe.free != nullptr && note.slots_version == index_.version() ? insert_probed(note.roots[i], probe)
                                                                             : insert_root(note.roots[i], probe.hash);
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
