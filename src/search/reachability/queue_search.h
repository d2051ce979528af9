// SPDX-License-Identifier: Apache-2.0
// Breadth-first search on a store that gives no numbers: the states that wait are kept beside it, as bytes. It visits
// everything and looks for no defect; how a state was reached is not kept.
#pragma once

#include "search/kernel/search.h"

namespace weir {

SearchResult visit_breadth_first(SearchSpace& space, StateStore& store, SearchControl& control);

}  // namespace weir
