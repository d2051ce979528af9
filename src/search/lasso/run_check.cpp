// SPDX-License-Identifier: Apache-2.0
#include "search/lasso/run_check.h"

#include "base/table/same_bytes.h"

namespace weir {
namespace {

bool leads_to(const StateEdges& edges, const RunStep& from, const RunStep& to) {
  if (from.stutters) return edges.size() == 0 && !any(edges.on_step) && same_bytes(from.state, to.state);
  for (std::size_t i = 0; i < edges.size(); ++i)
    if (edges.states.step(i) == from.step && same_bytes(edges.states.state(i), to.state)) return true;
  return any(edges.on_step) && edges.fault_step == from.step && same_bytes(edges.fault_target, to.state);
}

}  // namespace

bool is_run_of(SearchSpace& model, const Run& run) {
  if (run.size() == 0) return false;
  for (std::size_t i = 0; i < run.size(); ++i)
    if (!model.is_state(run[i].state) || run[i].last != (run.finite() && i + 1 == run.size())) return false;
  StateEdges edges;
  model.initial(edges);
  bool starts_well = false;
  for (std::size_t i = 0; i < edges.size(); ++i)
    starts_well = starts_well || same_bytes(edges.states.state(i), run[0].state);
  for (std::size_t i = 0; i < run.size() && starts_well; ++i) {
    if (run[i].last) return true;
    model.expand(run[i].state, edges);
    if (!leads_to(edges, run[i], i + 1 < run.size() ? run[i + 1] : run.cycle.front())) return false;
  }
  return starts_well;
}

}  // namespace weir
