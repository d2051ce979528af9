// SPDX-License-Identifier: Apache-2.0
#include "store/shared/shared_tree_store.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/assert.h"
#include "base/thread/work_crew.h"
#include "store/batched_store.h"
#include "store/tree/tree_batch.h"

namespace weir {
namespace {

constexpr double kMaxRootLoad = 0.92;

}  // namespace

class SharedTreeStore::Handle final : public BatchedStore<Handle, TreeBatch<SharedIndex>> {
 public:
  Handle(SharedTreeStore& store, unsigned worker) : store_(store), worker_(worker), folder_(store.gate_, worker) {}

  static constexpr StoreTraits kTraits{.exact = true, .has_ids = true, .may_forget = false};
  const StoreTraits& traits() const override { return kTraits; }

  Insertion insert(StateView state, std::uint64_t) override;
  void prefetch_state(StateId id) const override;
  bool contains(StateView state) const override;
  StateView get(StateId id, std::vector<std::byte>& scratch) const override;
  std::uint64_t size() const override { return store_.size(); }
  std::uint64_t memory_bytes() const override { return store_.memory_bytes(); }

  /// While no thread uses the store.
  void use(SharedTreeTables* tables) { folder_.use(tables); }

 private:
  using Guard = SharedGate::Guard;
  using Batch = TreeBatch<SharedIndex>;
  friend BatchLookup<SharedIndex>;
  friend BatchedStore;

  SharedTreeTables& tables() const { return *store_.tables_; }
  SharedPairTable& side(bool right) const { return tables().pairs[tables().layout.side(right)]; }
  bool has_shape_for(StateView state) {
    return store_.has_shape_.load(std::memory_order_acquire) || store_.take_first_shape(state.size());
  }
  bool fold_all(const SuccessorBuffer& states, Batch& batch);
  bool number_sides(Batch& batch);
  /// Runs `number_parts` inside the gate until it is no longer blocked. Returns false if memory is used up.
  template <class NumberParts>
  bool until_unblocked(NumberParts&& number_parts);

  // For BatchedStore.
  void begin(const SuccessorBuffer& states, Batch& batch);
  void advance(Batch& batch, unsigned step);
  bool insert_batch(const SuccessorBuffer& states, Batch& batch, std::vector<Insertion>& out);

  // For BatchLookup of the roots.
  Guard enter() const { return {store_.gate_, worker_}; }
  SharedIndex& index() { return store_.index_; }
  unsigned ticket() const { return worker_; }
  bool equal(std::uint32_t number, TreeRoot root) const { return (*store_.roots_)[number] == root; }
  bool ready(TreeRoot) const { return store_.index_.prepared(worker_); }
  bool write(std::uint32_t number, TreeRoot root);
  bool make_room(TreeRoot root);

  SharedTreeStore& store_;
  unsigned worker_;
  mutable SharedTreeFolder folder_;  ///< get() sets its reference state
  bool too_narrow_ = false;          ///< the root last given to write() does not fit into its block
  std::uint32_t narrow_number_ = 0;  ///< the number of that root
};

SharedTreeStore::SharedTreeStore(MemoryBudget& budget, unsigned workers)
    : budget_(budget),
      gate_(workers),
      index_(budget, gate_, [this](std::uint32_t number) { return hash_of_root((*roots_)[number]); },
             {.max_load = kMaxRootLoad,
              .factor =
                  [this] {
                    const std::uint64_t others =
                        (tables_ ? tables_->memory_bytes() : 0) + (roots_ ? roots_->memory_bytes() : 0);
                    return TreeTuning::index_growth(index_.size(), others, kMaxRootLoad);
                  }}),
      roots_(std::make_unique<SharedRoots>(budget)),
      next_tuning_(tuning_.next()) {
  for (unsigned i = 0; i < workers; ++i) handles_.push_back(std::make_unique<Handle>(*this, i));
}

SharedTreeStore::~SharedTreeStore() = default;

StateStore& SharedTreeStore::handle(unsigned worker) { return *handles_[worker]; }

bool SharedTreeStore::open() { return roots_->open() && index_.open(1); }

std::uint64_t SharedTreeStore::memory_bytes() const {
  const bool known = has_shape_.load(std::memory_order_acquire);
  return index_.memory_bytes() + roots_->memory_bytes() + (known ? tables_->memory_bytes() : 0);
}

bool SharedTreeStore::take_first_shape(std::size_t state_size) {
  return gate_.alone([&] {
    if (has_shape_.load(std::memory_order_relaxed)) return true;
    auto tables = std::make_unique<SharedTreeTables>(budget_, gate_, TreeShape::even(state_size));
    if (!tables->open()) return false;
    tables_ = std::move(tables);
    for (const auto& handle : handles_) handle->use(tables_.get());
    has_shape_.store(true, std::memory_order_release);
    return true;
  });
}

bool SharedTreeStore::Handle::write(std::uint32_t number, TreeRoot root) {
  const SharedRoots::Written written = store_.roots_->write(number, root, [this] { return tables().limits(); });
  too_narrow_ = written == SharedRoots::Written::TooNarrow;
  narrow_number_ = number;
  return written == SharedRoots::Written::Yes;
}

bool SharedTreeStore::Handle::make_room(TreeRoot root) {
  if (std::exchange(too_narrow_, false))
    return store_.gate_.alone([&] { return store_.roots_->widen(narrow_number_, tables().limits()); });
  return !ready(root) && store_.index_.prepare(worker_);
}

Insertion SharedTreeStore::Handle::insert(StateView state, std::uint64_t) {
  TreeRoot root;
  if (!has_shape_for(state) || !folder_.root_of(state, root)) return {};
  if (!folder_.unfolded()) folder_.remember(state);
  folder_.forget();
  return Batch::insert(*this, root, hash_of_root(root));
}

template <class NumberParts>
bool SharedTreeStore::Handle::until_unblocked(NumberParts&& number_parts) {
  do {
    const Guard guard = enter();
    if (number_parts()) return true;
  } while (folder_.prepare());
  return false;
}

/// Inside the gate. Returns false if blocked.
bool SharedTreeStore::Handle::fold_all(const SuccessorBuffer& states, Batch& batch) {
  batch.start(states.size(), store_.version_);
  const TreeLayout& layout = tables().layout;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const StateView state = states.state(i);
    const std::uint64_t open = folder_.fold(state, folder_.unfolded() ? ~layout.sides() : TreeLayout::kAll);
    if (open == 0) return false;
    batch.set_root(i, layout, folder_.values(), open, [this](bool right) -> SharedPairTable& { return side(right); });
    if (!folder_.unfolded()) folder_.remember(state);
  }
  return true;
}

