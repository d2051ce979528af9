// SPDX-License-Identifier: Apache-2.0
// Expands a use of a named pattern to its formula. Arguments are arbitrary formulas, which are put in as they are:
// a scope limits the pattern, not its arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formula/formula.h"
#include "formula/patterns/named_pattern.h"

namespace weir {

/// Parses the text of a template. It is passed in, because the parser of formulas uses this file.
using ReadTemplate = Formula (*)(const char* text);

/// `response(a, b) after(q)`
struct PatternUse {
  const NamedPattern* row = nullptr;
  std::uint64_t number = 1;
  std::vector<Formula> arguments = {};
  const PatternScope* scope = nullptr;  ///< null: globally
  std::vector<Formula> scope_arguments = {};
};

/// Returns whether the pattern may have a scope other than `globally`: it must not look at the past, nor be about the
/// first position only.
bool can_be_limited(const NamedPattern& row, ReadTemplate read);

/// Returns nothing if the formula would have more than `most_nodes` nodes.
std::optional<Formula> expand(const PatternUse& use, std::size_t most_nodes, ReadTemplate read);

/// The values of the parameters by name; of a list, by list_name().
std::map<std::string, Formula, std::less<>> arguments_of(const PatternUse& use);
/// The name that stands for formula `i` of a list.
std::string list_name(std::size_t i);

/// The use with the names of the parameters as arguments, 2 as the number, and a, b, c as the list.
PatternUse sample_use(const NamedPattern& row, const PatternScope* scope = nullptr);

/// `f` on the stretch from here to before the next r, as on a finite word: positions from r on do not exist. An empty
/// stretch satisfies G and W, but not F and U. `f` has no past operators.
Formula relative_to_stretch(Formula f, Formula r);

}  // namespace weir
