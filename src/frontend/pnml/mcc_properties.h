// SPDX-License-Identifier: Apache-2.0
// Property files of the Model Checking Contest (LTLCardinality.xml, LTLFireability.xml): every <property> becomes a
// named formula whose atoms are written as docs/pnml.md says, so that they read the same in reports as on the command
// line.
#pragma once

#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/source_text.h"
#include "formula/formula.h"

namespace weir::pnml {

struct NamedFormula {
  std::string id;
  Formula formula;
};

Expected<std::vector<NamedFormula>> parse_mcc_properties(const SourceText& source);

}  // namespace weir::pnml
