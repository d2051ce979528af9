// SPDX-License-Identifier: Apache-2.0
// Lets GoogleTest print formulas as text.
#pragma once

#include <ostream>

#include "formula/printer.h"

namespace weir {
inline void PrintTo(Formula f, std::ostream* out) { *out << to_string(f); }
}  // namespace weir
