// SPDX-License-Identifier: Apache-2.0
#include "store/tree_store.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "store/cut_sample.h"

namespace weir {
namespace {

constexpr std::uint32_t kNone = IndexTable::kNone;
/// Inner pairs are few; their table may grow by small steps and stay well filled.
constexpr double kGrowth = 1.25;
/// The index of the roots may be as empty after growing as leaves the whole store at this many bytes a state.
constexpr double kBytesPerState = 9.7;
constexpr std::size_t kSmall = std::size_t{1} << 17;  ///< below this many states, bytes matter little
/// As many states are folded together; more would not hide more misses and take scratch memory.
constexpr std::size_t kBatch = 32;

std::uint64_t hash_of(const PackedRoots::Root& root) {
  return hash_mix((std::uint64_t{root.left} << 32) | root.right, root.length);
}

/// The value of half a state. `number` turns a pair (the last one?) into its number, or kNone to give up; then the
/// result is nothing.
template <class Number>
std::optional<std::uint32_t> fold_bytes(StateView bytes, Number&& number) {
  std::vector<std::uint32_t> words(std::max<std::size_t>((bytes.size() + 3) / 4, 1), 0);
  if (!bytes.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  std::size_t count = words.size();
  while (count > 1) {
    const std::size_t pairs = count / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
      const std::uint32_t found = number(PairTable::Pair{words[2 * i], words[2 * i + 1]}, count == 2);
      if (found == kNone) return std::nullopt;
      words[i] = found;
    }
    if (count % 2 == 1) words[pairs] = words[count - 1];
    count = pairs + count % 2;
  }
  return words[0];
}

std::uint64_t read_bits(const std::byte* bytes, std::size_t bit, unsigned width) {
  std::uint64_t word;
  std::memcpy(&word, bytes + bit / 8, sizeof word);
  return (word >> (bit % 8)) & ((std::uint64_t{1} << width) - 1);
}

void write_bits(std::byte* bytes, std::size_t bit, unsigned width, std::uint64_t value) {
  std::uint64_t word;
  std::memcpy(&word, bytes + bit / 8, sizeof word);
  const std::uint64_t mask = ((std::uint64_t{1} << width) - 1) << (bit % 8);
  word = (word & ~mask) | (value << (bit % 8));
  std::memcpy(bytes + bit / 8, &word, sizeof word);
}

std::uint8_t bits_for(std::uint32_t value) { return static_cast<std::uint8_t>(std::bit_width(value)); }

}  // namespace

std::uint32_t PairTable::find(Pair pair) const {
  return index_.find(hash_of(pair), [&](std::uint32_t number) { return (*this)[number] == pair; });
}

std::uint64_t PairTable::hash_of(Pair pair) {
  return hash_mix((std::uint64_t{pair.left} << 32) | pair.right, 0x2545F4914F6CDD1D);
}

std::uint32_t PairTable::number_in_table(Pair pair, std::uint64_t hash) {
  const std::uint32_t found = index_.find(hash, [&](std::uint32_t number) { return (*this)[number] == pair; });
  if (found != kNone) return found;
  const auto rehash = [this](std::uint32_t number) { return hash_of((*this)[number]); };
  if (index_.must_grow(count_) && !index_.rebuild(count_, count_ + 1, kGrowth, rehash)) return kNone;
  if (!pairs_.ensure((count_ + 1) * sizeof(Pair))) return kNone;
  reinterpret_cast<Pair*>(pairs_.data())[count_] = pair;
  index_.insert(hash, static_cast<std::uint32_t>(count_));
  return static_cast<std::uint32_t>(count_++);
}

PackedRoots::Root PackedRoots::read(const Block& block, std::size_t slot) const {
  const std::byte* bytes = bits_.data() + block.begin;
  const std::size_t bit = slot * block.width();
  Root root;
  root.left = static_cast<std::uint32_t>(read_bits(bytes, bit, block.left_bits));
  root.right = static_cast<std::uint32_t>(read_bits(bytes, bit + block.left_bits, block.right_bits));
  if (block.length_bits > 0) {
    root.length =
        static_cast<std::uint32_t>(read_bits(bytes, bit + block.left_bits + block.right_bits, block.length_bits));
  }
  return root;
}

void PackedRoots::write(const Block& block, std::size_t slot, const Root& root) {
  std::byte* bytes = bits_.data() + block.begin;
  const std::size_t bit = slot * block.width();
  write_bits(bytes, bit, block.left_bits, root.left);
  write_bits(bytes, bit + block.left_bits, block.right_bits, root.right);
  write_bits(bytes, bit + block.left_bits + block.right_bits, block.length_bits, root.length);
}

PackedRoots::Root PackedRoots::operator[](std::size_t number) const {
  return read(blocks()[number / kBlock], number % kBlock);
}

void PackedRoots::prefetch(std::size_t number) const {
  const Block& block = blocks()[number / kBlock];
  __builtin_prefetch(bits_.data() + block.begin + (number % kBlock) * block.width() / 8);
}

bool PackedRoots::push_back(const Root& root) {
  Block wider = widths_;
  wider.left_bits = std::max(wider.left_bits, bits_for(root.left));
  wider.right_bits = std::max(wider.right_bits, bits_for(root.right));
  wider.length_bits = std::max(wider.length_bits, bits_for(root.length));
  const std::size_t slot = count_ % kBlock;
  if (slot == 0) {
    if (!blocks_.ensure((count_ / kBlock + 1) * sizeof(Block))) return false;
    if (count_ > 0) {
      const Block& last = blocks()[count_ / kBlock - 1];
      wider.begin = last.begin + kBlock / 8 * last.width();
    }
    widths_ = blocks()[count_ / kBlock] = wider;
  } else if (wider.width() != widths_.width() && !widen_last_block(wider)) {
    return false;
  }
  // Bits are written eight bytes at a time: a field may touch up to eight bytes past its own.
  const Block& block = blocks()[count_ / kBlock];
  if (!bits_.ensure(block.begin + ((slot + 1) * block.width()) / 8 + 9)) return false;
  write(block, slot, root);
  ++count_;
  return true;
}

/// Widths only grow, so this happens at most once per bit of width, and never for a block that is complete.
bool PackedRoots::widen_last_block(const Block& wider) {
  Block& block = blocks()[count_ / kBlock];
  const std::size_t used = count_ % kBlock;
  if (!bits_.ensure(block.begin + (used * wider.width()) / 8 + 9)) return false;
  std::vector<Root> roots;
  roots.reserve(used);
  for (std::size_t slot = 0; slot < used; ++slot) roots.push_back(read(block, slot));
  const std::uint64_t begin = block.begin;
  widths_ = block = wider;
  block.begin = begin;
  for (std::size_t slot = 0; slot < used; ++slot) write(block, slot, roots[slot]);
  return true;
}

std::size_t TreeStore::number_of_length(std::size_t size) const {
  if (last_length_ < lengths_.size() && lengths_[last_length_] == size) return last_length_;
  return static_cast<std::size_t>(std::find(lengths_.begin(), lengths_.end(), size) - lengths_.begin());
}

void PairLevels::shape(std::size_t bytes) {
  const std::size_t words = std::max<std::size_t>((bytes + 3) / 4, 1);
  if (words != words_) {
    words_ = words;
    depth_ = 0;
    begins_[0] = 0;
    ends_[0] = words;
    for (std::size_t items = words; items > 1; ++depth_) {
      items = (items + 1) / 2;
      begins_[depth_ + 1] = ends_[depth_];
      ends_[depth_ + 1] = ends_[depth_] + items;
    }
    items_.resize(ends_[depth_]);
  }
  items_[words - 1] = 0;
}

void PairLevels::take(StateView bytes, const PairLevels& reference) {
  shape(bytes.size());
  if (!bytes.empty()) std::memcpy(items_.data(), bytes.data(), bytes.size());
  changed.clear();
  if (depth_ == 0) return;
  const std::size_t pairs = words_ / 2;
  const bool comparable = words_ == reference.words_;
  if (comparable) std::copy(reference.items_.begin() + words_, reference.items_.end(), items_.begin() + words_);
  for (std::size_t i = 0; i < pairs; ++i) {
    if (comparable && std::memcmp(&items_[2 * i], &reference.items_[2 * i], 8) == 0) continue;
    changed.push_back(static_cast<std::uint32_t>(i));
  }
  if (words_ % 2 == 1 && !(comparable && items_[words_ - 1] == reference.items_[words_ - 1])) {
    changed.push_back(static_cast<std::uint32_t>(pairs));
  }
}

std::uint64_t PairLevels::take_few(StateView bytes, const PairLevels& reference) {
  shape(bytes.size());
  if (!bytes.empty()) std::memcpy(items_.data(), bytes.data(), bytes.size());
  const std::size_t places = (words_ + 1) / 2;
  if (words_ != reference.words_) return ~std::uint64_t{0} >> (kFew - places);
  const std::uint32_t* own = items_.data();
  const std::uint32_t* other = reference.items_.data();
  std::uint64_t differ = 0;
  for (std::size_t i = 0; i < words_ / 2; ++i) {
    std::uint64_t a;
    std::uint64_t b;
    std::memcpy(&a, own + 2 * i, sizeof a);
    std::memcpy(&b, other + 2 * i, sizeof b);
    differ |= std::uint64_t{a != b} << i;
  }
  if (words_ % 2 == 1) differ |= std::uint64_t{own[words_ - 1] != other[words_ - 1]} << (places - 1);
  std::copy(reference.items_.begin() + static_cast<std::ptrdiff_t>(words_), reference.items_.end(),
            items_.begin() + static_cast<std::ptrdiff_t>(words_));
  return differ;
}

bool TreeStore::fold_few(PairLevels& half, std::uint64_t changed, std::size_t side) {
  for (std::size_t level = 0; level < half.depth() && changed != 0; ++level) {
    PairTable& table = const_cast<PairTable&>(table_of(half, level, side));
    const std::uint32_t* items = half.level(level);
    std::uint32_t* numbers = half.level(level + 1);
    const std::size_t pairs = half.size(level) / 2;
    std::uint64_t above = 0;
    for (; changed != 0; changed &= changed - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(changed));
      above |= std::uint64_t{1} << (i / 2);
      // The last of an odd number of items goes up as it is.
      numbers[i] = i < pairs ? table.number({items[2 * i], items[2 * i + 1]}) : items[2 * i];
      if (i < pairs && numbers[i] == kNone) return false;
    }
    changed = above;
  }
  return true;
}

