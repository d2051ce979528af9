// SPDX-License-Identifier: Apache-2.0
// Property: what is to be decided about a model, after names, files and defaults have been resolved.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/result.h>
#include <weir/weir.h>

#include "formula/formula.h"
#include "frontend/model.h"

namespace weir {

struct Property {
  PropertyKind kind = PropertyKind::Ltl;
  std::string name = {};
  std::string text = {};                          ///< shown as the formula
  std::optional<Formula> formula = std::nullopt;  ///< Ltl, Ltlf, Progress, Acceptance, some Assertions
  std::optional<ClaimAutomaton> claim = std::nullopt;
  std::string automaton_file = {};                     ///< HOA
  bool automaton_is_property = false;                  ///< runs must be accepted; false: it accepts the wrong ones
  std::shared_ptr<TransitionSystem> system = nullptr;  ///< of StatedProperty
};

/// Whether it is looked for in single states and steps, without an automaton.
inline bool is_defect(const Property& property) {
  return property.kind == PropertyKind::Deadlock || (property.kind == PropertyKind::Assertion && !property.formula);
}

/// Whether it is about the beginnings of runs: an assertion with a formula must be true of each of them.
inline bool is_of_finite_words(const Property& property) {
  return property.kind == PropertyKind::Ltlf || (property.kind == PropertyKind::Assertion && property.formula);
}

/// What the options ask for, or everything the model states. Atoms of formulas are looked up in `system`; those of
/// assumptions too; what is odd about them is added to `warnings`.
Expected<std::vector<Property>> collect_properties(const Model& model, TransitionSystem& system,
                                                   const CheckOptions& options, Diagnostics& warnings);

}  // namespace weir
