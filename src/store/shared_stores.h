// SPDX-License-Identifier: Apache-2.0
// The stores that threads can share, with their command-line names.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/memory/memory_budget.h"
#include "store/shared/shared_store.h"

namespace weir {

/// The command-line names of the stores that can be shared.
std::span<const char* const> shared_store_names();
bool can_be_shared(std::string_view store_name);
/// `store_name` must be a store that can be shared. Returns null if the budget cannot hold even the empty store.
std::unique_ptr<SharedStore> make_shared_store(std::string_view store_name, MemoryBudget& budget, unsigned workers);

}  // namespace weir
