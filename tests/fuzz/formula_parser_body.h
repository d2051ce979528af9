// SPDX-License-Identifier: Apache-2.0
// Any bytes as a formula: the result is a formula or a diagnostic with a position. A printed formula parses to the same
// formula. Small formulas are simplified, and simplifying again changes nothing.
#pragma once

#include <string>
#include <string_view>

#include "base/assert.h"
#include "base/text/source_text.h"
#include "formula/explain.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "formula/property_file.h"
#include "formula/rewrite.h"

namespace weir::fuzz {

inline void formula_parser(std::string_view input) {
  for (const bool model_atoms : {false, true}) {
    const auto f = parse_formula(input, {model_atoms});
    if (!f) {
      WEIR_ASSERT(!f.error().empty() && f.error().front().line > 0, "a refusal has a message and a place");
      continue;
    }
    if (f->size() > 20'000) continue;
    const std::string text = to_string(*f);
    const auto again = parse_formula(text, {model_atoms});
    WEIR_ASSERT(again.has_value() && *again == *f, "what is printed is read back");
    for (const Syntax syntax : {Syntax::Spin, Syntax::Spot, Syntax::Latex}) to_string(*f, syntax);
    if (f->size() > 40) continue;
    in_english(*f);
    for (const Semantics semantics : {Semantics::Infinite, Semantics::Finite}) {
      const Formula g = simplify(*f, semantics);
      WEIR_ASSERT(simplify(g, semantics) == g, "simplifying ends at a fixpoint");
    }
  }
  const auto properties = read_property_file(SourceText("fuzz.ltl", std::string(input)));
  WEIR_ASSERT(properties.has_value() || !properties.error().empty(), "a refusal has a message");
}

}  // namespace weir::fuzz
