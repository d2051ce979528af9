// SPDX-License-Identifier: Apache-2.0
// Any bytes as a property file of the contest: the result is a diagnostic, or formulas that can be printed and parsed.
#pragma once

#include <string>
#include <string_view>

#include "base/assert.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "frontend/pnml/mcc_properties.h"

namespace weir::fuzz {

inline void mcc_properties(std::string_view input) {
  const auto properties = weir::pnml::parse_mcc_properties(SourceText("fuzz.xml", std::string(input)));
  if (!properties) return;
  for (const auto& property : *properties) {
    if (property.formula.size() > 10000) continue;
    const auto parsed = parse_formula(to_string(property.formula));
    WEIR_ASSERT(parsed.has_value() && *parsed == property.formula, "what is printed is read back");
  }
}

}  // namespace weir::fuzz
