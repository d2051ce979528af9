// SPDX-License-Identifier: Apache-2.0
// Converts HOA v1 to Automaton. State-based acceptance becomes marks on all outgoing edges of the state, state labels
// become edge labels, and Fin(!m) and Inf(!m) become marks of their own. States keep their order; numbers that no
// `State:` defines are dropped. Rejected are alternation (a conjunction of states), more than 64 acceptance sets, and
// `properties:` that the automaton does not have.
#pragma once

#include <vector>

#include "automaton/automaton.h"
#include "base/text/hoa_syntax.h"
#include "base/text/source_text.h"

namespace weir {

/// Reads all automata of a text into one space. With Words::Finite, expects the format of finite automata: `Acceptance:
/// 1 Inf(0)`, with {0} on the states in which a word may end.
Expected<std::vector<Automaton>> read_hoa(const SourceText& text, const AtomSpacePtr& space,
                                          Words words = Words::Infinite);
/// Converts one parsed automaton; `text` is its source, for messages.
Expected<Automaton> automaton_of_hoa(const HoaDocument& document, const SourceText& text, const AtomSpacePtr& space,
                                     Words words = Words::Infinite);

}  // namespace weir
