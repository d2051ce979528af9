// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prepare/known_values.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include <weir/reducible.h>

#include "automaton/limits.h"
#include "automaton/transform/simplify.h"
#include "formula/rewrite.h"

namespace weir {
namespace {

/// Limits for one state formula or label, and for the labels of an automaton.
constexpr std::size_t kMostCubes = 16;
constexpr std::size_t kMostLabels = 64;
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 16;

std::optional<std::uint32_t> state_atom(TransitionSystem& system, const std::string& name) {
  if (is_built_in_atom(name)) return std::nullopt;
  const Expected<Atom> atom = system.resolve(name);
  return atom && atom->kind == Atom::Kind::State ? std::optional(atom->id) : std::nullopt;
}

/// Returns true if it is proved that no reachable state has a letter of this label: each cube is impossible. Other
/// atoms than those of states may have any value.
bool never(TransitionSystem& system, AtomSpace& space, Bdd label) {
  const auto cubes =
      attempt(space.bdds.meter(), kMostSteps, [&] { return space.bdds.irredundant_cover(label, kMostCubes); });
  return cubes && std::all_of(cubes->begin(), cubes->end(), [&](const Cube& cube) {
           std::vector<KnownValues::Literal> literals;
           for (const auto& [variable, value] : cube)
             if (const auto atom = state_atom(system, space.name(variable))) literals.push_back({*atom, value});
           return !literals.empty() && system.capabilities().values->never(literals);
         });
}

/// The state formula, simplified by what is known about its atoms and itself.
Formula with_known_value(TransitionSystem& system, Formula f) {
  AtomSpace space;
  const auto known = [&](Formula part) -> std::optional<bool> {
    const Bdd label = *label_of(part, space);
    if (never(system, space, space.bdds.negate(label))) return true;
    if (never(system, space, label)) return false;
    return std::nullopt;
  };
  for (const std::string& name : atoms(f)) {
    const Formula atom = Formula::atom(name);
    if (const auto value = known(atom)) f = substitute(f, atom, Formula::constant(*value));
  }
  if (atoms(f).size() < 2) return f;
  const auto value = known(f);
  return value ? Formula::constant(*value) : f;
}

}  // namespace

Formula with_known_values(TransitionSystem& system, Formula formula) {
  if (system.capabilities().values == nullptr) return formula;
  std::unordered_map<Formula, bool> about_states;
  std::unordered_map<Formula, Formula> result;
  const auto is_about_states = [&](Formula f) { return about_states.at(f); };
  for (const Formula f : subformulas(formula)) {
    const auto& operands = f.operands();
    const bool of_states = std::all_of(operands.begin(), operands.end(), is_about_states) && f.op() < Op::Next &&
                           (!f.is(Op::Atom) || state_atom(system, f.name()));
    about_states.emplace(f, of_states);
    // A closure asks how the run could go on if atoms had any values: {true[*]; p} holds even if p never does.
    if (of_states || operands.empty() || f.is(Op::Closure)) {
      result.emplace(f, f);
      continue;
    }
    // The operands about states are one part of a conjunction or disjunction.
    std::vector<Formula> parts, rest;
    for (const Formula operand : operands) (is_about_states(operand) ? parts : rest).push_back(result.at(operand));
    if (f.is(Op::And) || f.is(Op::Or)) {
      if (!parts.empty()) rest.push_back(with_known_value(system, Formula::nary(f.op(), std::move(parts))));
    } else {
      rest.clear();
      for (const Formula operand : operands)
        rest.push_back(is_about_states(operand) ? with_known_value(system, operand) : result.at(operand));
    }
    result.emplace(f, rebuilt(f, std::move(rest)));
  }
  return about_states.at(formula) ? with_known_value(system, formula) : result.at(formula);
}

std::optional<Automaton> without_impossible_edges(TransitionSystem& system, const Automaton& automaton) {
  if (system.capabilities().values == nullptr) return std::nullopt;
  std::map<Bdd, bool> impossible;
  for (Automaton::State state = 0; state < automaton.state_count(); ++state) {
    for (const Automaton::Edge& edge : automaton.edges(state)) {
      if (impossible.size() == kMostLabels) break;
      const auto [label, fresh] = impossible.try_emplace(edge.label, false);
      if (fresh) label->second = never(system, automaton.space(), edge.label);
    }
  }
  if (std::none_of(impossible.begin(), impossible.end(), [](const auto& label) { return label.second; }))
    return std::nullopt;
  Automaton possible = automaton;
  for (Automaton::State state = 0; state < possible.state_count(); ++state)
    std::erase_if(possible.edges(state), [&](const Automaton::Edge& edge) {
      const auto label = impossible.find(edge.label);
      return label != impossible.end() && label->second;
    });
  return simplified(possible);
}

}  // namespace weir
