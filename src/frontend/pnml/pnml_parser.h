// SPDX-License-Identifier: Apache-2.0
// Reads PNML (ISO/IEC 15909-2): P/T nets and symmetric (coloured) nets, which are unfolded. Pages are flattened,
// reference nodes are resolved, parallel arcs are summed. Other features (inhibitor or reset arcs, other net types) are
// rejected, never ignored.
#pragma once

#include <weir/diagnostic.h>

#include "base/text/source_text.h"
#include "frontend/pnml/net.h"

namespace weir::pnml {

Expected<Net> parse_pnml(const SourceText& source);

}  // namespace weir::pnml
