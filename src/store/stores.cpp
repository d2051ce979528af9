// SPDX-License-Identifier: Apache-2.0
#include "store/stores.h"

#include "store/exact_store.h"

namespace weir {

std::span<const StoreKind> store_kinds() {
  static const StoreKind table[] = {
      {"exact", "every state, byte for byte", ExactStore::kTraits,
       [](MemoryBudget& budget, const StoreOptions&) -> std::unique_ptr<StateStore> {
         return std::make_unique<ExactStore>(budget);
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
