// SPDX-License-Identifier: Apache-2.0
// Shapes that random productions rarely form: long and endless sequences, large channels, many processes, and programs
// that exceed a limit.
#pragma once

#include <vector>

#include "support/promela/expressions.h"

namespace weir::test {

/// An atomic sequence of tens or hundreds of links, with one or several alternatives each.
Node long_atomic(Draw& draw, Expressions& expressions);
/// A variable takes a value, and another one in the sequence that follows: the first is seen in between, if at all.
Node passing_value(Draw& draw, Expressions& expressions);
/// An atomic sequence or d_step that may be endless.
Node endless_atomic(Draw& draw, Expressions& expressions);
/// A loop that counts and sometimes continues with `beside`: its cycles are long if the counter is part of the state.
Node long_cycle(Draw& draw, Expressions& expressions, Node beside);
/// More control states than a byte can number.
Node long_body(Draw& draw, Expressions& expressions);
/// Fills a channel of more than 255 messages in one step, if there is one.
Node fill_large_channel(Draw& draw, Expressions& expressions);

/// More than 64 processes of one small type, which move one after the other.
std::vector<Node> many_processes(Draw& draw, Environment& environment);
/// An unbounded number of processes or channels, or a state that is too large.
std::vector<Node> beyond_limits(Draw& draw, Environment& environment);

}  // namespace weir::test
