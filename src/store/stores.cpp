// SPDX-License-Identifier: Apache-2.0
#include "store/stores.h"

#include <algorithm>
#include <vector>

#include "base/assert.h"
#include "store/bitstate_store.h"
#include "store/cache_store.h"
#include "store/compact_store.h"
#include "store/exact_store.h"
#include "store/growing_store.h"
#include "store/shared/shared_exact_store.h"
#include "store/shared/shared_growing_store.h"
#include "store/shared/shared_tree_store.h"
#include "store/tree/tree_store.h"

namespace weir {
namespace {

template <class Kept>
std::unique_ptr<StateStore> made(MemoryBudget& budget, const StoreOptions&) {
  return std::make_unique<Kept>(budget);
}

template <class Shared, class... Arguments>
std::unique_ptr<SharedStore> opened(MemoryBudget& budget, unsigned workers, Arguments... arguments) {
  auto store = std::make_unique<Shared>(budget, workers, arguments...);
  if (!store->open()) return nullptr;
  return store;
}

}  // namespace

std::span<const StoreKind> store_kinds() {
  static const StoreKind table[] = {
      {{Store::Auto, "auto", "exact, then tree when memory becomes scarce"},
       ExactStore::kTraits,
       [](MemoryBudget& budget, const StoreOptions& options) -> std::unique_ptr<StateStore> {
         return std::make_unique<GrowingStore>(budget, GrowingStore::exact_bytes(budget), options.stop);
       },
       [](MemoryBudget& budget, unsigned workers) {
         return opened<SharedGrowingStore>(budget, workers, GrowingStore::exact_bytes(budget));
       }},
      {{Store::Exact, "exact", "every state, byte for byte"},
       ExactStore::kTraits,
       made<ExactStore>,
       opened<SharedExactStore>},
      {{Store::Tree, "tree", "every state, compressed by sharing parts"},
       TreeStore::kTraits,
       [](MemoryBudget& budget, const StoreOptions& options) -> std::unique_ptr<StateStore> {
         return std::make_unique<TreeStore>(budget, options.stop);
       },
       opened<SharedTreeStore>},
      {{Store::Compact, "compact", "a 63-bit signature of each state; may omit states"},
       CompactStore::kTraits,
       made<CompactStore>},
      {{Store::Bitstate, "bitstate", "a few bits of a fixed bit array for each state; may omit states"},
       BitstateStore::kTraits,
       [](MemoryBudget& budget, const StoreOptions& options) -> std::unique_ptr<StateStore> {
         return BitstateStore::make(budget, options.bitstate_bytes, options.bitstate_hashes);
       }},
      {{Store::Cache, "cache", "a bounded number of states; may forget states"},
       CacheStore::kTraits,
       [](MemoryBudget& budget, const StoreOptions& options) -> std::unique_ptr<StateStore> {
         return std::make_unique<CacheStore>(budget, options.cache_entries, options.replacement, options.seed,
                                             options.state_bytes);
       }},
  };
  return table;
}

template <>
std::span<const Choice<Store>> choices() {
  static const std::vector<Choice<Store>> rows(store_kinds().begin(), store_kinds().end());
  return rows;
}

const StoreKind& store_kind(Store store) {
  const auto found = std::find_if(store_kinds().begin(), store_kinds().end(),
                                  [&](const StoreKind& kind) { return kind.value == store; });
  WEIR_ASSERT(found != store_kinds().end(), "every store has a row");
  return *found;
}

std::string stores_that_keep_states() {
  std::string names;
  for (const StoreKind& kind : store_kinds()) {
    if (kind.value == Store::Auto || !kind.traits.has_ids) continue;
    names += (names.empty() ? "" : " or ") + std::string(kind.name);
  }
  return names;
}

}  // namespace weir
