// SPDX-License-Identifier: Apache-2.0
// Which processes are interchangeable, as the user declares it.
#pragma once

#include <string>
#include <vector>

#include <weir/diagnostic.h>

namespace weir {

/// The user's declaration: `P`, `P(id)`, `P_*: flag[], turn, P_*.peer`.
struct SymmetryDeclaration {
  std::vector<std::string> processes;  ///< names of types; `*` matches anything
  std::string parameter = {};          ///< holds the identity; empty: it is _pid, or the position in the list
  struct Variable {
    std::string process = {};  ///< process type; empty: global
    std::string name = {};
    bool indices = false;  ///< its indices are identities, not its values
  };
  std::vector<Variable> variables = {};
};
Expected<SymmetryDeclaration> parse_symmetry(const std::string& text);
/// Whether a name of a process fits one of the declaration.
bool matches(const std::string& pattern, const std::string& name);

}  // namespace weir
