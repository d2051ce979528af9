// SPDX-License-Identifier: Apache-2.0
#include "store/shared/shared_tree_store.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/assert.h"
#include "base/thread/work_crew.h"

namespace weir {
namespace {

constexpr double kMaxRootLoad = 0.92;

}  // namespace

class SharedTreeStore::Handle final : public StateStore {
 public:
  Handle(SharedTreeStore& store, unsigned worker) : store_(store), worker_(worker), folder_(store.gate_, worker) {}

  static constexpr StoreTraits kTraits{.exact = true, .has_ids = true, .may_forget = false};
  const StoreTraits& traits() const override { return kTraits; }

  Insertion insert(StateView state, std::uint64_t) override;
  void insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out, std::uint64_t depth) override;
  void expect(StateId id) const override;
  void announce(const SuccessorBuffer& states, Announced& note) override;
  void approach(Announced& note, unsigned step) override;
  void insert_announced(const SuccessorBuffer& states, const Announced& note, std::vector<Insertion>& out,
                        std::uint64_t depth) override;
  bool contains(StateView state) const override;
  StateView get(StateId id, std::vector<std::byte>& scratch) const override;
  std::uint64_t size() const override { return store_.size(); }
  std::uint64_t memory_bytes() const override { return store_.memory_bytes(); }

  /// While no thread uses the store.
  void use(SharedTreeTables* tables) { folder_.use(tables); }

 private:
  using Guard = SharedGate::Guard;

  SharedTreeTables& tables() const { return *store_.tables_; }
  SharedPairTable& side(bool right) const { return tables().pairs[tables().layout.side(right)]; }
  bool has_shape_for(StateView state) {
    return store_.has_shape_.load(std::memory_order_acquire) || store_.take_first_shape(state.size());
  }
  bool is_at(std::uint32_t number, TreeRoot root) const {
    return number != SharedIndex::kNone && (*store_.roots_)[number] == root;
  }
  bool fold_all(const SuccessorBuffer& states, Announced& note);
  bool number_sides(Announced& note);
  /// Inside the gate, prepared. Full with too_narrow_: the block must be widened first.
  Insertion insert_inside(TreeRoot root, std::uint64_t hash);
  Insertion insert_probed(TreeRoot root, const Announced::Probe& probe);
  bool write(std::uint32_t number, TreeRoot root);
  /// Outside.
  Insertion insert_root(TreeRoot root, std::uint64_t hash);
  void insert_roots(const Announced& note, std::vector<Insertion>& out);
  bool widen();

