// SPDX-License-Identifier: Apache-2.0
// Files of named formulas (.ltl), used by check, trace and translate:
//
//     # requests are answered
//     response: G (req -> F ack)      // a comment
//     G !error
//
// A name is followed by ':' and a blank. Formulas without a name are called p1, p2, ... by position in the file. A
// formula ends with its line unless a parenthesis is open.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/source_text.h"
#include "formula/parser.h"
#include "formula/quantified_formula.h"

namespace weir {

struct NamedFormula {
  std::string name;
  bool named = false;  ///< whether the file gives the name
  std::string text;    ///< source text without comments
  Formula formula;
  std::uint32_t line = 0;             ///< line where it starts
  std::size_t offset = 0;             ///< of the name, or else the formula, in the file
  std::size_t length = 0;             ///< with the name
  std::vector<AtomPlace> atoms = {};  ///< in the file
  std::optional<Quantifier> quantifier = {};
};

/// Reports every invalid formula, not only the first, and duplicate names.
/// The formulas that could be read; errors are appended to `errors`.
std::vector<NamedFormula> read_formulas(const SourceText& source, const ParseOptions& options, Diagnostics& errors);
Expected<std::vector<NamedFormula>> read_property_file(const SourceText& source, const ParseOptions& options = {});

}  // namespace weir
