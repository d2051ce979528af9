// SPDX-License-Identifier: Apache-2.0
// Breadth-first search on a store without ids, with a queue of waiting states as bytes. It visits every state, looks
// for no defects, and does not record how states are reached.
#pragma once

#include "search/kernel/search.h"

namespace weir {

SearchResult visit_breadth_first(SearchSpace& space, StateStore& store, SearchControl& control);

}  // namespace weir
