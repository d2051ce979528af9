// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/refutation.h"

#include <algorithm>
#include <utility>

namespace weir::pnml {
namespace {

/// The sum of the atom, with its constant, is at least or at most a number.
Inequality at_least(const NetAtom& atom, int number) { return {atom.terms, number - atom.constant}; }
Inequality at_most(const NetAtom& atom, int number) {
  Inequality result{atom.terms, atom.constant - number};
  for (NetAtom::Term& term : result.terms) term.factor = -term.factor;
  return result;
}

bool allows(const std::vector<Inequality>& all, const std::vector<double>& marking) {
  constexpr double kRounding = 1e-6;
  return std::all_of(all.begin(), all.end(), [&](const Inequality& inequality) {
    double sum = 0;
    for (const NetAtom::Term& term : inequality.terms) sum += static_cast<double>(term.factor) * marking[term.place];
    return sum > static_cast<double>(inequality.least) - kRounding;
  });
}

}  // namespace

void Refutation::require(const NetAtom& atom, bool value) {
  using Comparison = NetAtom::Comparison;
  if (atom.kind == NetAtom::Kind::Compare) {
    switch (atom.comparison) {
      case Comparison::Less: return add({{value ? at_most(atom, -1) : at_least(atom, 0)}});
      case Comparison::LessEqual: return add({{value ? at_most(atom, 0) : at_least(atom, 1)}});
      case Comparison::Equal:
      case Comparison::NotEqual: break;
    }
    if (value == (atom.comparison == Comparison::Equal)) return add({{at_most(atom, 0), at_least(atom, 0)}});
    return add({{at_most(atom, -1)}, {at_least(atom, 1)}});
  }
  Clause enabled;
  const auto add_preset = [&](const std::vector<Arc>& preset) {
    Case marked;
    Clause lacking;
    for (const Arc& arc : preset) {
      const auto weight = static_cast<NetAtom::Wide>(arc.weight);
      marked.push_back({{{arc.place, 1}}, weight});
      lacking.push_back({{{{arc.place, -1}}, 1 - weight}});
    }
    if (value)
      enabled.push_back(std::move(marked));
    else
      add(std::move(lacking));
  };
  for (const std::uint32_t transition : atom.transitions) add_preset(net_.transitions[transition].inputs);
  for (const std::vector<Arc>& preset : atom.presets) add_preset(preset);
  if (value) add(std::move(enabled));
}

/// A clause with one case is no choice.
void Refutation::add(Clause clause) {
  if (clause.size() == 1)
    assumed_.insert(assumed_.end(), clause.front().begin(), clause.front().end());
  else
    clauses_.push_back(std::move(clause));
}

bool Refutation::succeeds() {
  if (programs_left_-- == 0) return false;
  const StateEquation::Answer answer = equation_.examine(assumed_);
  if (answer.never) return true;
  if (answer.marking.empty()) return false;
  // Splits the clause with the fewest cases among those that the marking does not satisfy.
  const auto holds = [&](const Case& one) { return allows(one, answer.marking); };
  auto chosen = clauses_.end();
  for (auto clause = clauses_.begin(); clause != clauses_.end(); ++clause) {
    if (chosen != clauses_.end() && clause->size() >= chosen->size()) continue;
    if (std::none_of(clause->begin(), clause->end(), holds)) chosen = clause;
  }
  if (chosen == clauses_.end()) return false;
  const Clause cases = std::move(*chosen);
  clauses_.erase(chosen);
  const bool refuted = std::all_of(cases.begin(), cases.end(), [&](const Case& one) {
    assumed_.insert(assumed_.end(), one.begin(), one.end());
    const bool succeeded = succeeds();
    assumed_.resize(assumed_.size() - one.size());
    return succeeded;
  });
  clauses_.push_back(cases);
  return refuted;
}

}  // namespace weir::pnml
