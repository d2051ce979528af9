// SPDX-License-Identifier: Apache-2.0
// Writes a formula about a net as a property file of the Model Checking Contest.
#pragma once

#include <string>

#include "support/grammar/tree.h"

namespace weir::test {

/// A file with the formula as its only property. The formula may contain only operators that such files support.
std::string contest_file(const Node& formula);

}  // namespace weir::test
