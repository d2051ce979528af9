// SPDX-License-Identifier: Apache-2.0
// Reads Declare models (.decl), as written by Declare, RuM and MINERful, as named formulas for `weir trace`:
//
//     activity Pay
//     activity Ship
//     Response[Pay, Ship] | A.amount > 100 | |
//     Absence2[Pay]
//
// The name of a template is compared without case, blanks and hyphens. A condition on the activation or on the target
// is a conjunction of comparisons of one event's field with a value. Relations between two events, and times, are
// refused.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/source_text.h"
#include "formula/property_file.h"

namespace weir {

/// `warnings` receives what is ignored: declarations of data.
Expected<std::vector<NamedFormula>> read_declare_model(const SourceText& source, Diagnostics& warnings);

/// A Declare model if the name of the file ends with `.decl`, otherwise a file of formulas.
Expected<std::vector<NamedFormula>> read_trace_properties(const SourceText& source, const ParseOptions& options,
                                                          Diagnostics& warnings);

/// The template of a pattern in Declare's spelling: `Not Chain Succession`, `Absence3`; `number` is that of the
/// pattern.
std::string declare_template(std::string_view pattern, std::uint64_t number);

}  // namespace weir
