// SPDX-License-Identifier: Apache-2.0
// Random DVE specifications that use the whole language, with questions about them.
#pragma once

#include "support/differential/language.h"

namespace weir::test {

Material dve_material(std::uint64_t seed, std::size_t cases);

}  // namespace weir::test
