// SPDX-License-Identifier: Apache-2.0
// The table of all stores, with their command-line names. Help, tests and the choice of a store use it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/memory/memory_budget.h"
#include "store/state_store.h"

namespace weir {

/// Settings that only some stores use.
struct StoreOptions {
  std::uint64_t cache_entries = 1 << 16;  ///< cache: maximal number of states
  std::string replacement = "random";     ///< cache: random fifo lru depth hits cost none
  std::uint64_t seed = 1;                 ///< cache: seed of the random replacement
  std::uint64_t state_bytes = 0;      ///< cache: bytes per entry; longer states take several; 0: length of the first
  std::uint64_t bitstate_bytes = 0;   ///< bitstate: size of the bit array; 0: half of the free budget, at most 1 GiB
  std::uint32_t bitstate_hashes = 3;  ///< bitstate: number of hash functions
};

struct StoreKind {
  const char* name;
  const char* summary;
  StoreTraits traits;
  /// Returns null if the budget cannot hold even the empty store.
  std::unique_ptr<StateStore> (*make)(MemoryBudget& budget, const StoreOptions& options);
};

std::span<const StoreKind> store_kinds();
/// Returns null if there is no store of this name.
const StoreKind* find_store_kind(std::string_view name);

}  // namespace weir
