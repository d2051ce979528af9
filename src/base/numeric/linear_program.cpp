// SPDX-License-Identifier: Apache-2.0
#include "base/numeric/linear_program.h"

#include <coin/ClpSimplex.hpp>
#include <coin/CoinError.hpp>
#include <coin/CoinPackedMatrix.hpp>

namespace weir {

struct LinearProgram::Solver {
  ClpSimplex simplex;
};

LinearProgram::LinearProgram(std::span<const double> costs, std::span<const std::vector<Entry>> rows)
    : solver_(std::make_unique<Solver>()) {
  const auto columns = static_cast<int>(costs.size());
  const auto row_count = static_cast<int>(rows.size());
  std::vector<CoinBigIndex> starts{0};
  std::vector<int> indices;
  std::vector<double> factors;
  for (const std::vector<Entry>& row : rows) {
    for (const Entry& entry : row) {
      indices.push_back(static_cast<int>(entry.column));
      factors.push_back(entry.factor);
    }
    starts.push_back(static_cast<CoinBigIndex>(indices.size()));
  }
  const CoinPackedMatrix matrix(false, columns, row_count, static_cast<CoinBigIndex>(indices.size()), factors.data(),
                                indices.data(), starts.data(), nullptr);
  const std::vector<double> least(costs.size(), 0), most(costs.size(), COIN_DBL_MAX);
  const std::vector<double> row_least(rows.size(), -COIN_DBL_MAX), row_most(rows.size(), 0);
  ClpSimplex& simplex = solver_->simplex;
  simplex.setLogLevel(0);
  simplex.loadProblem(matrix, least.data(), most.data(), costs.data(), row_least.data(), row_most.data());
}

LinearProgram::~LinearProgram() = default;

bool LinearProgram::available() { return true; }

void LinearProgram::set_bounds(std::uint32_t column, double least, double most) {
  solver_->simplex.setColumnBounds(static_cast<int>(column), least, most >= kUnlimited ? COIN_DBL_MAX : most);
}

void LinearProgram::set_cost(std::uint32_t column, double cost) {
  solver_->simplex.setObjectiveCoefficient(static_cast<int>(column), cost);
}

std::optional<std::vector<double>> LinearProgram::minimise(double seconds) {
  ClpSimplex& simplex = solver_->simplex;
  constexpr int kOptimal = 0;
  try {
    simplex.setMaximumSeconds(seconds);
    simplex.dual();
  } catch (const CoinError&) {  // numerical trouble: no solution
    return std::nullopt;
  }
  if (simplex.status() != kOptimal) return std::nullopt;
  const double* solution = simplex.primalColumnSolution();
  return std::vector<double>(solution, solution + simplex.numberColumns());
}

}  // namespace weir