void SharedTreeStore::Handle::begin(const SuccessorBuffer& states, Batch& batch) {
  if (states.empty()) return batch.start(0, store_.version_);
  if (!has_shape_for(states.state(0)) || !until_unblocked([&] { return fold_all(states, batch); })) batch.fail();
}

/// Numbers the open sides, from the first without number on, inside the gate. Returns false if blocked.
bool SharedTreeStore::Handle::number_sides(Batch& batch) {
  return batch.number_sides([this](const Batch::Side& open) {
    const std::uint32_t number = side(open.right).number(worker_, open.pair, open.hash, open.candidate);
    if (number >= TreeLayout::kNoNumber) folder_.note_blocked(tables().layout.side(open.right), number);
    return number;
  });
}

void SharedTreeStore::Handle::advance(Batch& batch, unsigned step) {
  if (!batch.valid(store_.version_)) return;
  if (step == 0) {
    const Guard guard = enter();
    batch.find_candidates([this](bool right) -> SharedPairTable& { return side(right); });
  } else if (step == 1) {
    if (!until_unblocked([&] { return number_sides(batch); })) return batch.fail();
    batch.hash_roots(store_.index_);
  } else {
    const Guard guard = enter();
    batch.probe(store_.index_, [this](std::uint32_t number) { store_.roots_->prefetch(number); });
  }
}

bool SharedTreeStore::Handle::insert_batch(const SuccessorBuffer&, Batch& batch, std::vector<Insertion>& out) {
  if (!batch.valid(store_.version_)) return false;
  batch.insert_all(
      *this, [&](std::size_t i) { return batch.root(i); }, out);
  folder_.forget();
  return true;
}

void SharedTreeStore::Handle::prefetch_state(StateId id) const {
  const Guard guard = enter();
  const TreeRoot root = (*store_.roots_)[static_cast<std::uint32_t>(id)];
  const TreeShape& shape = tables().layout.shape();
  if (shape.root.left >= shape.leaves()) side(false).prefetch(root.left);
  if (shape.root.right >= shape.leaves()) side(true).prefetch(root.right);
}

bool SharedTreeStore::Handle::contains(StateView state) const {
  if (!store_.has_shape_.load(std::memory_order_acquire)) return false;
  const Guard guard(store_.gate_, worker_);
  std::uint32_t values[TreeLayout::kNodes];
  const TreeLayout& layout = tables().layout;
  const std::uint64_t folded = layout.fold(
      {}, state, TreeLayout::kAll, values,
      [this](std::size_t node, StateView leaf) { return tables().leaves[node].find(leaf); },
      [this](std::size_t table, TreeRoot pair) { return tables().pairs[table].find(pair); });
  if (folded == 0) return false;
  const TreeRoot root = layout.root(values);
  return store_.index_.find(hash_of_root(root), [&](std::uint32_t n) { return equal(n, root); }) != SharedIndex::kNone;
}

