// SPDX-License-Identifier: Apache-2.0
// Delta debugging on trees (after Misherghi & Su, "HDD", ICSE 2006): drops children of lists, replaces statements by
// their content, expressions and formulas by their operands or a constant, numbers by smaller ones, and productions by
// simpler ones. Every candidate is a tree of the grammar; the caller decides whether it is also a valid program.
#pragma once

#include <cstddef>
#include <functional>

#include "support/grammar/tree.h"

namespace weir::test {

/// The smallest tree found for which `fails` is true, as it must be for `tree`. Calls it at most `tests` times.
Node shrink(Node tree, const std::function<bool(const Node&)>& fails, std::size_t tests = 5000);

}  // namespace weir::test
