// SPDX-License-Identifier: Apache-2.0
// Renders formulas in English, and explains why a formula fails on a word: as one sentence, or as a small tree of the
// deciding subformulas.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "formula/formula.h"
#include "formula/rewrite.h"
#include "formula/timeline.h"

namespace weir {

/// E.g. "whenever req holds, ack holds at the same or some later moment". Very large formulas are printed as formulas.
std::string in_english(Formula f, Semantics semantics = Semantics::Infinite);

/// Explains why `formula` has this value at this position, by the positions of the deciding operands. Steps are
/// numbered from `first_step` of ExplainOptions; a position of the cycle stands for all its repetitions.
struct Explanation {
  Formula formula;
  std::size_t position = 0;
  bool value = false;
  std::string text;  ///< "at step 4: F ack is false: ack never holds from here on"
  std::vector<Explanation> causes;
};

struct ExplainOptions {
  std::size_t first_step = 1;  ///< number of position 0 in output
  std::size_t max_depth = 12;  ///< of the tree
  std::size_t max_causes = 4;  ///< of one node
};

/// Returns one sentence, e.g. "G (req -> F ack) fails: at step 4 req holds, and ack never holds afterwards". If the
/// formula holds on the word, the sentence says so.
std::string explain_failure(const Timeline& timeline, const ExplainOptions& options = {});

/// Returns the explanation as a tree, for the formula at position 0.
Explanation explain_tree(const Timeline& timeline, const ExplainOptions& options = {});

/// Prints the tree, indented by two blanks per level.
std::string to_string(const Explanation& explanation);

}  // namespace weir
