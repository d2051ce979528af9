// SPDX-License-Identifier: Apache-2.0
// Resolves atoms before the search, so that unknown atoms are reported at once with their location: in an option, a
// file of formulas, an automaton.
#pragma once

#include <string>
#include <vector>

#include <weir/transition_system.h>

#include "base/text/source_text.h"
#include "formula/parser.h"

namespace weir {

class AtomCheck {
 public:
  explicit AtomCheck(TransitionSystem& system) : system_(system) {}

  /// Diagnostics about unknown or wrong atoms, each once, with positions in `source`. Empty if there are none.
  Diagnostics problems(const SourceText& source, const std::vector<AtomPlace>& places);
  /// The same if only the file is known; `user` is what mentions the atoms, e.g. "property 'p0'".
  Diagnostics problems(const std::string& file, const std::string& user, const std::vector<std::string>& atoms);

  /// Parses a formula about the system. `option` names the text in diagnostics; `written` receives its atoms, each
  /// once.
  Expected<Formula> parse(const std::string& text, const std::string& option,
                          std::vector<std::string>* written = nullptr);

  /// For formulas about the system.
  ParseOptions syntax() const;

  /// Warnings about the atoms resolved so far.
  const Diagnostics& warnings() const { return warnings_; }

 private:
  Diagnostics ask(const std::string& atom);

  TransitionSystem& system_;
  Diagnostics warnings_;
};

}  // namespace weir
