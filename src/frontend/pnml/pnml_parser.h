// SPDX-License-Identifier: Apache-2.0
// Reads PNML (ISO/IEC 15909-2, core model and ptnet type). Pages are flattened, reference nodes are resolved, parallel
// arcs are summed. Features beyond P/T nets (inhibitor or reset arcs, colours) are rejected, never ignored.
#pragma once

#include <weir/diagnostic.h>

#include "base/text/source_text.h"
#include "frontend/pnml/net.h"

namespace weir::pnml {

Expected<Net> parse_pnml(const SourceText& source);

}  // namespace weir::pnml
