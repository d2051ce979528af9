// SPDX-License-Identifier: Apache-2.0
#include "store/stores.h"

#include "store/bitstate_store.h"
#include "store/cache_store.h"
#include "store/compact_store.h"
#include "store/exact_store.h"
#include "store/tree/tree_store.h"

namespace weir {

std::span<const StoreKind> store_kinds() {
  static const StoreKind table[] = {
      {"exact", "every state, byte for byte", ExactStore::kTraits,
       [](MemoryBudget& budget, const StoreOptions&) -> std::unique_ptr<StateStore> {
         return std::make_unique<ExactStore>(budget);
       }},
      {"tree", "every state, compressed by sharing parts", TreeStore::kTraits,
       [](MemoryBudget& budget, const StoreOptions&) -> std::unique_ptr<StateStore> {
         return std::make_unique<TreeStore>(budget);
       }},
      {"compact", "a 63-bit signature of each state; may omit states", CompactStore::kTraits,
       [](MemoryBudget& budget, const StoreOptions&) -> std::unique_ptr<StateStore> {
         return std::make_unique<CompactStore>(budget);
       }},
      {"bitstate", "a few bits of a fixed bit array for each state; may omit states", BitstateStore::kTraits,
       [](MemoryBudget& budget, const StoreOptions& options) -> std::unique_ptr<StateStore> {
         return BitstateStore::make(budget, options.bitstate_bytes, options.bitstate_hashes);
       }},
      {"cache", "a bounded number of states; may forget states", CacheStore::kTraits,
       [](MemoryBudget& budget, const StoreOptions& options) -> std::unique_ptr<StateStore> {
         return CacheStore::make(budget, options.cache_entries, options.replacement, options.seed, options.state_bytes);
       }},
  };
  return table;
}

const StoreKind* find_store_kind(std::string_view name) {
  for (const StoreKind& kind : store_kinds()) {
    if (name == kind.name) return &kind;
  }
  return nullptr;
}

}  // namespace weir
