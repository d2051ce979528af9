// SPDX-License-Identifier: Apache-2.0
#include "store/shared_stores.h"

#include <algorithm>

#include "store/growing_store.h"
#include "store/shared/shared_exact_store.h"
#include "store/shared/shared_growing_store.h"
#include "store/shared/shared_tree_store.h"

namespace weir {
namespace {

template <class Store, class... Arguments>
std::unique_ptr<SharedStore> opened(Arguments&&... arguments) {
  auto store = std::make_unique<Store>(arguments...);
  if (!store->open()) return nullptr;
  return store;
}

}  // namespace

std::span<const char* const> shared_store_names() {
  static constexpr const char* kNames[] = {"exact", "tree", "auto"};
  return kNames;
}

bool can_be_shared(std::string_view store_name) {
  const auto names = shared_store_names();
  return std::find(names.begin(), names.end(), store_name) != names.end();
}

std::unique_ptr<SharedStore> make_shared_store(std::string_view store_name, MemoryBudget& budget, unsigned workers) {
  if (store_name == "tree") return opened<SharedTreeStore>(budget, workers);
  if (store_name == "auto") {
    return opened<SharedGrowingStore>(budget, workers, GrowingStore::exact_bytes(budget));
  }
  return opened<SharedExactStore>(budget, workers);
}

}  // namespace weir
