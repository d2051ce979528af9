// SPDX-License-Identifier: Apache-2.0
// PropertyAutomaton: the view of a property automaton in a product search. The automaton may be complete in memory or
// built on demand: Couvreur's construction and derivatives both compute the edges of one state for one letter.
#pragma once

#include <compare>
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

/// Truth values of the atoms at one position: bit i is atom i.
using Letter = std::uint64_t;

class Automaton;

class PropertyAutomaton {
 public:
  static constexpr std::size_t kMaxAtoms = 64;

  struct Edge {
    std::uint32_t destination = 0;
    MarkSet marks;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };

  virtual ~PropertyAutomaton() = default;

  /// Names of the atoms, in the bit order of a letter.
  virtual const std::vector<std::string>& atoms() const = 0;
  virtual const Acceptance& acceptance() const = 0;
  virtual std::uint32_t initial() = 0;
  /// The edges of `state` enabled by `letter`; valid until the next call. Deterministic: the same arguments return the
  /// same edges.
  virtual std::span<const Edge> edges(std::uint32_t state, Letter letter) = 0;
  /// On finite words: returns whether a word may end in this state. False for infinite words.
  virtual bool accepts_end(std::uint32_t) { return false; }
  /// The reason if edges are missing because a limit was reached during construction; edges() is empty from then on,
  /// and a search that finds nothing is not exhaustive. Empty if all edges exist.
  virtual std::optional<Diagnostic> incomplete() const { return std::nullopt; }
  /// The number of states created so far.
  virtual std::size_t states() const = 0;
  /// Returns whether a state with this number has been created.
  virtual bool has_state(std::uint32_t state) const { return state < states(); }
  /// The strength of the automaton and of the component of a state (strength.h). Automata built on demand answer
  /// Strong, or Terminal for a state that is known to accept every word.
  virtual Strength strength() const { return Strength::Strong; }
  virtual ComponentStrength strength_at(std::uint32_t) const { return ComponentStrength::Strong; }
  /// The whole automaton if it was built before the search; nullptr if it is built on demand.
  virtual const Automaton* whole() const { return nullptr; }
  /// A readable name of a state: its formula or its name.
  virtual std::string state_name(std::uint32_t state) const = 0;
};

}  // namespace weir
