// SPDX-License-Identifier: Apache-2.0
// A linear program whose columns come and go (COIN-OR CLP, dual simplex from the previous solution). Results are
// floating-point numbers; callers must verify what they conclude from them.
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
    std::uint32_t index = 0;  ///< of a column in a row, or of a row in a column
    double factor = 0;
  };
  struct Column {
    double cost = 0;
    double least = 0, most = kUnlimited;
    std::vector<Entry> rows;
  };
  struct Solution {
    std::vector<double> columns;
    /// For each row, how fast the least cost would fall if the row might be larger: never below 0.
    std::vector<double> prices;
  };

  /// Every row, a sum of factors times columns, must be at most 0. These columns are at least 0.
  LinearProgram(std::span<const double> costs, std::span<const std::vector<Entry>> rows);
  ~LinearProgram();
  LinearProgram(const LinearProgram&) = delete;
  LinearProgram& operator=(const LinearProgram&) = delete;

  /// Whether programs can be solved; without CLP, minimise() never finds anything.
  static bool available();
  void add_column(const Column& column);
  void remove_columns(std::size_t first, std::size_t count);
  /// A solution with the least cost; nothing if there is none, or none was found in time.
  std::optional<Solution> minimise(double seconds);

  static constexpr double kUnlimited = 1e30;

 private:
  struct Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace weir
