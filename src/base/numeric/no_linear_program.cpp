// SPDX-License-Identifier: Apache-2.0
// For builds without CLP.
#include "base/numeric/linear_program.h"

namespace weir {

struct LinearProgram::Solver {};

LinearProgram::LinearProgram(std::span<const double>, std::span<const std::vector<Entry>>) {}
LinearProgram::~LinearProgram() = default;
bool LinearProgram::available() { return false; }
void LinearProgram::add_column(const Column&) {}
void LinearProgram::remove_columns(std::size_t, std::size_t) {}
std::optional<LinearProgram::Solution> LinearProgram::minimise(double) { return std::nullopt; }

}  // namespace weir
