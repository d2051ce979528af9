// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/vacuity.h"

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "automaton/limits.h"
#include "automaton/translate/derivative.h"
#include "formula/printer.h"

namespace weir {
namespace {

constexpr std::size_t kMostParts = 500;  ///< of a formula examined for vacuity, which takes quadratic time

/// The truth of a formula without temporal operators under one letter.
class Propositional {
 public:
  explicit Propositional(const std::vector<std::string>& atoms) {
    for (std::size_t i = 0; i < atoms.size(); ++i) bit_[atoms[i]] = Letter{1} << i;
  }

  static bool is(Formula f) {
    const std::vector<Formula> parts = subformulas(f);
    return std::all_of(parts.begin(), parts.end(), [](Formula part) { return part.op() < Op::Next; });
  }

  bool holds(Formula f, Letter letter) const {
    std::unordered_map<Formula, bool> truth;
    for (const Formula part : subformulas(f)) truth[part] = value(part, letter, truth);
    return truth[f];
  }

 private:
  bool value(Formula f, Letter letter, const std::unordered_map<Formula, bool>& truth) const {
    const auto of = [&](std::size_t i) { return truth.at(f[i]); };
    const auto operand = [&](Formula part) { return truth.at(part); };
    switch (f.op()) {
      case Op::True: return true;
      case Op::Atom: return (letter & bit_.at(f.name())) != 0;
      case Op::Not: return !of(0);
      case Op::And: return std::all_of(f.operands().begin(), f.operands().end(), operand);
      case Op::Or: return std::any_of(f.operands().begin(), f.operands().end(), operand);
      case Op::Xor: return of(0) != of(1);
      case Op::Implies: return !of(0) || of(1);
      case Op::Equiv: return of(0) == of(1);
      default: return false;
    }
  }

  std::unordered_map<std::string, Letter> bit_;
};

}  // namespace

std::vector<std::string> vacuity_warnings(Formula formula, const std::vector<std::string>& atoms,
                                          const SearchedLetters& searched) {
  std::vector<std::string> warnings;
  if (searched.states < 2 || !searched.letters.complete()) return warnings;
  const std::vector<Letter>& letters = searched.letters.all();
  const Propositional propositional(atoms);
  const std::vector<Formula> parts = subformulas(formula);
  if (parts.size() > kMostParts) return warnings;
  for (const Formula part : parts) {
    if (!part.is(Op::Implies) || !Propositional::is(part[0])) continue;
    const bool ever = std::any_of(letters.begin(), letters.end(),
                                  [&](Letter letter) { return propositional.holds(part[0], letter); });
    if (!ever) {
      warnings.push_back("vacuous: `" + to_string(part[0], Syntax::Model) + "`, the left side of `" +
                         to_string(part, Syntax::Model) + "`, never holds where the property is evaluated");
    }
  }
  // The atoms of a valid invariant may be true everywhere; that is not vacuous.
  const bool invariant = formula.is(Op::Globally) && Propositional::is(formula[0]);
  if (warnings.empty() && letters.size() == 1 && !atoms.empty() && !invariant) {
    warnings.push_back("vacuous: no atom of the formula changes its value where the property is evaluated");
  }
  return warnings;
}

bool holds_of_every_finite_word(Formula formula, const ConstructionLimits& limits) {
  constexpr std::size_t kMostAtoms = 12;
  constexpr std::uint32_t kMostStates = 128;
  if (atoms(formula).size() > kMostAtoms) return false;
  const auto valid = bounded([&] {
    const auto space = std::make_shared<AtomSpace>(limits);
    const Expected<Automaton> automaton = derivative_automaton(formula, space, {.max_states = kMostStates});
    if (!automaton || automaton->initials().empty()) return false;
    for (Automaton::State state = 0; state < automaton->state_count(); ++state) {
      Bdd read = kBddFalse;
      for (const Automaton::Edge& edge : automaton->edges(state)) {
        if (!automaton->accepts_end(edge.destination)) return false;
        read = space->bdds.disjoin(read, edge.label);
      }
      if (read != kBddTrue) return false;
    }
    return true;
  });
  return valid && *valid;
}

}  // namespace weir
