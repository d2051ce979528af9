// SPDX-License-Identifier: Apache-2.0
// Delta debugging on trees (after Misherghi & Su, "HDD", ICSE 2006): children of lists are left out, statements give
// way to what they contain, expressions and formulas to their operands or a constant, numbers to smaller ones,
// productions to simpler ones. Every candidate is a tree of the grammar; whether it is also a valid program is the
// caller's to find out.
#pragma once

#include <cstddef>
#include <functional>

#include "support/grammar/tree.h"

namespace weir::test {

/// The smallest tree found for which `fails` is true, which it must be for `tree`. `tests`: at most so many calls.
Node shrink(Node tree, const std::function<bool(const Node&)>& fails, std::size_t tests = 5000);

}  // namespace weir::test
