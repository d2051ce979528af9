// SPDX-License-Identifier: Apache-2.0
// Canonical text of Promela expressions and statements, as shown in counterexamples: `wants[0] = true`, `ch!MSG,3`.
#pragma once

#include <string>

#include "frontend/promela/ast.h"

namespace weir::promela {

std::string to_string(const Expression& expression);
/// One line. Compound statements are shown by their keyword (`if`, `do`, `atomic`).
std::string to_string(const Statement& statement);
std::string to_string(const Type& type);

}  // namespace weir::promela