  SharedTreeStore& store_;
  unsigned worker_;
  mutable SharedTreeFolder folder_;  ///< get() sets what states are compared with
  bool too_narrow_ = false;
  std::uint32_t narrow_number_ = 0;  ///< whose block it is
  Announced at_hand_;                ///< of insert_all
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

bool SharedTreeStore::Handle::widen() {
  return store_.gate_.alone([&] { return store_.roots_->widen(narrow_number_, tables().limits()); });
}

bool SharedTreeStore::Handle::write(std::uint32_t number, TreeRoot root) {
  const SharedRoots::Written written = store_.roots_->write(number, root, [this] { return tables().limits(); });
  too_narrow_ = written == SharedRoots::Written::TooNarrow;
  narrow_number_ = number;
  return written == SharedRoots::Written::Yes;
}

Insertion SharedTreeStore::Handle::insert_inside(TreeRoot root, std::uint64_t hash) {
  too_narrow_ = false;
  const SharedIndex::Outcome outcome = store_.index_.insert(
      worker_, hash, [&](std::uint32_t number) { return (*store_.roots_)[number] == root; },
      [&](std::uint32_t number) { return write(number, root); });
  if (outcome.number == SharedIndex::kNone) return {};
  return {outcome.inserted ? Insertion::Outcome::Inserted : Insertion::Outcome::Present, StateId{outcome.number}};
}

/// Inside the gate: the root was not there when the index was asked, and its slot was a free one.
Insertion SharedTreeStore::Handle::insert_probed(TreeRoot root, const Announced::Probe& probe) {
  const std::uint32_t number =
      store_.index_.insert_at(worker_, probe.slot, probe.hash, [&](std::uint32_t own) { return write(own, root); });
  if (number == SharedIndex::kNone) return insert_inside(root, probe.hash);
  return {Insertion::Outcome::Inserted, StateId{number}};
}

Insertion SharedTreeStore::Handle::insert_root(TreeRoot root, std::uint64_t hash) {
  for (;;) {
    if (!store_.index_.prepare(worker_)) {
      const Guard guard(store_.gate_, worker_);
      const auto equal = [&](std::uint32_t number) { return (*store_.roots_)[number] == root; };
      const std::uint32_t found = store_.index_.find(hash, equal);
      return found == SharedIndex::kNone ? Insertion{} : Insertion{Insertion::Outcome::Present, StateId{found}};
    }
    {
      const Guard guard(store_.gate_, worker_);
      const Insertion insertion = insert_inside(root, hash);
      if (!insertion.full() || !too_narrow_) return insertion;
    }
    if (!widen()) return {};
  }
}

Insertion SharedTreeStore::Handle::insert(StateView state, std::uint64_t) {
  TreeRoot root;
  if (!has_shape_for(state) || !folder_.root_of(state, root)) return {};
  if (!folder_.unfolded()) folder_.remember(state);
  folder_.forget();
  return insert_root(root, hash_of_root(root));
}

void SharedTreeStore::Handle::insert_all(const SuccessorBuffer& states, std::vector<Insertion>& out,
                                         std::uint64_t depth) {
  if (states.empty()) return out.clear();
  announce(states, at_hand_);
  for (unsigned step = 0; step < kSteps; ++step) approach(at_hand_, step);
  if (at_hand_.by == &store_) {
    insert_roots(at_hand_, out);
  } else {
    StateStore::insert_all(states, out, depth);  // near the end of memory the first ones may still fit
  }
  folder_.forget();
}

/// Inside the gate. False: blocked.
bool SharedTreeStore::Handle::fold_all(const SuccessorBuffer& states, Announced& note) {
  note.open.clear();
  const TreeLayout& layout = tables().layout;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const StateView state = states.state(i);
    if (!folder_.unfolded()) {
      if (folder_.fold(state, TreeLayout::kAll) == 0) return false;
      note.roots[i] = folder_.root();
      folder_.remember(state);
      continue;
    }
    const std::uint64_t open = folder_.fold(state, ~layout.sides());
    if (open == 0) return false;
    note.roots[i] = folder_.root();
    layout.for_open_sides(open, folder_.values(), [&](bool right, TreeRoot pair) {
      const std::uint64_t hash = SharedPairTable::hash_of(pair);
      side(right).prefetch_index(hash);
      note.open.push_back({hash, pair, static_cast<std::uint32_t>(i), SharedIndex::kNone, right});
    });
  }
  return true;
}

void SharedTreeStore::Handle::announce(const SuccessorBuffer& states, Announced& note) {
  note.by = nullptr;
  note.complete = false;
  note.count = states.size();
  if (note.probes.size() < note.count) note.probes.resize(2 * note.count);
  note.roots.resize(states.size());
  note.open.clear();
  note.version = store_.version_;
  if (!states.empty() && !has_shape_for(states.state(0))) return;
  for (;;) {
    {
      const Guard guard(store_.gate_, worker_);
      if (states.empty() || fold_all(states, note)) break;
    }
    if (!folder_.prepare()) return;
  }
  note.by = &store_;
}

/// Inside the gate: numbers what was left open, from the first that has no number. False: blocked.
bool SharedTreeStore::Handle::number_sides(Announced& note) {
  for (const Announced::Open& open : note.open) {
    const std::uint32_t number = side(open.right).number(worker_, open.pair, open.hash, open.candidate);
    if (number >= TreeLayout::kNoNumber) {
      folder_.note_blocked(tables().layout.side(open.right), number);
      return false;
    }
    (open.right ? note.roots[open.state].right : note.roots[open.state].left) = number;
  }
  return true;
}

void SharedTreeStore::Handle::approach(Announced& note, unsigned step) {
  if (note.by != &store_ || note.version != store_.version_) return;
  if (step == 0) {
    const Guard guard(store_.gate_, worker_);
    for (Announced::Open& open : note.open) open.candidate = side(open.right).candidate(open.hash);
  } else if (step == 1) {
    for (;;) {
      {
        const Guard guard(store_.gate_, worker_);
        if (number_sides(note)) break;
      }
      if (folder_.prepare()) continue;
      note.by = nullptr;
      return;
    }
    for (std::size_t i = 0; i < note.count; ++i) {
      note.probes[i].hash = hash_of_root(note.roots[i]);
      store_.index_.prefetch(note.probes[i].hash);
    }
  } else {
    const Guard guard(store_.gate_, worker_);
    note.slots_version = store_.index_.version();
    for (std::size_t i = 0; i < note.count; ++i) {
      Announced::Probe& probe = note.probes[i];
      const SharedIndex::Probe found = store_.index_.probe(probe.hash);
      probe.number = found.number;
      probe.slot = found.free;
      if (found.number != SharedIndex::kNone) store_.roots_->prefetch(found.number);
    }
    note.complete = true;
  }
}

