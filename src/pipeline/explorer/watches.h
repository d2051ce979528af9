// SPDX-License-Identifier: Apache-2.0
// Watches: expressions with a value in every state. A watch is an expression of the model's language (an atom), the
// name of a variable as states show it (a channel, the location of a process), or a Boolean formula over atoms.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <weir/explorer.h>

#include "automaton/atom_space.h"
#include "pipeline/explorer/state_space.h"

namespace weir {

class Watches {
 public:
  explicit Watches(StateSpace& space) : space_(space) {}

  Expected<std::uint32_t> add(const std::string& text);
  Explorer::WatchValue value(std::uint32_t watch, Explorer::Node node);

 private:
  struct Watch {
    enum class Kind : std::uint8_t { Atom, Variable, Formula, Dead };
    Kind kind = Kind::Atom;
    std::uint32_t atom = 0;
    std::string variable = {};               ///< Variable: its name
    Bdd formula = {};                        ///< Formula: over variables of atoms_
    std::vector<std::uint32_t> variables{};  ///< Formula: variables of atoms_ that it depends on
  };

  Expected<Watch> resolve(const std::string& text);
  Expected<Watch> resolve_formula(const std::string& text, Diagnostics otherwise);
  /// The value of a variable in the initial state that shows it; null if there is none.
  const Value* shown_variable(const std::string& name);
  Explorer::WatchValue evaluate(const Watch& watch, Explorer::Node node);
  bool is_dead(Explorer::Node node);

  StateSpace& space_;
  std::vector<Watch> watches_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< by text
  std::vector<Variable> initial_;                           ///< of all initial states
  AtomSpace atoms_;
  std::vector<std::uint32_t> meanings_;  ///< by variable of atoms_: the state atom of the system; kDead for `dead`
};

}  // namespace weir
