// SPDX-License-Identifier: Apache-2.0
// Any bytes as a sequence of insertions into every store, compared with a std::map. The first byte limits the memory;
// then a length byte and that many bytes are one state (255: a long state made of the next byte).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.h"
#include "store/stores.h"

namespace weir::fuzz {

inline void store(std::string_view input) {
  if (input.empty()) return;
  const auto limit = static_cast<unsigned char>(input[0]);
  std::vector<std::string> states;
  for (std::size_t at = 1; at < input.size();) {
    const std::size_t length = static_cast<unsigned char>(input[at++]);
    if (length == 255 && at < input.size()) {
      states.emplace_back(4000 + static_cast<unsigned char>(input[at]), input[at]);
      ++at;
    } else {
      states.emplace_back(input.substr(at, length));
      at += length;
    }
  }
  for (const StoreKind& kind : store_kinds()) {
    MemoryBudget budget(limit == 0 ? MemoryBudget::kUnlimited : std::uint64_t{limit} * 4096);
    const auto store = kind.make(budget, {.cache_entries = limit, .bitstate_bytes = 4096});
    if (store == nullptr) continue;
    std::map<std::string, StateId> known;
    std::vector<std::byte> scratch;
    for (const std::string& state : states) {
      const StateView bytes = std::as_bytes(std::span(state));
      const Insertion insertion = store->insert(bytes);
      WEIR_ASSERT(budget.used() <= budget.limit(), "the budget is kept");
      if (insertion.full()) continue;
      const auto [entry, fresh] = known.emplace(state, insertion.id);
      if (kind.traits.exact) WEIR_ASSERT(!(fresh && insertion.present()), "an exact store invents nothing");
      if (!kind.traits.may_forget) WEIR_ASSERT(fresh || insertion.present(), "a store that keeps forgets nothing");
      if (!kind.traits.has_ids) continue;
      WEIR_ASSERT(entry->second == insertion.id, "a state keeps its number");
      const StateView back = store->get(insertion.id, scratch);
      WEIR_ASSERT(std::string_view(reinterpret_cast<const char*>(back.data()), back.size()) == state,
                  "a state comes back as it was");
    }
    WEIR_ASSERT(store->memory_bytes() == budget.used(), "all memory is counted");
  }
}

}  // namespace weir::fuzz
