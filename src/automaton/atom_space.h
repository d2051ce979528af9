// SPDX-License-Identifier: Apache-2.0
// AtomSpace: the atoms of labels, and the BDD manager that holds the labels. Automata that are combined share one
// space. Atom i is BDD variable i. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "automaton/bdd.h"
#include "formula/formula.h"
#include "formula/printer.h"

namespace weir {

class AtomSpace {
 public:
  /// The limits apply to everything built in the space.
  explicit AtomSpace(const ConstructionLimits& limits = {}) : bdds(limits) {}

  BddManager bdds;

  /// Returns the variable of an atom, creating it for a new name. Throws LimitReached beyond BddManager::kMaxVariables
  /// atoms.
  std::uint32_t variable(const std::string& name);
  Bdd atom(const std::string& name) { return bdds.variable(variable(name)); }
  const std::string& name(std::uint32_t variable) const { return names_[variable]; }
  const std::vector<std::string>& names() const { return names_; }
  /// For each variable, the position of its name in alphabetical order.
  const std::vector<std::uint32_t>& alphabetical() const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }

 private:
  std::vector<std::string> names_;
  mutable std::vector<std::uint32_t> alphabetical_;  ///< stale if shorter than `names_`
  std::unordered_map<std::string, std::uint32_t> variables_;
};

using AtomSpacePtr = std::shared_ptr<AtomSpace>;

/// The label of a formula; nothing if it has temporal operators.
std::optional<Bdd> label_of(Formula formula, AtomSpace& space);
/// The irredundant cover of a label in readable order: literals sorted by the rank of their variable, then cubes.
std::vector<Cube> ranked_cover(BddManager& bdds, Bdd label, std::span<const std::uint32_t> rank);
/// A label as a readable disjunction of conjunctions: `a & !b | c`. Atoms are written as in
/// formulas of the syntax.
std::string label_text(AtomSpace& space, Bdd label, Syntax syntax = Syntax::Weir);
/// One letter of the label: the literals of one solution, `a & !b`, or `true`.
std::string letter_text(const AtomSpace& space, Bdd label);

}  // namespace weir
