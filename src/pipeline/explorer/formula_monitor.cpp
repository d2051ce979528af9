// SPDX-License-Identifier: Apache-2.0
#include "pipeline/explorer/formula_monitor.h"

#include <algorithm>

#include "automaton/analysis/emptiness.h"
#include "automaton/analysis/membership.h"
#include "automaton/property_automaton.h"
#include "automaton/transform/trim.h"
#include "automaton/translate/translate.h"
#include "pipeline/prepare/draw_automaton.h"

namespace weir {
namespace {

/// The automaton of a formula, with these atoms in the order of a letter's bits; every state accepts some word.
Expected<Automaton> automaton_of(Formula formula, const std::vector<std::string>& names, const AtomSpacePtr& space) {
  Expected<Automaton> made = infinite_automaton(formula, space, {.name_states = true});
  if (!made) return made;
  return bounded([&] {
    Automaton automaton = trimmed(with_single_initial(*made));
    for (const std::string& name : names) automaton.declare_atom(space->variable(name));
    return automaton;
  });
}

}  // namespace

Expected<std::unique_ptr<FormulaMonitor>> FormulaMonitor::make(Formula formula, const ConstructionLimits& limits) {
  const std::vector<std::string> names = weir::atoms(formula);
  if (names.size() > PropertyAutomaton::kMaxAtoms)
    return Diagnostic{.message = "a formula may mention at most " + std::to_string(PropertyAutomaton::kMaxAtoms) +
                                 " atoms; this one mentions " + std::to_string(names.size())};
  const auto space = std::make_shared<AtomSpace>(limits);
  const Expected<std::uint32_t> last = bounded([&] {
    std::uint32_t variable = 0;
    for (const std::string& name : names) variable = space->variable(name);
    return variable;
  });
  if (!last) return last.error();
  const Expected<Automaton> positive = automaton_of(formula, names, space);
  if (!positive) return positive.error();
  const Expected<Automaton> negative = automaton_of(!formula, names, space);
  if (!negative) return negative.error();
  auto monitor = bounded([&] { return std::unique_ptr<FormulaMonitor>(new FormulaMonitor(*positive, *negative)); });
  space->bdds.meter().lift();
  return monitor;
}

FormulaMonitor::FormulaMonitor(const Automaton& formula, const Automaton& negation)
    : formula_(formula), negation_(negation), graph_(drawn(formula_)) {
  // An automaton without accepted words keeps its initial state, which then counts as impossible.
  Sets start;
  if (!is_empty(formula)) start.first.push_back(formula_.initial());
  if (!is_empty(negation)) start.second.push_back(negation_.initial());
  number(std::move(start));
}

FormulaMonitor::State FormulaMonitor::number(Sets sets) {
  const auto [place, fresh] = numbers_.try_emplace(std::move(sets), static_cast<State>(sets_.size()));
  if (fresh) sets_.push_back(&place->first);
  return place->second;
}

FormulaMonitor::Set FormulaMonitor::successors(ExplicitPropertyAutomaton& automaton, const Set& from, Letter letter) {
  Set result;
  for (const std::uint32_t state : from)
    for (const PropertyAutomaton::Edge& edge : automaton.edges(state, letter)) result.push_back(edge.destination);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

FormulaMonitor::State FormulaMonitor::next(State state, Letter letter) {
  const Sets& from = *sets_[state];
  return number({successors(formula_, from.first, letter), successors(negation_, from.second, letter)});
}

Explorer::MonitorVerdict FormulaMonitor::verdict(State state) const {
  if (sets_[state]->first.empty()) return Explorer::MonitorVerdict::Violated;
  if (sets_[state]->second.empty()) return Explorer::MonitorVerdict::Satisfied;
  return Explorer::MonitorVerdict::Open;
}

Explorer::MonitorVerdict FormulaMonitor::verdict_of_repetition(State state, Letter letter) const {
  if (const Explorer::MonitorVerdict known = verdict(state); known != Explorer::MonitorVerdict::Open) return known;
  Automaton automaton = *formula_.whole();
  automaton.set_initials(sets_[state]->first);
  BddManager& bdds = automaton.bdds();
  Bdd repeated = kBddTrue;
  for (std::size_t bit = 0; bit < automaton.atoms().size(); ++bit)
    repeated = bdds.conjoin(repeated, bdds.literal(automaton.atoms()[bit], (letter >> bit & 1) != 0));
  return accepts_word(automaton, {{}, {repeated}}) ? Explorer::MonitorVerdict::Satisfied
                                                   : Explorer::MonitorVerdict::Violated;
}

}  // namespace weir
