// SPDX-License-Identifier: Apache-2.0
#include "search/space/model_space.h"

#include "reduction/combined/reduced_system.h"

namespace weir {

ModelSpace::ModelSpace(const ReducedSystem& reduced) : system_(reduced) {
  if (reduced.proviso_by_search()) in_parts_ = &reduced;
}

void ModelSpace::initial(StateEdges& out) {
  out.clear();
  system_.initial_states(out.states);
}

bool ModelSpace::expand_group(std::span<const StateView> states, SuccessorBuffer& out, std::size_t* ends) {
  system_.successors_of(states, out, ends);
  for (std::size_t i = 0; i < states.size(); ++i)
    if (ends[i] == (i == 0 ? 0 : ends[i - 1]) && !system_.may_end(states[i])) return false;
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out.step(i).fault != Fault::None) return false;
  return true;
}

void ModelSpace::expand(StateView state, StateEdges& out, bool whole) {
  out.clear();
  if (in_parts_ != nullptr) {
    const ReducedSystem::Parts parts = in_parts_->successors_in_parts(state, out.states, whole);
    if (parts.enough < parts.all) {  // then no step is faulty
      out.preferred = parts.enough;
      out.preferred_alone = out.states.size() < parts.all;
    }
  } else {
    system_.successors(state, out.states);
  }
  if (out.states.empty()) {
    if (!system_.may_end(state)) out.defect = Defect::Deadlock;
    return;
  }
  bool faulty = false;
  for (std::size_t i = 0; i < out.states.size() && !faulty; ++i) faulty = out.states.step(i).fault != Fault::None;
  if (!faulty) return;
  std::swap(all_, out.states);
  out.states.clear();
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const StateView target = all_.state(i);
    if (all_.step(i).fault != Fault::None) out.set_defect(Defect::Fault, all_.step(i), target);
    // A run continues after a violated assertion, and later defects count too. A run-time error has no successor.
    if (all_.step(i).fault == Fault::RuntimeError) {
      ++errors_met_;
    } else {
      out.states.append(all_.step(i), target);
    }
  }
}

}  // namespace weir