/// The lookups of small states end in the tables of recent pairs; those of large ones are many, and wait together.
bool TreeStore::fold(const SuccessorBuffer& states, std::size_t first, std::size_t count) {
  bool all_few = true;
  for (std::size_t i = 0; i < count && all_few; ++i) {
    const StateView state = states.state(first + i);
    if (state.size() > 0xFFFFFFFF) return false;
    all_few = PairLevels::has_few(left(state).size()) && PairLevels::has_few(right(state).size());
  }
  for (std::size_t i = 0; i < count; ++i) {
    const StateView state = states.state(first + i);
    if (!all_few) {
      if (state.size() > 0xFFFFFFFF) return false;
      batch_[2 * i].take(left(state), reference_[0]);
      batch_[2 * i + 1].take(right(state), reference_[1]);
    } else if (!fold_few(batch_[2 * i], batch_[2 * i].take_few(left(state), reference_[0]), 0) ||
               !fold_few(batch_[2 * i + 1], batch_[2 * i + 1].take_few(right(state), reference_[1]), 1)) {
      return false;
    }
  }
  return all_few || fold(2 * count);
}

void TreeStore::number_level(PairLevels& levels, std::size_t level, PairTable& table) {
  const std::uint32_t* items = levels.level(level);
  std::uint32_t* numbers = levels.level(level + 1);
  const std::size_t pairs = levels.size(level) / 2;
  std::size_t kept = 0;
  for (const std::uint32_t i : levels.changed) {
    if (i < pairs) {
      const PairTable::Pair pair{items[2 * i], items[2 * i + 1]};
      unknown_.push_back({&table, numbers + i, pair, PairTable::hash_of(pair)});
    } else {
      numbers[i] = items[2 * i];  // the last of an odd number of items goes up as it is
    }
    const std::uint32_t above = i / 2;
    if (kept == 0 || levels.changed[kept - 1] != above) levels.changed[kept++] = above;
  }
  levels.changed.resize(kept);
}

