// SPDX-License-Identifier: Apache-2.0
// Atoms are looked up before anything is searched, so that one that the model does not know is reported at once, and
// where it stands: in an option, a file of formulas, an automaton.
#pragma once

#include <string>
#include <vector>

#include <weir/transition_system.h>

#include "base/source_text.h"
#include "formula/parser.h"

namespace weir {

/// What the system says of the atoms it does not know, each once, as diagnostics about `source`. Empty: it knows all.
Diagnostics unknown_atoms(TransitionSystem& system, const SourceText& source, const std::vector<AtomPlace>& places);
/// The same where only the file is known; `user` is what mentions the atoms, e.g. "property 'p0'".
Diagnostics unknown_atoms(TransitionSystem& system, const std::string& file, const std::string& user,
                          const std::vector<std::string>& atoms);

/// Parses a formula about the system. `option` names the text in diagnostics.
Expected<Formula> parse_formula_about(TransitionSystem& system, const std::string& text, const std::string& option);

}  // namespace weir
