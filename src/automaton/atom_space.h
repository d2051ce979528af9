// SPDX-License-Identifier: Apache-2.0
// AtomSpace: the atoms that labels speak of, and the BDD manager that holds the labels. Automata that are combined
// share one space. Atom i is BDD variable i; variables from kFirstAuxiliary on are free for constructions that need
// more than atoms (they order below all atoms) and never occur in the label of an automaton. Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "automaton/bdd.h"

namespace weir {

class AtomSpace {
 public:
  static constexpr std::uint32_t kFirstAuxiliary = 4096;

  BddManager bdds;

  /// The variable of an atom, new if the name is new. Throws BddLimitReached beyond kFirstAuxiliary atoms.
  std::uint32_t variable(const std::string& name);
  Bdd atom(const std::string& name) { return bdds.variable(variable(name)); }
  const std::string& name(std::uint32_t variable) const { return names_[variable]; }
  const std::vector<std::string>& names() const { return names_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> variables_;
};

using AtomSpacePtr = std::shared_ptr<AtomSpace>;

/// A label for people, as a disjunction of conjunctions: `a & !b | c`. Atoms that are not plain names are quoted.
std::string label_text(AtomSpace& space, Bdd label);
/// One letter of a word: the literals of one solution of the label, `a & !b`, or `true`.
std::string letter_text(const AtomSpace& space, Bdd label);

}  // namespace weir