void SharedTreeStore::Handle::insert_announced(const SuccessorBuffer& states, const Announced& note,
                                               std::vector<Insertion>& out, std::uint64_t depth) {
  if (note.by != &store_ || note.version != store_.version_ || !note.complete || note.count != states.size())
    return insert_all(states, out, depth);
  insert_roots(note, out);
  folder_.forget();
}

void SharedTreeStore::Handle::insert_roots(const Announced& note, std::vector<Insertion>& out) {
  out.resize(note.count);
  for (std::size_t done = 0; done < note.count;) {
    {
      const Guard guard(store_.gate_, worker_);
      const bool same_slots = note.slots_version == store_.index_.version();
      for (; done < note.count; ++done) {
        const Announced::Probe& probe = note.probes[done];
        if (is_at(probe.number, note.roots[done])) {
          out[done] = {Insertion::Outcome::Present, StateId{probe.number}};
          continue;
        }
        if (!store_.index_.prepared(worker_)) break;
        out[done] = same_slots && probe.slot != nullptr ? insert_probed(note.roots[done], probe)
                                                        : insert_inside(note.roots[done], probe.hash);
        if (out[done].full()) break;
      }
    }
    if (done == note.count) return;
    // The slow way, with all that it needs.
    out[done] = insert_root(note.roots[done], note.probes[done].hash);
    if (out[done].full()) {
      std::fill(out.begin() + static_cast<std::ptrdiff_t>(done), out.end(), Insertion{});
      return;
    }
    ++done;
  }
}

void SharedTreeStore::Handle::expect(StateId id) const {
  const Guard guard(store_.gate_, worker_);
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
  return store_.index_.find(hash_of_root(root), [&](std::uint32_t n) { return (*store_.roots_)[n] == root; }) !=
         SharedIndex::kNone;
}

StateView SharedTreeStore::Handle::get(StateId id, std::vector<std::byte>& scratch) const {
  const Guard guard(store_.gate_, worker_);
  const std::vector<std::byte>& bytes = folder_.unfold((*store_.roots_)[static_cast<std::uint32_t>(id)]);
  scratch.assign(bytes.begin(), bytes.end());
  return {scratch.data(), scratch.size()};
}

SharedTreeStore::Built SharedTreeStore::build(WorkCrew& crew, TreeShape shape, const UsedNumbers& used,
                                              std::uint64_t end, const StateOf& state_of) {
  constexpr std::size_t kBlock = SharedRoots::kBlock;
  Built built{std::make_unique<SharedTreeTables>(budget_, gate_, std::move(shape)),
              std::make_unique<SharedRoots>(budget_)};
  if (!built.tables->open() || !built.roots->open()) return {};
  std::atomic<std::uint64_t> next_block{0};
  std::atomic<bool> full{false};
  crew.run([&](unsigned worker) {
    SharedTreeFolder folder(gate_, worker);
    folder.use(built.tables.get());
    std::vector<std::byte> scratch;
    std::array<TreeRoot, kBlock> roots;
    while (!full.load(std::memory_order_relaxed)) {
      const std::uint64_t block = next_block.fetch_add(1, std::memory_order_relaxed);
      if (block * kBlock >= end) return;
      bool fits = true;
      for (std::size_t slot = 0; slot < kBlock && fits; ++slot) {
        const auto number = static_cast<std::uint32_t>(block * kBlock + slot);
        roots[slot] = {};
        if (!used.contains(number)) continue;
        const StateView state = state_of(worker, number, scratch);
        fits = folder.root_of(state, roots[slot]);
        if (fits) folder.remember(state);
      }
      if (!fits || !built.roots->write_block(static_cast<std::size_t>(block), roots))
        full.store(true, std::memory_order_relaxed);
    }
  });
  if (full.load(std::memory_order_relaxed)) return {};
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
    if (state.size() <= longest) sample.add(state);  // the last leaf takes what is longer
  });
  return sample;
}

void SharedTreeStore::change(WorkCrew& crew) {
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
  Built built = build(crew, std::move(*better), used, end, state_of);
  if (built.tables == nullptr) return;
  use(std::move(built));
  const bool entered = index_.enter_again(crew);
  WEIR_ASSERT(entered, "the table is as large as before");
}

bool SharedTreeStore::take_over(WorkCrew& crew, const SharedIndex& index, const StateOf& state_of) {
  const UsedNumbers used = index.used_numbers();
  const std::uint64_t end = index.numbers();
  Built built = build(crew, sample(used, end, state_of).best(static_cast<double>(index.size())), used, end, state_of);
  if (built.tables == nullptr) return false;
  use(std::move(built));
  index_.take_numbers_of(index);
  tuning_.looked_at(end);
  next_tuning_.store(tuning_.next(), std::memory_order_relaxed);
  return index_.enter_again(crew);
}

}  // namespace weir
