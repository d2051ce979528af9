// SPDX-License-Identifier: Apache-2.0
// ExplicitPropertyAutomaton: adapts a complete Automaton to a product search. Edges are cached per state and relevant
// atoms of the letter.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "automaton/automaton.h"
#include "automaton/property_automaton.h"

namespace weir {

class ExplicitPropertyAutomaton final : public PropertyAutomaton {
 public:
  /// Bits of a letter are the declared atoms of the automaton in order (at most kMaxAtoms, asserted).
  explicit ExplicitPropertyAutomaton(const Automaton& automaton);

  const std::vector<std::string>& atoms() const override { return atoms_; }
  const Acceptance& acceptance() const override { return automaton_.acceptance(); }
  std::uint32_t initial() override { return automaton_.initials().front(); }
  std::span<const Edge> edges(std::uint32_t state, Letter letter) override;
  bool accepts_end(std::uint32_t state) override {
    return automaton_.words() == Words::Finite && automaton_.accepts_end(state);
  }
  std::size_t states() const override { return automaton_.state_count(); }
  Strength strength() const override { return strength_; }
  ComponentStrength strength_at(std::uint32_t state) const override { return strengths_[state]; }
  std::string state_name(std::uint32_t state) const override;

  const Automaton* whole() const override { return &automaton_; }

 private:
  struct Range {
    std::uint32_t begin = kUnknown;
    std::uint32_t end = 0;
  };
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFF;
  static constexpr int kMaxTableAtoms = 8;

  Range compute(std::uint32_t state, Letter letter);

  Automaton automaton_;
  std::vector<std::string> atoms_;
  std::vector<Letter> relevant_;            ///< per state: the atoms its labels depend on
  std::vector<std::vector<Range>> tables_;  ///< per state with few relevant atoms: indexed by the relevant bits, packed
  std::vector<std::unordered_map<Letter, Range>> maps_;  ///< per state with many relevant atoms
  std::vector<Edge> pool_;
  Strength strength_ = Strength::Strong;
  std::vector<ComponentStrength> strengths_;  ///< per state: strength of its component
  std::vector<std::uint32_t> component_;      ///< per state; edges lead to equal or smaller numbers
};

}  // namespace weir
