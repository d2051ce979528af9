// SPDX-License-Identifier: Apache-2.0
// Formulas in English, and why one fails on a given word: one sentence, and a small tree of the subformulas that decide
// it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "formula/formula.h"
#include "formula/rewrite.h"
#include "formula/timeline.h"

namespace weir {

/// "whenever req holds, ack holds at the same or some later moment". Very large formulas are only written as formulas.
std::string in_english(Formula f, Semantics semantics = Semantics::Infinite);

/// Why `formula` has this value at this position: the positions of operands that decide it. Steps are numbered from
/// `first_step` of ExplainOptions; a position of the cycle stands for every time round.
struct Explanation {
  Formula formula;
  std::size_t position = 0;
  bool value = false;
  std::string text;  ///< "at step 4: F ack is false: ack never holds from here on"
  std::vector<Explanation> causes;
};

struct ExplainOptions {
  std::size_t first_step = 1;  ///< number of position 0 in texts
  std::size_t max_depth = 12;  ///< of the tree
  std::size_t max_causes = 4;  ///< of one node
};

/// One sentence: "G (req -> F ack) fails: at step 4 req holds, and ack never holds afterwards". If the formula holds on
/// the word, the sentence says so.
std::string explain_failure(const Timeline& timeline, const ExplainOptions& options = {});

/// The same as a tree, for the formula at position 0.
Explanation explain_tree(const Timeline& timeline, const ExplainOptions& options = {});

/// The tree as lines, indented by two blanks a level.
std::string to_string(const Explanation& explanation);

}  // namespace weir
