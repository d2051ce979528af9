// SPDX-License-Identifier: Apache-2.0
// What the state equation m = m0 + C x (m, x >= 0) and traps prove about the reachable markings of a net, without
// exploring them.
//
// A weight y for every place with y C <= 0 never increases: no firing adds to the weighted sum, so y m <= y m0 in every
// reachable marking m. Let inequalities a_i m >= b_i have multipliers z_i >= 0. If y >= sum z_i a_i, then markings that
// satisfy them all have sum z_i b_i <= y m <= y m0: there are none if y m0 - sum z_i b_i < 0. Likewise, if
// y >= c + sum z_i a_i, then y m0 - sum z_i b_i bounds the sum c m. A trap Q that has a token initially contributes the
// inequality sum of Q >= 1, which every reachable marking satisfies.
//
// The best y and z are a solution of a linear program, the dual of the state equation over the rationals; its prices
// are a marking that the state equation allows. If a trap is empty there although it cannot be, its inequality is added
// and the program is solved again. The solver works with floating-point numbers; its solution is rounded to fractions
// and verified with integers, so a proof is right whatever the solver does.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/numeric/linear_program.h"
#include "frontend/pnml/net.h"
#include "frontend/pnml/net_atom.h"

namespace weir::pnml {

/// The sum of the terms is at least this number.
struct Inequality {
  std::vector<NetAtom::Term> terms;
  NetAtom::Wide least = 0;
};

class StateEquation {
 public:
  explicit StateEquation(const Net& net);

  using Wide = NetAtom::Wide;
  /// An upper bound of the sum over all reachable markings; nothing if none is found.
  std::optional<Wide> upper_bound(const std::vector<NetAtom::Term>& sum);
  /// Upper bounds of all places, as far as they are found in this time. It does not count for other questions.
  std::vector<std::optional<std::uint64_t>> bounds(double seconds);

  struct Answer {
    bool never = false;  ///< proved: no reachable marking satisfies all the inequalities
    /// If it is not proved: a marking that the state equation and the traps allow and that satisfies them, but for
    /// rounding; empty if none was found in time.
    std::vector<double> marking;
  };
  Answer examine(std::span<const Inequality> inequalities);

  /// The traps that have contributed to a proof so far.
  std::size_t trap_count() const { return inequalities_.size(); }

 private:
  /// Multipliers of the columns times `scale`; verified. `rest` is y m0 - sum z_i b_i, times `scale`.
  struct Weights {
    std::vector<std::int64_t> columns;
    std::int64_t scale = 1;
    Wide rest = 0;
  };
  struct Solved {
    std::optional<Weights> weights;
    std::vector<double> marking;
  };
  bool solvable() const { return program_ != nullptr && seconds_left_ > 0; }
  /// Solves the program with columns for the inequalities, and for traps as long as they matter. If it `bounds` the sum
  /// of the only inequality, its multiplier is 1; otherwise multipliers are at most 1.
  Solved solve(std::span<const Inequality> inequalities, bool bounds);
  void add(const Inequality& inequality, double least, double most);
  void remove(std::size_t first, std::size_t count);
  bool add_trap(const std::vector<double>& marking);
  std::vector<double> marking_of(const std::vector<double>& firings) const;
  std::optional<Weights> exact(const std::vector<double>& solution) const;
  bool verify(Weights& weights) const;

  const Net& net_;
  std::vector<std::vector<LinearProgram::Entry>> effects_;  ///< of the transitions, each once; by place
  std::vector<std::vector<LinearProgram::Entry>> changes_;  ///< the same by place: effects
  std::unique_ptr<LinearProgram> program_;                  ///< columns: the places, then `inequalities_`
  std::vector<Inequality> inequalities_;                    ///< of traps; during solve(), others too
  int futile_traps_ = 0;
  double seconds_left_;
};

}  // namespace weir::pnml
