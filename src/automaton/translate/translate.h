// SPDX-License-Identifier: Apache-2.0
// From a formula to a small automaton: which construction, what is simplified before and after.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/automaton.h"
#include "formula/formula.h"
#include "formula/rewrite.h"

namespace weir {

enum class Translator : std::uint8_t { Couvreur, Derivative, Closure };

struct TranslationOptions {
  /// Infinite words: couvreur.h or closure.h. Finite words: derivative.h.
  Translator translator = Translator::Couvreur;
  /// None: the construction as it stands in the paper. Low: formula simplified, useless states and marks removed.
  /// High: also what costs more: simulations, minimisation of obligations, the smaller of several ways.
  SimplifyLevel simplify = SimplifyLevel::High;
  /// Letters are mutually exclusive events; empty: atoms are free.
  std::vector<std::string> alphabet = {};
  bool name_states = false;  ///< after formulas
  /// Couvreur's construction gives up beyond these: for who would rather do without the whole automaton.
  std::uint32_t max_states = 1U << 20;
  std::uint64_t max_letter_classes = ~std::uint64_t{0};
};

/// Accepts exactly the infinite words that satisfy `f`; transition-based generalised Büchi, one initial state.
Expected<Automaton> infinite_automaton(Formula f, const AtomSpacePtr& space, const TranslationOptions& options = {});
/// Accepts exactly the finite words that satisfy `f`; deterministic, without sink.
Expected<Automaton> finite_automaton(Formula f, const AtomSpacePtr& space, const TranslationOptions& options = {});

}  // namespace weir
