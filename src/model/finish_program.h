// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/program.h"

namespace weir {

/// Places static channels, derives what each transition touches from its code, and sets flags. `header_bytes` must be
/// set before.
void finish_program(Program& program);

}  // namespace weir
