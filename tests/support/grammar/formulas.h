// SPDX-License-Identifier: Apache-2.0
// Random formulas for the command line. The language provides the atoms.
#pragma once

#include <functional>

#include "support/grammar/draw.h"
#include "support/grammar/tree.h"

namespace weir::test {

/// What a formula may contain.
struct FormulaTaste {
  int temporal = 3;  ///< maximal number of temporal operators
  bool next = true;
  bool events = true;
  bool finite = false;   ///< for --ltlf: strong next, bounded operators
  bool contest = false;  ///< only operators that property files of the Model Checking Contest have
};

class CommandFormulas {
 public:
  CommandFormulas(Draw& draw, std::function<Node(const FormulaTaste&)> atom) : draw_(draw), atom_(std::move(atom)) {}

  Node formula(const FormulaTaste& taste);

 private:
  Node formula(int depth, int& temporal, const FormulaTaste& taste);

  Draw& draw_;
  std::function<Node(const FormulaTaste&)> atom_;
};

}  // namespace weir::test
