// SPDX-License-Identifier: Apache-2.0
// Verdicts under a reduction, a search, a store and a number of threads beside those of the plain model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/weir.h>

namespace weir::test {

struct Configuration {
  std::string reduce;
  std::string search = "dfs";
  std::string store = "exact";
  std::string emptiness = "auto";
  std::uint32_t threads = 1;
  std::string symmetry = {};  ///< declared
};
std::string to_string(const Configuration& configuration);

struct Verdicts {
  std::vector<std::string> words;    ///< one for each property; with the reason where there is one
  std::vector<std::string> reduced;  ///< reductions that were used for the first property
  std::string refusal;               ///< why nothing was decided; then the rest is empty
  std::uint64_t states = 0;          ///< of the first property
};
Verdicts verdicts(TransitionSystem& system, const std::vector<PropertyRequest>& properties,
                  const Configuration& configuration, double seconds = 20);

/// Every configuration that is not refused gives the plain verdicts, and counterexamples that stand.
class Comparison {
 public:
  /// What differs; empty: nothing, or the plain model is too slow to be worth while.
  std::string difference(TransitionSystem& system, const std::vector<PropertyRequest>& properties,
                         const std::vector<Configuration>& configurations, double seconds = 0.2);
  int compared = 0;  ///< configurations that were not refused
  int refused = 0;
  int violated = 0;   ///< properties, counted in every configuration compared
  int exchanged = 0;  ///< configurations in which symmetry was used
};

/// How many rounds a random test makes: the usual number, or WEIR_ROUNDS.
int rounds(int usual);

}  // namespace weir::test