bool TreeStore::fold(std::size_t count) {
  for (std::size_t level = 0;; ++level) {
    bool higher = false;
    unknown_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      if (level >= batch_[i].depth()) continue;
      higher = true;
      number_level(batch_[i], level, const_cast<PairTable&>(table_of(batch_[i], level, i % 2)));
    }
    if (!higher) return true;
    for (const Unknown& unknown : unknown_) {
      *unknown.number = unknown.table->number(unknown.pair, unknown.hash);
      if (*unknown.number == kNone) return false;
    }
  }
}

TreeStore::BatchRoot TreeStore::root_of(std::size_t of_batch, std::size_t state_size) const {
  const PackedRoots::Root root{batch_[2 * of_batch].value(), batch_[2 * of_batch + 1].value(),
                               static_cast<std::uint32_t>(number_of_length(state_size))};
  return {root, hash_of(root)};
}

Insertion TreeStore::insert_root(BatchRoot candidate, std::size_t state_size) {
  const auto& [root, hash] = candidate;
  const std::uint32_t found = index_.find(hash, [&](std::uint32_t number) { return roots_[number] == root; });
  if (found != kNone) return {Insertion::Outcome::Present, StateId{found}};
  if (index_.must_grow(roots_.size()) && !grow_index()) return {};
  const auto number = static_cast<std::uint32_t>(roots_.size());
  if (!roots_.push_back(root)) return {};
  if (root.length == lengths_.size()) lengths_.push_back(static_cast<std::uint32_t>(state_size));
  last_length_ = root.length;
  index_.insert(hash, number);
  return {Insertion::Outcome::Inserted, StateId{number}};
}

