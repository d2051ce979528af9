// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/program.h"

namespace weir {

/// Places static channels, marks transitions that resize the state, and sets flags. Requires that
/// `header_bytes` is set.
void finish_program(Program& program);

}  // namespace weir
