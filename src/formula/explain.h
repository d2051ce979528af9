// SPDX-License-Identifier: Apache-2.0
// Renders formulas in English, and explains in a sentence why a formula fails on a word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "base/stop_flag.h"
#include "formula/formula.h"
#include "formula/printer.h"
#include "formula/rewrite.h"
#include "formula/timeline.h"

namespace weir {

/// E.g. "whenever req holds, ack holds at the same or some later moment". Of very large formulas, only the size.
std::string in_english(Formula f, Semantics semantics = Semantics::Infinite);

/// What the letters of a word belong to: letter i, from 0, to step i + 1, or to the state after i steps.
enum class Letters : std::uint8_t { Steps, States };
/// `at step 3`; of states: `after step 3`, `at the start`.
std::string place_of_letter(std::size_t i, Letters letters);

struct ExplainOptions {
  Letters letters = Letters::Steps;
  Syntax syntax = Syntax::Weir;
  std::function<std::string(std::size_t)> name = {};  ///< of a position, instead of its step: `event 3 (line 4)`
  bool open_end = false;           ///< the timeline is evaluate_open(): what has not happened may happen yet
  std::string shown_as = {};       ///< the text of the formula; empty: it is printed
  std::size_t max_depth = 12;      ///< of nested reasons
  std::size_t max_causes = 4;      ///< of one subformula
  const StopFlag* stop = nullptr;  ///< once raised, no more reasons are given
};

/// Returns one sentence, e.g. "G (req -> F ack) fails: at step 4 req holds, and ack never holds afterwards". If the
/// formula holds on the word, the sentence says so.
std::string explain_failure(const Timeline& timeline, const ExplainOptions& options = {});

}  // namespace weir
