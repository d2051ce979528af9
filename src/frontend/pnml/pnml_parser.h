// SPDX-License-Identifier: Apache-2.0
// PNML to Net: ISO/IEC 15909-2, core model and ptnet type. Pages are flattened, reference nodes replaced by what they
// refer to, parallel arcs added up. What a P/T net has not (inhibitor or reset arcs, colours) is refused, never
// ignored.
#pragma once

#include <weir/diagnostic.h>

#include "base/text/source_text.h"
#include "frontend/pnml/net.h"

namespace weir::pnml {

Expected<Net> parse_pnml(const SourceText& source);

}  // namespace weir::pnml
