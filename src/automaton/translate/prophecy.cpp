// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/prophecy.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "formula/printer.h"

namespace weir {

namespace {

/// An atom that is named after the operand and not used in the formula.
Formula guess_of(Formula operand, const std::vector<std::string>& taken) {
  constexpr std::size_t kMostShown = 60;
  std::string name =
      operand.size() > kMostShown ? "guess " + std::to_string(operand.id()) : "guess of " + to_string(operand);
  while (std::find(taken.begin(), taken.end(), name) != taken.end()) name += "'";
  return Formula::atom(std::move(name));
}

}  // namespace

Prophecy with_prophecies(Formula f) {
  Prophecy result{f, {}};
  const std::vector<std::string> taken = atoms(f);
  std::vector<Formula> parts;
  std::unordered_map<Formula, Formula> done;
  for (const Formula g : subformulas(f)) {
    std::vector<Formula> operands;
    for (Formula operand : g.operands()) {
      operand = done.at(operand);
      if (is_past(g.op()) && !operand.about_past()) {
        const Formula guess = guess_of(operand, taken);
        if (std::find(result.guesses.begin(), result.guesses.end(), guess) == result.guesses.end()) {
          result.guesses.push_back(guess);
          parts.push_back(Formula::unary(Op::Globally, (!guess) | operand));
        }
        operand = guess;
      }
      operands.push_back(operand);
    }
    done.emplace(g, rebuilt(g, std::move(operands)));
  }
  parts.push_back(done.at(f));
  result.formula = Formula::nary(Op::And, std::move(parts));
  return result;
}

}  // namespace weir
