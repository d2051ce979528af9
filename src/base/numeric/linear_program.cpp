// SPDX-License-Identifier: Apache-2.0
#include "base/numeric/linear_program.h"

#include <coin/ClpSimplex.hpp>
#include <coin/CoinError.hpp>
#include <coin/CoinPackedMatrix.hpp>

#include <numeric>

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
      indices.push_back(static_cast<int>(entry.index));
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

void LinearProgram::add_column(const Column& column) {
  std::vector<int> rows;
  std::vector<double> factors;
  for (const Entry& entry : column.rows) {
    rows.push_back(static_cast<int>(entry.index));
    factors.push_back(entry.factor);
  }
  const double most = column.most >= kUnlimited ? COIN_DBL_MAX : column.most;
  solver_->simplex.addColumn(static_cast<int>(rows.size()), rows.data(), factors.data(), column.least, most,
                             column.cost);
}

void LinearProgram::remove_columns(std::size_t first, std::size_t count) {
  std::vector<int> removed(count);
  std::iota(removed.begin(), removed.end(), static_cast<int>(first));
  if (count > 0) solver_->simplex.deleteColumns(static_cast<int>(count), removed.data());
}

std::optional<LinearProgram::Solution> LinearProgram::minimise(double seconds) {
  ClpSimplex& simplex = solver_->simplex;
  constexpr int kOptimal = 0;
  try {
    simplex.setMaximumSeconds(seconds);
    simplex.dual();
  } catch (const CoinError&) {  // numerical trouble: no solution
    return std::nullopt;
  }
  if (simplex.status() != kOptimal) return std::nullopt;
  const double* columns = simplex.primalColumnSolution();
  const double* prices = simplex.dualRowSolution();
  Solution solution{{columns, columns + simplex.numberColumns()}, {}};
  for (int row = 0; row < simplex.numberRows(); ++row) solution.prices.push_back(-prices[row]);
  return solution;
}

}  // namespace weir
