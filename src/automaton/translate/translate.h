// SPDX-License-Identifier: Apache-2.0
// Translates formulas to small automata: selects the construction and the simplifications before and after it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/options.h>

#include "automaton/automaton.h"
#include "formula/formula.h"
#include "formula/rewrite.h"

namespace weir {

struct TranslationOptions {
  /// Infinite words: couvreur.h, or closure.h for Closure. Finite words: derivative.h.
  Translator translator = Translator::Auto;
  /// None: the construction as published. Low: simplified formula, useless states and marks removed. High: also
  /// simulations, minimisation of obligations, and the smallest result of several methods.
  SimplifyLevel simplify = SimplifyLevel::High;
  /// Mutually exclusive events; empty: atoms are independent.
  std::vector<std::string> alphabet = {};
  bool name_states = false;  ///< by formulas
  /// Size limits of Couvreur's construction. Callers that can work without the complete automaton lower them.
  std::uint32_t max_states = 1U << 20;
  std::uint64_t max_letter_classes = ~std::uint64_t{0};
};

/// Accepts exactly the infinite words that satisfy `f`; transition-based generalised Büchi with one initial state.
Expected<Automaton> infinite_automaton(Formula f, const AtomSpacePtr& space, const TranslationOptions& options = {});
/// Accepts exactly the finite words that satisfy `f`; deterministic, without sink.
Expected<Automaton> finite_automaton(Formula f, const AtomSpacePtr& space, const TranslationOptions& options = {});

}  // namespace weir
