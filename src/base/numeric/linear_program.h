// SPDX-License-Identifier: Apache-2.0
// A linear program with fixed costs and rows, solved for various bounds of its columns (COIN-OR CLP, dual simplex from
// the previous solution). Results are floating-point numbers; callers must verify what they conclude from them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace weir {

class LinearProgram {
 public:
  struct Entry {
    std::uint32_t column = 0;
    double factor = 0;
  };

  /// Every row, a sum of factors times columns, must be at most 0.
  LinearProgram(std::span<const double> costs, std::span<const std::vector<Entry>> rows);
  ~LinearProgram();
  LinearProgram(const LinearProgram&) = delete;
  LinearProgram& operator=(const LinearProgram&) = delete;

  /// Whether programs can be solved; without CLP, minimise() never finds anything.
  static bool available();
  void set_bounds(std::uint32_t column, double least, double most = kUnlimited);
  void set_cost(std::uint32_t column, double cost);
  /// The columns of a solution with the least cost; nothing if there is none, or none was found in time.
  std::optional<std::vector<double>> minimise(double seconds);

  static constexpr double kUnlimited = 1e30;

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace weir
