// SPDX-License-Identifier: Apache-2.0
// Renders formulas in English, and explains in a sentence why a formula fails on a word.
#pragma once

#include <cstddef>
#include <string>

#include "base/stop_flag.h"
#include "formula/formula.h"
#include "formula/rewrite.h"
#include "formula/timeline.h"

namespace weir {

/// E.g. "whenever req holds, ack holds at the same or some later moment". Very large formulas are printed as formulas.
std::string in_english(Formula f, Semantics semantics = Semantics::Infinite);

struct ExplainOptions {
  std::size_t first_step = 1;      ///< number of position 0 in output
  std::size_t max_depth = 12;      ///< of nested reasons
  std::size_t max_causes = 4;      ///< of one subformula
  const StopFlag* stop = nullptr;  ///< once raised, no more reasons are given
};

/// Returns one sentence, e.g. "G (req -> F ack) fails: at step 4 req holds, and ack never holds afterwards". If the
/// formula holds on the word, the sentence says so.
std::string explain_failure(const Timeline& timeline, const ExplainOptions& options = {});

}  // namespace weir
