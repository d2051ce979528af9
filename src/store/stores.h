// SPDX-License-Identifier: Apache-2.0
// The table of all stores. Help, tests and the choice of a store iterate it; a new store is one enumerator (Store) and
// one row.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <weir/catalogue.h>

#include "base/memory/memory_budget.h"
#include "base/stop_flag.h"
#include "store/shared/shared_store.h"
#include "store/state_store.h"

namespace weir {

/// Settings that only some stores use.
struct StoreOptions {
  std::uint64_t cache_entries = 1 << 16;          ///< cache: maximal number of states
  Replacement replacement = Replacement::Random;  ///< cache
  std::uint64_t seed = 1;                         ///< cache: seed of the random replacement
  std::uint64_t state_bytes = 0;      ///< cache: bytes per entry; longer states take several; 0: length of the first
  std::uint64_t bitstate_bytes = 0;   ///< bitstate: size of the bit array; 0: half of the free budget, at most 1 GiB
  std::uint32_t bitstate_hashes = 3;  ///< bitstate: number of hash functions
  const StopFlag* stop = nullptr;     ///< auto, tree: raised, a change of the store is given up
};

struct StoreKind : Choice<Store> {
  StoreTraits traits;
  /// Makes an empty store; null if the budget cannot hold it.
  std::unique_ptr<StateStore> (*make)(MemoryBudget& budget, const StoreOptions& options);
  /// The same for several threads; null if the store supports only one.
  std::unique_ptr<SharedStore> (*make_shared)(MemoryBudget& budget, unsigned workers) = nullptr;
};

std::span<const StoreKind> store_kinds();
const StoreKind& store_kind(Store store);
/// For messages: the stores that keep every state, "exact or tree".
std::string stores_that_keep_states();

}  // namespace weir
