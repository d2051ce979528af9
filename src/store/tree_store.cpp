// SPDX-License-Identifier: Apache-2.0
#include "store/tree_store.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/hash.h"

namespace weir {
namespace {

constexpr std::uint32_t kNone = IndexTable::kNone;
/// The index of the roots may be as empty after growing as leaves the whole store at this many bytes a state.
constexpr double kBytesPerState = 9.7;
constexpr std::size_t kSmall = std::size_t{1} << 17;           ///< below this many states, bytes matter little
constexpr std::uint8_t kRoot = 2 * TreeShape::kMaxLeaves - 1;  ///< a bit that no node has

constexpr std::uint64_t kRootBit = std::uint64_t{1} << kRoot;

std::uint64_t hash_of(const PackedRoots::Root& root) {
  return hash_mix((std::uint64_t{root.left} << 32) | root.right, 0);
}

}  // namespace

void TreeStore::take_shape(TreeShape shape) {
  shape_ = std::move(shape);
  begins_.assign(1, 0);
  begins_.insert(begins_.end(), shape_.cuts.begin(), shape_.cuts.end());
  begins_.push_back(~std::size_t{0});
  parents_.assign(shape_.nodes(), kRoot);
  for (std::size_t i = 0; i < shape_.pairs.size(); ++i) {
    const auto node = static_cast<std::uint8_t>(shape_.leaves() + i);
    parents_[shape_.pairs[i].left] = parents_[shape_.pairs[i].right] = node;
  }
  sides_ = 0;
  for (const std::uint8_t node : {shape_.root.left, shape_.root.right})
    if (node >= shape_.leaves()) sides_ |= std::uint64_t{1} << node;
  leaves_.clear();
  pairs_.clear();
  leaves_.reserve(shape_.leaves());
  pairs_.reserve(shape_.pairs.size());
  for (std::size_t i = 0; i < shape_.leaves(); ++i) leaves_.emplace_back(*budget_);
  for (std::size_t i = 0; i < shape_.pairs.size(); ++i) pairs_.emplace_back(*budget_);
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
  const std::size_t leaves = leaves_.size();
  std::uint64_t changed = 0;
  if (reference_.known && reference_.bytes.size() == state.size()) {
    const std::byte* other = reference_.bytes.data();
    std::size_t begin = 0;
    for (std::size_t i = 0; i < leaves; ++i) {
      const std::size_t end = begin_of(i + 1, state.size());
      changed |= std::uint64_t{!same_bytes(state.data() + begin, other + begin, end - begin)} << i;
      begin = end;
    }
    std::memcpy(values_, reference_.values, shape_.nodes() * sizeof values_[0]);
  } else {
    changed = (std::uint64_t{1} << leaves) - 1;
  }
  // Children come before their parents, so one pass is enough.
  for (changed |= kRootBit; (changed & asked) != kRootBit;) {
    const auto node = static_cast<std::size_t>(std::countr_zero(changed & asked));
    changed &= ~(std::uint64_t{1} << node);
    if (node < leaves) {
      const std::size_t begin = begin_of(node, state.size());
      values_[node] = static_cast<std::uint32_t>(
          leaves_[node].number(state.subspan(begin, begin_of(node + 1, state.size()) - begin)));
    } else {
      const TreeShape::Pair pair = shape_.pairs[node - leaves];
      values_[node] = pairs_[node - leaves].number({values_[pair.left], values_[pair.right]});
    }
    if (values_[node] == kNone) return 0;
    changed |= std::uint64_t{1} << parents_[node];
  }
  return changed;
}

bool TreeStore::fold(StateView state, Root& of_state) {
  if (fold(state, kAll) == 0) return false;
  of_state = root();
  if (!unfolded_) {
    reference_.bytes.assign(state.begin(), state.end());
    std::memcpy(reference_.values, values_, sizeof values_);
    reference_.known = true;
  }
  return true;
}

void TreeStore::unfold(Root root, Reference& into) const {
  const std::size_t leaves = leaves_.size();
  into.values[shape_.root.left] = root.left;
  into.values[shape_.root.right] = root.right;
  for (std::size_t i = pairs_.size(); i-- > 0;) {
    const PairTable::Pair pair = pairs_[i][into.values[leaves + i]];
    into.values[shape_.pairs[i].left] = pair.left;
    into.values[shape_.pairs[i].right] = pair.right;
  }
  into.bytes.resize(longest_);
  std::size_t size = 0;
  for (std::size_t i = 0; i < leaves; ++i) {
    const StateView leaf = leaves_[i].get(StateId{into.values[i]});
    if (!leaf.empty()) std::memcpy(into.bytes.data() + size, leaf.data(), leaf.size());
    size += leaf.size();
  }
  into.bytes.resize(size);
  into.known = true;
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
  const double count = static_cast<double>(std::max<std::size_t>(roots_.size(), 1));
  const double others = static_cast<double>(part_bytes() + roots_.memory_bytes()) / count;
  const double factor = (kBytesPerState - others) * IndexTable::kMaxLoad / sizeof(std::uint32_t);
  const double least = roots_.size() < kSmall ? 2.0 : 1.25;
  return index_.rebuild(roots_.size(), roots_.size() + 1, std::clamp(factor, least, 2.0),
                        [this](std::uint32_t number) { return hash_of(roots_[number]); });
}

Insertion TreeStore::insert(StateView state, std::uint64_t) {
  prepare_for(state);
  longest_ = std::max(longest_, state.size());
  Root root;
  const bool fits = fold(state, root);
  unfolded_ = false;
  return fits ? insert_root(root, hash_of(root)) : Insertion{};
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
    const std::uint64_t open = fold(state, ~sides_);
    if (open == 0) return;
    note.roots[i] = root();
    for (const bool right : {false, true}) {
      const std::uint8_t node = right ? shape_.root.right : shape_.root.left;
      if (((open >> node) & 1) == 0) continue;
      const TreeShape::Pair pair = shape_.pairs[node - leaves_.size()];
      const PairTable::Pair values{values_[pair.left], values_[pair.right]};
      const std::uint64_t hash = PairTable::hash_of(values);
      side(right).prefetch_index(hash);
      note.open.push_back({hash, values, static_cast<std::uint32_t>(i), kNone, right});
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
    for (std::size_t i = 0; i < note.roots.size(); ++i) {
      note.hashes[i] = hash_of(note.roots[i]);
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
  const std::size_t leaves = leaves_.size();
  if (shape_.root.left >= leaves) pairs_[shape_.root.left - leaves].prefetch(root.left);
  if (shape_.root.right >= leaves) pairs_[shape_.root.right - leaves].prefetch(root.right);
}

bool TreeStore::contains(StateView state) const {
  if (!has_shape()) return false;
  std::uint32_t values[2 * TreeShape::kMaxLeaves];
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    const std::size_t begin = begin_of(i, state.size());
    const StateId leaf = leaves_[i].find(state.subspan(begin, begin_of(i + 1, state.size()) - begin));
    if (leaf == kNoState) return false;
    values[i] = static_cast<std::uint32_t>(leaf);
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const TreeShape::Pair pair = shape_.pairs[i];
    const std::uint32_t number = pairs_[i].find({values[pair.left], values[pair.right]});
    if (number == kNone) return false;
    values[leaves_.size() + i] = number;
  }
  const Root root{values[shape_.root.left], values[shape_.root.right]};
  return index_.find(hash_of(root), [&](std::uint32_t n) { return roots_[n] == root; }) != kNone;
}

void TreeStore::tune() {
  next_tuning_ = roots_.size() >= kLastTuning ? ~std::size_t{0} : roots_.size() * 8;
  if (roots_.size() > kSmall && part_bytes() < roots_.size()) return;  // there is little to gain
  ShapeSample sample(longest_);
  std::vector<std::byte> scratch;
  const std::size_t step = roots_.size() / sample.room() + 1;
  for (std::size_t i = 0; i < roots_.size(); i += step)
    sample.add(get(StateId{static_cast<std::uint32_t>(i)}, scratch));
  const auto states = static_cast<double>(roots_.size());
  TreeShape best = sample.best(states);
  // Building anew takes time; a small gain is not worth it.
  constexpr double kWorthBuilding = 0.25;  // bytes a state
  if (best != shape_ && sample.cost(best, states) + kWorthBuilding < sample.cost(shape_, states)) {
    TreeStore other(*budget_);
    other.take_shape(std::move(best));
    other.next_tuning_ = ~std::size_t{0};
    bool fits = true;
    for (std::size_t i = 0; i < roots_.size() && fits; ++i) {
      fits = other.insert(get(StateId{static_cast<std::uint32_t>(i)}, scratch)).inserted();
    }
    if (fits) {
      shape_ = std::move(other.shape_);
      begins_ = std::move(other.begins_);
      parents_ = std::move(other.parents_);
      sides_ = other.sides_;
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
