// SPDX-License-Identifier: Apache-2.0
#include "store/shared_store.h"

#include <algorithm>

#include "store/shared_exact_store.h"

namespace weir {

std::span<const char* const> shared_store_names() {
  static constexpr const char* kNames[] = {"exact"};
  return kNames;
}

bool can_be_shared(std::string_view store_name) {
  const auto names = shared_store_names();
  return std::find(names.begin(), names.end(), store_name) != names.end();
}

std::unique_ptr<SharedStore> make_shared_store(std::string_view, MemoryBudget& budget, unsigned workers) {
  auto store = std::make_unique<SharedExactStore>(budget, workers);
  if (!store->open()) return nullptr;
  return store;
}

}  // namespace weir
