// SPDX-License-Identifier: Apache-2.0
#include "automaton/translate/prophecy.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace weir {

Prophecy with_prophecies(Formula f) {
  Prophecy result{f, {}};
  std::vector<Formula> parts;
  std::unordered_map<Formula, Formula> done;
  for (const Formula g : subformulas(f)) {
    std::vector<Formula> operands;
    for (Formula operand : g.operands()) {
      operand = done.at(operand);
      if (is_past(g.op()) && !operand.about_past()) {
        // A control character: no atom of a user is written like this.
        const Formula guess = Formula::atom("\x01guess " + std::to_string(operand.id()));
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
