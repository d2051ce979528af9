// SPDX-License-Identifier: Apache-2.0
// Shared stores for tests of parallel searches.
#pragma once

#include <memory>
#include <utility>

#include "store/shared/shared_growing_store.h"
#include "store/stores.h"

namespace weir::test {

/// `Auto` becomes a tree during the search.
inline std::unique_ptr<SharedStore> store_of(Store kind, MemoryBudget& budget, unsigned workers) {
  if (kind != Store::Auto) return store_kind(kind).make_shared(budget, workers);
  auto store = std::make_unique<SharedGrowingStore>(budget, workers, 45'000);
  return store->open() ? std::move(store) : nullptr;
}

}  // namespace weir::test
