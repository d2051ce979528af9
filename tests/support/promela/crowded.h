// SPDX-License-Identifier: Apache-2.0
// Small random Promela programs whose processes get in each other's way: two or three short processes, two variables,
// an array and three channels for all of them. The generator of the whole language (generate.h) seldom writes these.
#pragma once

#include <cstdint>
#include <string>

namespace weir::test {

std::string crowded_program(std::uint64_t seed);

}  // namespace weir::test