bool TreeStore::grow_index() {
  const double count = static_cast<double>(std::max<std::size_t>(roots_.size(), 1));
  const double others = static_cast<double>(pair_bytes() + roots_.memory_bytes()) / count;
  const double factor = (kBytesPerState - others) * IndexTable::kMaxLoad / sizeof(std::uint32_t);
  const double least = roots_.size() < kSmall ? 2.0 : 1.25;
  return index_.rebuild(roots_.size(), roots_.size() + 1, std::clamp(factor, least, 2.0),
                        [this](std::uint32_t number) { return hash_of(roots_[number]); });
}

Insertion TreeStore::insert(StateView state, std::uint64_t) {
  if (state.size() > 0xFFFFFFFF) return {};
  if (cut_ == kNoCut) cut_ = state.size() / 2;
  tune_if_due();
  if (batch_.empty()) batch_.resize(2);
  batch_[0].take(left(state), reference_[0]);
  batch_[1].take(right(state), reference_[1]);
  if (!fold(2)) return {};
  const Insertion result = insert_root(root_of(0, state.size()), state.size());
  if (!unfolded_) std::swap_ranges(reference_, reference_ + 2, batch_.begin());
  unfolded_ = false;
  return result;
}

void TreeStore::insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth) {
  announce(states, at_hand_);
  if (at_hand_.by == this) {
    find_candidates(at_hand_);
    approach(at_hand_);
    insert_roots(states, at_hand_, out);
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

/// Numbers the pairs of the states; what is left to do is one lookup of the root each.
void TreeStore::announce(const SuccessorBuffer& states, Announced& note) {
  note.by = nullptr;
  note.hashes.clear();
  note.roots.clear();
  if (cut_ == kNoCut && !states.empty()) cut_ = states.state(0).size() / 2;
  tune_if_due();
  note.version = version_;
  for (std::size_t first = 0; first < states.size(); first += kBatch) {
    const std::size_t count = std::min(states.size() - first, kBatch);
    if (batch_.size() < 2 * count) batch_.resize(2 * count);
    if (!fold(states, first, count)) return;
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [root, hash] = root_of(i, states.state(first + i).size());
      note.roots.push_back({root.left, root.right, root.length});
      note.hashes.push_back(hash);
      index_.prefetch(hash);
    }
    if (!unfolded_) {
      std::swap_ranges(reference_, reference_ + 2, batch_.begin() + static_cast<std::ptrdiff_t>(2 * (count - 1)));
    }
  }
  note.by = this;
}

void TreeStore::find_candidates(Announced& note) const {
  note.candidates.resize(note.hashes.size());
  for (std::size_t i = 0; i < note.hashes.size(); ++i) note.candidates[i] = index_.candidate(note.hashes[i]);
}

void TreeStore::approach(const Announced& note) const {
  for (const std::uint32_t candidate : note.candidates)
    if (candidate != kNone) roots_.prefetch(candidate);
}

void TreeStore::insert_announced(const SuccessorBuffer& states, const Announced& note, std::vector<Insertion>& out,
                                 std::uint64_t depth) {
  if (note.by != this || note.version != version_ || note.candidates.size() != states.size())
    return insert_all(states, out, depth);
  insert_roots(states, note, out);
  unfolded_ = false;
}

void TreeStore::insert_roots(const SuccessorBuffer& states, const Announced& note, std::vector<Insertion>& out) {
  out.assign(states.size(), {});
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::size_t size = states.state(i).size();
    BatchRoot candidate{{note.roots[i].left, note.roots[i].right, note.roots[i].length}, note.hashes[i]};
    // A length that an earlier state was the first to have has got its number since.
    if (candidate.root.length >= lengths_.size() || lengths_[candidate.root.length] != size) {
      candidate.root.length = static_cast<std::uint32_t>(number_of_length(size));
      candidate.hash = hash_of(candidate.root);
    } else if (const std::uint32_t known = note.candidates[i]; known != kNone && roots_[known] == candidate.root) {
      out[i] = {Insertion::Outcome::Present, StateId{known}};
      continue;
    }
    out[i] = insert_root(candidate, size);
    if (out[i].full()) return;
  }
}

