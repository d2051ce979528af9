// SPDX-License-Identifier: Apache-2.0
// Writes uses of named patterns: as formulas, and in English.
#pragma once

#include <string>

#include "formula/patterns/expand.h"

namespace weir {

/// The pattern as a user writes it: `response(a, b) after(q)`.
std::string to_string(const PatternUse& use);
std::string in_english(const PatternUse& use);

}  // namespace weir
