// SPDX-License-Identifier: Apache-2.0
// Broken texts: a program whose tree was changed in a few places. The front-end must reject them with a message or
// accept them.
#pragma once

#include "support/grammar/draw.h"
#include "support/grammar/tree.h"

namespace weir::test {

Node broken(Draw& draw, Node program);

}  // namespace weir::test
