// SPDX-License-Identifier: Apache-2.0
// PropertyAutomaton: what a product search sees of a property. The automaton may be whole, or come into being state by
// state as the search asks: Couvreur's construction and the derivatives both give the edges of one state for one
// letter.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/acceptance.h"
#include "automaton/marks.h"
#include "automaton/strength_kind.h"

namespace weir {

/// Truth of the atoms at one position: bit i is atom i.
using Letter = std::uint64_t;

class Automaton;

class PropertyAutomaton {
 public:
  static constexpr std::size_t kMaxAtoms = 64;

  struct Edge {
    std::uint32_t destination = 0;
    MarkSet marks;
  };

  virtual ~PropertyAutomaton() = default;

  /// Names of the atoms, in the order of a letter's bits.
  virtual const std::vector<std::string>& atoms() const = 0;
  virtual const Acceptance& acceptance() const = 0;
  virtual std::uint32_t initial() = 0;
  /// The edges of `state` whose label `letter` satisfies; valid until the next call. Same arguments, same answer.
  virtual std::span<const Edge> edges(std::uint32_t state, Letter letter) = 0;
  /// On finite words: may the word end here? (Infinite automata answer false.)
  virtual bool accepts_end(std::uint32_t) { return false; }
  /// Why edges are missing: a limit was reached while they were made, and edges() is empty from then on. A search that
  /// finds nothing has then not seen everything. Nothing: all edges are there.
  virtual std::optional<Diagnostic> incomplete() const { return std::nullopt; }
  /// How many states have come into being so far.
  virtual std::size_t states() const = 0;
  /// Whether a state with this number has come into being.
  virtual bool has_state(std::uint32_t state) const { return state < states(); }
  /// How strong it is, as a whole and where a state stands (strength.h). What is made on demand does not know: strong.
  virtual Strength strength() const { return Strength::Strong; }
  virtual ComponentStrength strength_at(std::uint32_t) const { return ComponentStrength::Strong; }
  /// The whole automaton, if it was made before the search; nullptr: it is made on demand.
  virtual const Automaton* whole() const { return nullptr; }
  /// For people: the formula or name of a state.
  virtual std::string state_name(std::uint32_t state) const = 0;
};

}  // namespace weir
