// SPDX-License-Identifier: Apache-2.0
// Reads a symmetric net from PNML: the sorts, variables and terms of ISO/IEC 15909-2 that the Model Checking Contest
// uses. Anything else is an error that names the element.
#pragma once

#include <pugixml.hpp>

#include "frontend/pnml/coloured_net.h"
#include "frontend/pnml/net_skeleton.h"

namespace weir::pnml {

/// The result is meaningful only if no problems were added.
ColouredNet read_coloured_net(pugi::xml_node net, Problems& problems);

}  // namespace weir::pnml
