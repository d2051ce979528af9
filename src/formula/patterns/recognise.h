// SPDX-License-Identifier: Apache-2.0
// Finds the named pattern that a formula is a use of, for `weir explain`.
#pragma once

#include <optional>
#include <span>

#include "formula/patterns/expand.h"
#include "formula/rewrite.h"

namespace weir {

/// The simplest use of a pattern whose expansion, or a published formula of it, has the negation normal form of `f`,
/// with arguments without temporal operators; nothing if there is none, or if the formula is large.
std::optional<PatternUse> recognise(Formula f, Semantics semantics);

/// Dwyer's formulas for a pattern with a scope that differ from the expansion, but say the same.
struct PublishedFormula {
  const char* pattern;
  const char* scope;
  const char* formula;
};
std::span<const PublishedFormula> published_formulas();

}  // namespace weir
