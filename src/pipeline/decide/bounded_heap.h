// SPDX-License-Identifier: Apache-2.0
// If the states do not fit into memory, the question is decided again on a bounded heap (Jard and Jéron 1989) as large
// as memory allows, with sleep sets if they are sound. The path is exact, so the answer is as reliable. It takes
// longer, because forgotten states are generated again.
#pragma once

#include <optional>

#include <weir/weir.h>

#include "search/kernel/search.h"

namespace weir {

/// The options for the second attempt. Nothing if the first one did not run out of memory, or the options do not allow
/// a cache. `bytes`: the memory of the first attempt.
std::optional<CheckOptions> with_bounded_heap(const CheckOptions& options, TransitionSystem& system,
                                              const SearchResult& first, std::uint64_t bytes);
/// Says, for the observer, that the states did not fit and what follows; `first`: of the search that ran out of memory.
std::string bounded_heap_note(const CheckOptions& cached, const Statistics& first);
/// Describes, for the report, the effort of an exhaustive search on a heap that forgets.
std::string bounded_heap_guarantee(const Statistics& stats);

}  // namespace weir
