// SPDX-License-Identifier: Apache-2.0
#include "search/emptiness/terminal.h"

#include <utility>

#include "search/reachability/on_line.h"
#include "search/reachability/reachability.h"

namespace weir {

SearchResult TerminalSearch::run() {
  DefectResult outcome = store_.traits().has_ids ? Reachability(space_, store_, control_, order_).run(Defect::BadState)
                                                 : OnLineSearch(space_, store_, control_).run(Defect::BadState);
  if (!outcome.found.empty()) outcome.search.run = std::move(outcome.found.front().run);
  return std::move(outcome.search);
}

}  // namespace weir
