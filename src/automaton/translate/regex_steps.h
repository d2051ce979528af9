// SPDX-License-Identifier: Apache-2.0
// Symbolic derivatives of regular expressions (partial derivatives: Antimirov, "Partial derivatives of regular
// expressions and finite automaton constructions", TCS 1996): the letters with which a word of r may start, as
// functions, and what may follow each.
//
//     {a; b[*]}   has the step   a -> b[*]
#pragma once

#include <functional>
#include <unordered_map>
#include <vector>

#include "automaton/bdd.h"
#include "formula/regex.h"

namespace weir {

class RegexSteps {
 public:
  struct Step {
    Bdd label;
    Regex next;
  };

  /// `label_of` gives the function of a letter of an expression.
  RegexSteps(BddManager& bdds, std::function<Bdd(Formula)> label_of) : bdds_(bdds), label_of_(std::move(label_of)) {}

  /// Steps with satisfiable labels to expressions that accept some word. Labels may overlap.
  const std::vector<Step>& steps(Regex r);
  /// Returns whether some word is in r.
  bool lives(Regex r);

 private:
  const std::vector<Step>& all_steps(Regex r);
  std::vector<Step> compute(Regex r);
  std::vector<Step> joint(const std::vector<Step>& left, const std::vector<Step>& right,
                          const std::function<Regex(Regex, Regex)>& join);
  std::vector<Step> deterministic(const std::vector<Step>& steps);

  BddManager& bdds_;
  std::function<Bdd(Formula)> label_of_;
  std::unordered_map<Regex, std::vector<Step>> all_, living_;
  std::unordered_map<Regex, bool> lives_;
};

}  // namespace weir
