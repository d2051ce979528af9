// SPDX-License-Identifier: Apache-2.0
// Atoms are looked up before anything is searched, so that one that the model does not know is reported at once, and
// where it stands: in an option, a file of formulas, an automaton.
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

  /// What the system says of atoms that it does not know or that are mistakes, each once, as diagnostics about
  /// `source`. Empty: all is well.
  Diagnostics problems(const SourceText& source, const std::vector<AtomPlace>& places);
  /// The same where only the file is known; `user` is what mentions the atoms, e.g. "property 'p0'".
  Diagnostics problems(const std::string& file, const std::string& user, const std::vector<std::string>& atoms);

  /// Parses a formula about the system. `option` names the text in diagnostics.
  Expected<Formula> parse(const std::string& text, const std::string& option);

  /// What is odd about the atoms asked so far.
  const Diagnostics& warnings() const { return warnings_; }

 private:
  Diagnostics ask(const std::string& atom);

  TransitionSystem& system_;
  Diagnostics warnings_;
};

}  // namespace weir
