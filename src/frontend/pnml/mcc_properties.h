// SPDX-License-Identifier: Apache-2.0
// Property files of the Model Checking Contest (LTLCardinality.xml, LTLFireability.xml). Every <property> becomes a
// named formula whose atoms use the syntax of docs/pnml.md, so that reports show what the command line accepts.
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
