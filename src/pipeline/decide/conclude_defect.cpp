// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/conclude_defect.h"

#include "pipeline/decide/conclude.h"
#include "pipeline/decide/shortening.h"
#include "search/space/model_space.h"

namespace weir {

Defect defect_of(const Property& property) {
  return property.kind == PropertyKind::Deadlock ? Defect::Deadlock : Defect::Fault;
}

const DefectFound* found_run(const Attempt& attempt, Defect defect) {
  const DefectFound* found = nullptr;
  for (const DefectFound& one : attempt.found.result.found) {
    if (!includes(one.defect, defect)) continue;
    if (one.run.size() > 0) return &one;
    found = &one;  // lost, unless it was found twice
  }
  return found;
}

void conclude_defect(const Attempt& attempt, const Property& property, Run run, bool is_shortest,
                     PropertyResult& result) {
  const Defect defect = defect_of(property);
  if (is_lost(attempt, run, result)) return;
  if (!refine(attempt, run, result, defect == Defect::Fault)) return;
  if (!is_shortest) {  // the shortest run of the model, not only of the reduced one
    ModelSpace whole(attempt.system);
    shorten(attempt, whole, defect, run, result);
  }
  Accusation accusation;
  accusation.kind = defect == Defect::Deadlock ? Accusation::Kind::Deadlock : Accusation::Kind::Fault;
  conclude_violated(attempt, run, accusation, {}, result);
  if (!result.has_counterexample) return;
  const auto& prefix = result.counterexample.prefix;
  result.counterexample.explanation = defect == Defect::Deadlock
                                          ? "The run ends in a state without successors that is not a valid end state."
                                          : prefix[prefix.size() - 2].step.fault;
}

void note_coverage(const Attempt& attempt) {
  if (attempt.context.coverage == nullptr) return;
  const ReducedSystem* reduced = attempt.reductions.system.get();
  const bool deadlocks_only = reduced != nullptr && reduced->may_ignore();
  const bool all =
      attempt.found.result.search.outcome == SearchResult::Outcome::Exhausted && attempt.store->traits().exact;
  attempt.context.coverage->add(reduced, all && !deadlocks_only);
}

}  // namespace weir
