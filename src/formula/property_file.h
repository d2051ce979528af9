// SPDX-License-Identifier: Apache-2.0
// Files of named formulas (.ltl), for check, trace and translate:
//
//     # requests are answered
//     response: G (req -> F ack)      // a comment
//     G !error
//
// A name is followed by ':' and a blank. A formula without one is called p1, p2, ... after its place in the file. A
// formula ends with its line, unless a parenthesis is open.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/source_text.h"
#include "formula/parser.h"

namespace weir {

struct NamedFormula {
  std::string name;
  bool named = false;  ///< the file says the name
  std::string text;    ///< as written, without comments
  Formula formula;
  std::uint32_t line = 0;             ///< where it starts
  std::vector<AtomPlace> atoms = {};  ///< in the file
};

/// Reports every formula that is wrong, not only the first; and names given twice.
Expected<std::vector<NamedFormula>> read_property_file(const SourceText& source, const ParseOptions& options = {});

}  // namespace weir
