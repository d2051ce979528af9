// SPDX-License-Identifier: Apache-2.0
// For builds without CLP.
#include "base/numeric/linear_program.h"

namespace weir {

struct LinearProgram::Solver {};

LinearProgram::LinearProgram(std::span<const double>, std::span<const std::vector<Entry>>) {}
LinearProgram::~LinearProgram() = default;
bool LinearProgram::available() { return false; }
void LinearProgram::set_bounds(std::uint32_t, double, double) {}
void LinearProgram::set_cost(std::uint32_t, double) {}
std::optional<std::vector<double>> LinearProgram::minimise(double) { return std::nullopt; }

}  // namespace weir
