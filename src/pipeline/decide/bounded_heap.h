// SPDX-License-Identifier: Apache-2.0
// When the states do not fit into memory: the same question again, on a bounded heap (Jard and Jéron 1989) as large as
// memory allows, with sleep sets where they are sound. The path is kept exactly, so the answer is as good; it takes
// longer, because states that were forgotten are generated again.
#pragma once

#include <optional>

#include <weir/weir.h>

#include "search/kernel/search.h"

namespace weir {

/// The options for the second try; nothing: the first one did not end for lack of memory, or what was asked for does
/// not allow a cache. `bytes`: what the first one had.
std::optional<CheckOptions> with_bounded_heap(const CheckOptions& options, const TransitionSystem& system,
                                              const SearchResult& first, std::uint64_t bytes);
/// What a search on a heap that forgets did to see everything, for the report.
std::string bounded_heap_guarantee(const Statistics& stats);

}  // namespace weir
