// SPDX-License-Identifier: Apache-2.0
// Searches that build the whole product before they look for a failing cycle.
//
// TarjanSearch is the classical procedure: it builds the graph, then its strongly connected components. It decides any
// acceptance condition.
// OwctySearch is OWCTY ("one way catch them young", Černá and Pelánek 2003; after Fisler et al. 2001) for generalised
// Büchi acceptance on transitions: keep only states reachable from an edge of every acceptance set, remove states
// without predecessor, and repeat until nothing changes. A non-empty rest contains a failing cycle. OWCTY needs no
// depth-first order, so it suits machines with many cores or many nodes.
#pragma once

#include "search/kernel/explicit_graph.h"
#include "search/kernel/search.h"

namespace weir {

class TarjanSearch {
 public:
  TarjanSearch(SearchSpace& space, StateStore& store, SearchControl& control);
  SearchResult run();

 private:
  Expander expander_;
  ExplicitGraph graph_;
};

class OwctySearch {
 public:
  OwctySearch(SearchSpace& space, StateStore& store, SearchControl& control);
  SearchResult run();

 private:
  /// Keeps the states reachable from the target of an edge with this mark. Returns true if a state was removed.
  bool keep_reachable(std::uint32_t mark);
  /// Repeatedly removes states without predecessor. Returns true if a state was removed.
  bool remove_without_predecessor();

  Expander expander_;
  ExplicitGraph graph_;
  std::vector<bool> kept_;
  std::uint64_t left_ = 0;
};

/// Reports a run through a part of the graph, whose states have their store ids.
SearchResult report_part(Expander& expander, const AcceptingPart& part);

}  // namespace weir
