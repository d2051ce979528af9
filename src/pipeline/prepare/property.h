// SPDX-License-Identifier: Apache-2.0
// Property: what to decide about a model, after names, files and defaults have been resolved.
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
  /// The atoms of the formula as written: it may not depend on all of them, but they say what its words consist of.
  std::vector<std::string> atoms = {};
  std::optional<ClaimAutomaton> claim = std::nullopt;
  std::string automaton_file = {};                     ///< HOA
  bool automaton_is_property = false;                  ///< it accepts the correct runs; otherwise the wrong ones
  std::shared_ptr<TransitionSystem> system = nullptr;  ///< of StatedProperty
};

/// Whether single states and steps decide it, without an automaton.
inline bool is_defect(const Property& property) {
  return property.kind == PropertyKind::Deadlock || (property.kind == PropertyKind::Assertion && !property.formula);
}

/// Whether it is about prefixes of runs: an assertion with a formula must be true of each of them.
inline bool is_of_finite_words(const Property& property) {
  return property.kind == PropertyKind::Ltlf || (property.kind == PropertyKind::Assertion && property.formula);
}

/// Indices of properties that one search decides: all assertions and deadlocks together, every other property alone.
std::vector<std::vector<std::size_t>> questions_about(const std::vector<Property>& properties);

/// The requested properties, or all properties of the model. Resolves the atoms of formulas and assumptions in
/// `system`; warnings about them are added to `warnings`.
Expected<std::vector<Property>> collect_properties(const Model& model, TransitionSystem& system,
                                                   const CheckOptions& options, Diagnostics& warnings);

}  // namespace weir