void TreeStore::expect(StateId id) const {
  const PackedRoots::Root root = roots_[index_of(id)];
  top_[0].prefetch(root.left);
  top_[1].prefetch(root.right);
}

bool TreeStore::contains(StateView state) const {
  const std::size_t length = number_of_length(state.size());
  if (length == lengths_.size()) return false;
  const auto number_in = [this](int side) {
    return [this, side](PairTable::Pair pair, bool last) { return (last ? top_[side] : inner_).find(pair); };
  };
  const std::optional<std::uint32_t> first = fold_bytes(left(state), number_in(0));
  const std::optional<std::uint32_t> second = fold_bytes(right(state), number_in(1));
  if (!first || !second) return false;
  const PackedRoots::Root root{*first, *second, static_cast<std::uint32_t>(length)};
  return index_.find(hash_of(root), [&](std::uint32_t n) { return roots_[n] == root; }) != kNone;
}

void TreeStore::tune() {
  next_tuning_ = roots_.size() >= kLastTuning ? ~std::size_t{0} : roots_.size() * 8;
  CutSample sample;
  std::vector<std::byte> scratch;
  const std::size_t step = roots_.size() / CutSample::kStates + 1;
  for (std::size_t i = 0; i < roots_.size(); i += step)
    sample.add(get(StateId{static_cast<std::uint32_t>(i)}, scratch));
  const std::size_t cut = sample.best_cut();
  // Building anew costs as much as the states have cost so far; a small gain is not worth it.
  if (sample.values(cut) * 5 < sample.values(cut_) * 4) {
    TreeStore other(*budget_);
    other.cut_ = cut;
    other.next_tuning_ = ~std::size_t{0};
    other.lengths_ = lengths_;
    bool fits = true;
    for (std::size_t i = 0; i < roots_.size() && fits; ++i) {
      fits = other.insert(get(StateId{static_cast<std::uint32_t>(i)}, scratch)).inserted();
    }
    if (fits) {
      cut_ = cut;
      for (int side = 0; side < 2; ++side) top_[side] = std::move(other.top_[side]);
      inner_ = std::move(other.inner_);
      roots_ = std::move(other.roots_);
      index_ = std::move(other.index_);
      ++version_;
    }
  }
  for (PairLevels& half : reference_) half.forget();
  unfolded_ = false;
}

StateView TreeStore::get(StateId id, std::vector<std::byte>& scratch) const {
  const PackedRoots::Root root = roots_[index_of(id)];
  const std::size_t size = lengths_[root.length];
  const std::size_t sizes[2] = {std::min(cut_, size), size - std::min(cut_, size)};
  const std::uint32_t values[2] = {root.left, root.right};
  scratch.resize(size);
  std::byte* target = scratch.data();
  for (int side = 0; side < 2; ++side) {
    PairLevels& half = reference_[side];
    half.shape(sizes[side]);
    *half.level(half.depth()) = values[side];
    for (std::size_t level = half.depth(); level-- > 0;) {
      const PairTable& table = table_of(half, level, static_cast<std::size_t>(side));
      const std::uint32_t* numbers = half.level(level + 1);
      std::uint32_t* items = half.level(level);
      const std::size_t pairs = half.size(level) / 2;
      for (std::size_t i = 0; i < pairs; ++i) {
        const PairTable::Pair pair = table[numbers[i]];
        items[2 * i] = pair.left;
        items[2 * i + 1] = pair.right;
      }
      if (half.size(level) % 2 == 1) items[2 * pairs] = numbers[pairs];
    }
    if (sizes[side] > 0) std::memcpy(target, half.level(0), sizes[side]);
    target += sizes[side];
  }
  unfolded_ = true;
  return {scratch.data(), size};
}

}  // namespace weir
