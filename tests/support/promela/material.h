// SPDX-License-Identifier: Apache-2.0
// Random Promela programs with questions about their declarations.
#pragma once

#include "support/differential/question.h"
#include "support/promela/generate.h"

namespace weir::test {

std::vector<Case> promela_cases(Draw& draw, const GeneratedProgram& program, std::size_t count);
Material promela_material(std::uint64_t seed, std::size_t cases);

}  // namespace weir::test
