// SPDX-License-Identifier: Apache-2.0
#include "store/shared/shared_tree_tables.h"

#include <utility>

namespace weir {
namespace {

/// There are few parts, so their tables may grow in small steps and stay well filled.
SharedGrowth growth_of_parts() {
  return {.max_load = 0.92, .factor = [] { return 1.25; }, .small_blocks = true};
}

}  // namespace

SharedPairTable::SharedPairTable(MemoryBudget& budget, SharedGate& gate)
    : index_(
          budget, gate, [this](std::uint32_t number) { return hash_of_pair(pairs()[number]); }, growth_of_parts()),
      pairs_(budget),
      recent_(gate.workers() * kRecent) {}

std::uint32_t SharedPairTable::number_in_table(unsigned worker, TreeRoot pair, std::uint64_t hash) {
  const auto equal = [&](std::uint32_t number) { return pairs()[number] == pair; };
  if (!index_.prepared(worker)) {
    const std::uint32_t found = index_.find(hash, equal);
    return found != SharedIndex::kNone ? found : kBlocked;
  }
  const auto write = [&](std::uint32_t number) {
    if (!pairs_.ensure((std::size_t{number} + 1) * sizeof(TreeRoot))) return false;
    pairs()[number] = pair;
    return true;
  };
  return index_.find_or_insert(worker, hash, equal, write).number;
}

SharedTreeTables::SharedTreeTables(MemoryBudget& budget, SharedGate& gate, TreeShape shape) : layout(std::move(shape)) {
  for (std::size_t i = 0; i < layout.leaves(); ++i) leaves.emplace_back(budget, gate, growth_of_parts());
  for (std::size_t i = 0; i < layout.shape().pairs.size(); ++i) pairs.emplace_back(budget, gate);
}

bool SharedTreeTables::open() {
  for (SharedStringTable& table : leaves)
    if (!table.open(1)) return false;
  for (SharedPairTable& table : pairs)
    if (!table.open()) return false;
  return true;
}

std::uint64_t SharedTreeTables::memory_bytes() const {
  std::uint64_t all = 0;
  for (const SharedStringTable& table : leaves) all += table.memory_bytes();
  for (const SharedPairTable& table : pairs) all += table.memory_bytes();
  return all;
}

std::uint32_t SharedTreeTables::leaf_number(unsigned worker, std::size_t node, StateView leaf) {
  SharedStringTable& table = leaves[node];
  if (!table.ready(worker, leaf.size())) {
    const std::uint32_t found = table.find(leaf);
    return found != SharedIndex::kNone ? found : kBlocked;
  }
  const auto equal = [&](std::uint32_t number) { return table.equal(number, leaf); };
  const auto write = [&](std::uint32_t number) { return table.strings.write(worker, number, leaf); };
  return table.index.find_or_insert(worker, hash_bytes(leaf), equal, write).number;
}

bool SharedTreeFolder::prepare() {
  if (blocked_.why == kNoRoom) return false;
  const std::size_t leaves = tables_->leaves.size();
  return blocked_.node < leaves ? tables_->leaves[blocked_.node].prepare(worker_, blocked_.size)
                                : tables_->pairs[blocked_.node - leaves].prepare(worker_);
}

bool SharedTreeFolder::root_of(StateView state, TreeRoot& of_state) {
  for (;;) {
    {
      const SharedGate::Guard guard(gate_, worker_);
      if (fold(state, TreeLayout::kAll) != 0) break;
    }
    if (!prepare()) return false;
  }
  of_state = root();
  return true;
}

const std::vector<std::byte>& SharedTreeFolder::unfold(TreeRoot root) {
  tables_->layout.unfold(
      root, reference_, [this](std::size_t table, std::uint32_t number) { return tables_->pairs[table][number]; },
      [this](std::size_t node, std::uint32_t number) { return tables_->leaves[node].strings.view(number); });
  unfolded_ = true;
  return reference_.bytes;
}

void SharedTreeFolder::remember(StateView state) {
  reference_.bytes.assign(state.begin(), state.end());
  std::memcpy(reference_.values, values_, sizeof values_);
  reference_.known = true;
}

}  // namespace weir
