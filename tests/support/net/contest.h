// SPDX-License-Identifier: Apache-2.0
// A formula about a net as the property files of the Model Checking Contest write it.
#pragma once

#include <string>

#include "support/grammar/tree.h"

namespace weir::test {

/// A file with the formula as its only property. The formula has operators that such files know.
std::string contest_file(const Node& formula);

}  // namespace weir::test
