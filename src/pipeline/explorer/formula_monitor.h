// SPDX-License-Identifier: Apache-2.0
// FormulaMonitor: what the beginning of a run says about an LTL formula of infinite runs.
//
// Bauer, Leucker, Schallhart, "Runtime Verification for LTL and TLTL" (TOSEM 2011): two automata, of the formula and of
// its negation, without states from which nothing is accepted, are followed by the subset construction. If no state of
// the first is left, no continuation satisfies the formula; if no state of the second, every continuation does.
//
// Built on demand: a state is a pair of sets, numbered as visited. Atoms of which a model never makes two true at once
// count as independent, so that a verdict may come later than possible, but is never wrong.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <weir/explorer.h>

#include "automaton/limits.h"
#include "automaton/translate/explicit_property.h"
#include "formula/formula.h"

namespace weir {

class FormulaMonitor {
 public:
  using State = std::uint32_t;
  static constexpr State kStart = 0;

  static Expected<std::unique_ptr<FormulaMonitor>> make(Formula formula, const ConstructionLimits& limits);

  /// In the order of a letter's bits.
  const std::vector<std::string>& atoms() const { return formula_.atoms(); }
  const AutomatonGraph& graph() const { return graph_; }

  bool has(State state) const { return state < sets_.size(); }
  State next(State state, Letter letter);
  Explorer::MonitorVerdict verdict(State state) const;
  /// The verdict if this letter repeats forever.
  Explorer::MonitorVerdict verdict_of_repetition(State state, Letter letter) const;
  /// The possible states of the drawn automaton, sorted.
  const std::vector<std::uint32_t>& automaton_states(State state) const { return sets_[state]->first; }

 private:
  using Set = std::vector<std::uint32_t>;  ///< sorted
  using Sets = std::pair<Set, Set>;        ///< of the formula, of its negation

  FormulaMonitor(const Automaton& formula, const Automaton& negation);
  State number(Sets sets);
  static Set successors(ExplicitPropertyAutomaton& automaton, const Set& from, Letter letter);

  ExplicitPropertyAutomaton formula_, negation_;
  AutomatonGraph graph_;
  std::map<Sets, State> numbers_;
  std::vector<const Sets*> sets_;  ///< by number: keys of numbers_
};

}  // namespace weir
