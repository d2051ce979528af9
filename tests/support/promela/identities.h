// SPDX-License-Identifier: Apache-2.0
// Processes that use their numbers as identities: they take turns, raise flags of their own, send their number. Most of
// what they do treats all of them alike, so that a symmetry can be declared; the rest of the program may not.
#pragma once

#include <vector>

#include "support/promela/expressions.h"

namespace weir::test {

/// Globals for `count` such processes of type P0.
std::vector<Node> identity_globals(Environment& environment, int count);
/// A statement of one of them.
Node identity_statement(Draw& draw, Expressions& expressions, const Environment& environment);

}  // namespace weir::test
