// SPDX-License-Identifier: Apache-2.0
// What the state equation m = m0 + C x (m, x >= 0) proves about the reachable markings of a net, without exploring
// them.
//
// A weight y for every place with y C <= 0 never increases: no firing adds to the weighted sum, so y m <= y m0. If also
// y >= c, then c m <= y m <= y m0 in every reachable marking: an upper bound of the sum c m. If y >= 0 and y m0 < y w,
// no reachable marking has w tokens or more. The best y is a solution of a linear program, the dual of the state
// equation over the rationals. The solver works with floating-point numbers; its solution is rounded to fractions and
// verified with integers, so a bound is right whatever the solver does.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/numeric/linear_program.h"
#include "frontend/pnml/net.h"
#include "frontend/pnml/net_atom.h"

namespace weir::pnml {

class StateEquation {
 public:
  explicit StateEquation(const Net& net);

  using Wide = NetAtom::Wide;
  /// An upper bound of the sum over all reachable markings; nothing if none is found.
  std::optional<Wide> upper_bound(const std::vector<NetAtom::Term>& sum);
  /// Returns true if it is proved that no reachable marking has at least these tokens.
  bool never_covers(const std::vector<Arc>& tokens);

 private:
  struct Row {  ///< the effect of a transition
    std::uint32_t begin, end;
  };
  /// The weights of a solution times `scale`; verified.
  struct Weights {
    std::vector<std::int64_t> values;
    std::int64_t scale = 1;
  };
  bool solvable() const { return program_ != nullptr && seconds_left_ > 0; }
  std::optional<Weights> solve();
  /// Rounds the solution to weights that never increase and are at least `scale` times the bounds in force.
  std::optional<Weights> exact(const std::vector<double>& solution) const;
  Wide weigh_initial(const Weights& weights) const;

  const Net& net_;
  std::vector<LinearProgram::Entry> entries_;
  std::vector<Row> rows_;  ///< distinct effects
  std::unique_ptr<LinearProgram> program_;
  std::vector<double> least_;  ///< lower bounds of the weights in force
  double seconds_left_;
};

}  // namespace weir::pnml
