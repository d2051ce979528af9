// SPDX-License-Identifier: Apache-2.0
// HOA v1 to Automaton. State-based acceptance becomes marks on all edges that leave the state, state labels become edge
// labels, Fin(!m) and Inf(!m) become marks of their own. States keep their order; numbers that no `State:` defines are
// dropped. Alternation (a conjunction of states) is refused, more than 64 acceptance sets are, and `properties:` that
// the automaton does not have are.
#pragma once

#include <vector>

#include "automaton/automaton.h"
#include "base/text/hoa_syntax.h"
#include "base/text/source_text.h"

namespace weir {

/// All automata of a text, over one space. With Words::Finite the format of finite automata is expected:
/// `Acceptance: 1 Inf(0)`, and {0} on the states in which a word may end.
Expected<std::vector<Automaton>> read_hoa(const SourceText& text, const AtomSpacePtr& space,
                                          Words words = Words::Infinite);
/// One parsed automaton; `text` is where it was parsed from (for messages).
Expected<Automaton> automaton_of_hoa(const HoaDocument& document, const SourceText& text, const AtomSpacePtr& space,
                                     Words words = Words::Infinite);

}  // namespace weir