StateView SharedTreeStore::Handle::get(StateId id, std::vector<std::byte>& scratch) const {
  const Guard guard(store_.gate_, worker_);
  const std::vector<std::byte>& bytes = folder_.unfold((*store_.roots_)[static_cast<std::uint32_t>(id)]);
  scratch.assign(bytes.begin(), bytes.end());
  return {scratch.data(), scratch.size()};
}

SharedTreeStore::Built SharedTreeStore::build(WorkCrew& crew, TreeShape shape, const UsedNumbers& used,
                                              std::uint64_t end, const StateOf& state_of, const StopFlag* stop) {
  constexpr std::size_t kBlock = SharedRoots::kBlock;
  Built built{std::make_unique<SharedTreeTables>(budget_, gate_, std::move(shape)),
              std::make_unique<SharedRoots>(budget_)};
  if (!built.tables->open() || !built.roots->open()) return {};
  std::atomic<std::uint64_t> next_block{0};
  std::atomic<bool> given_up{false};
  crew.run([&](unsigned worker) {
    SharedTreeFolder folder(gate_, worker);
    folder.use(built.tables.get());
    std::vector<std::byte> scratch;
    std::array<TreeRoot, kBlock> roots;
    while (!given_up.load(std::memory_order_relaxed)) {
      const std::uint64_t block = next_block.fetch_add(1, std::memory_order_relaxed);
      if (block * kBlock >= end) return;
      bool fits = stop == nullptr || !stop->raised();
      for (std::size_t slot = 0; slot < kBlock && fits; ++slot) {
        const auto number = static_cast<std::uint32_t>(block * kBlock + slot);
        roots[slot] = {};
        if (!used.contains(number)) continue;
        const StateView state = state_of(worker, number, scratch);
        fits = folder.root_of(state, roots[slot]);
        if (fits) folder.remember(state);
      }
      if (!fits || !built.roots->write_block(static_cast<std::size_t>(block), roots))
        given_up.store(true, std::memory_order_relaxed);
    }
  });
  if (given_up.load(std::memory_order_relaxed)) return {};
  return built;
}

void SharedTreeStore::use(Built built) {
  tables_ = std::move(built.tables);
  roots_ = std::move(built.roots);
  ++version_;
  for (const auto& handle : handles_) handle->use(tables_.get());
  has_shape_.store(true, std::memory_order_release);
}

ShapeSample SharedTreeStore::sample(const UsedNumbers& used, std::uint64_t end, const StateOf& state_of) {
  std::vector<std::byte> scratch;
  const auto for_some = [&](std::uint64_t count, const auto& use) {
    const std::uint64_t step = end / count + 1;
    for (std::uint64_t i = 0; i < end; i += step)
      if (used.contains(i)) use(state_of(0, static_cast<std::uint32_t>(i), scratch));
  };
  constexpr std::uint64_t kProbe = 1024;
  std::size_t longest = 0;
  for_some(kProbe, [&](StateView state) { longest = std::max(longest, state.size()); });
  ShapeSample sample(longest);
  for_some(std::max<std::uint64_t>(sample.room(), 1), [&](StateView state) {
    if (state.size() <= longest) sample.add(state);  // longer states extend the last leaf
  });
  return sample;
}

void SharedTreeStore::change(WorkCrew& crew, const StopFlag* stop) {
  const std::uint64_t states = size();
  const std::uint64_t end = id_limit();
  tuning_.looked_at(end);
  next_tuning_.store(tuning_.next(), std::memory_order_relaxed);
  if (!has_shape_.load(std::memory_order_relaxed) || !TreeTuning::may_gain(states, tables_->memory_bytes())) return;
  std::vector<SharedTreeFolder> readers(crew.size(), SharedTreeFolder(gate_, 0));
  for (SharedTreeFolder& reader : readers) reader.use(tables_.get());
  const StateOf state_of = [&](unsigned worker, std::uint32_t number, std::vector<std::byte>&) {
    return StateView(readers[worker].unfold((*roots_)[number]));
  };
  const UsedNumbers used = used_numbers();
  auto better = TreeTuning::better(sample(used, end, state_of), tables_->layout.shape(), states);
  if (!better) return;
  Built built = build(crew, std::move(*better), used, end, state_of, stop);
  if (built.tables == nullptr) return;
  use(std::move(built));
  const bool entered = index_.enter_again(crew);
  WEIR_ASSERT(entered, "the table is as large as before");
}

bool SharedTreeStore::take_over(WorkCrew& crew, const SharedIndex& index, const StateOf& state_of,
                                const StopFlag* stop) {
  const UsedNumbers used = index.used_numbers();
  const std::uint64_t end = index.numbers();
  Built built =
      build(crew, sample(used, end, state_of).best(static_cast<double>(index.size())), used, end, state_of, stop);
  if (built.tables == nullptr) return false;
  use(std::move(built));
  index_.take_numbers_of(index);
  tuning_.looked_at(end);
  next_tuning_.store(tuning_.next(), std::memory_order_relaxed);
  return index_.enter_again(crew);
}

}  // namespace weir
