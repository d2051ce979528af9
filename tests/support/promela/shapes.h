// SPDX-License-Identifier: Apache-2.0
// Shapes that single productions would hardly ever add up to: long and endless sequences, large channels, many
// processes, and what exceeds a limit.
#pragma once

#include <vector>

#include "support/promela/expressions.h"

namespace weir::test {

/// An atomic sequence of tens or hundreds of links, with one or several alternatives each.
Node long_atomic(Draw& draw, Expressions& expressions);
/// An atomic sequence or d_step that need not end.
Node endless_atomic(Draw& draw, Expressions& expressions);
/// A loop that counts and goes on with `beside` now and then: its cycles are long if the counter is part of the state.
Node long_cycle(Draw& draw, Expressions& expressions, Node beside);
/// More control states than a byte can number.
Node long_body(Draw& draw, Expressions& expressions);
/// Fills a channel of more than 255 places in one step, where there is one.
Node fill_large_channel(Draw& draw, Expressions& expressions);

/// More than 64 processes of one small type, which move one after the other.
std::vector<Node> many_processes(Draw& draw, Environment& environment);
/// Processes or channels without end, or a state that is too large.
std::vector<Node> beyond_limits(Draw& draw, Environment& environment);

}  // namespace weir::test
