// SPDX-License-Identifier: Apache-2.0
// Texts with something wrong in them: a program whose tree was disturbed in one place or a few. The front-end must
// refuse them with a message, or take them for what they are.
#pragma once

#include "support/grammar/draw.h"
#include "support/grammar/tree.h"

namespace weir::test {

Node broken(Draw& draw, Node program);

}  // namespace weir::test
