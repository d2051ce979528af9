// SPDX-License-Identifier: Apache-2.0
// Compares verdicts under a reduction, search, store and number of threads with those of the plain model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/weir.h>

namespace weir::test {

struct Configuration {
  std::string reduce = "none";
  std::string search = "dfs";
  std::string store = "exact";
  std::string emptiness = "auto";
  std::uint32_t threads = 1;
  std::string symmetry = {};  ///< declared symmetry
  std::string executor = "interpreter";
  std::string translator = "auto";
  bool shortest = false;
};
std::string to_string(const Configuration& configuration);
CheckOptions options_for(const Configuration& configuration);

struct Verdicts {
  std::vector<std::string> words;    ///< one verdict per property, with the reason if there is one
  std::vector<std::string> reduced;  ///< reductions used for the first property
  std::string refusal;               ///< why nothing was decided; the other members are then empty
  std::uint64_t states = 0;          ///< of the first property
};
Verdicts verdicts(TransitionSystem& system, const std::vector<PropertyRequest>& properties,
                  const Configuration& configuration, double seconds = 20);

/// Every configuration that is not refused must give the plain verdicts and valid counterexamples.
class Comparison {
 public:
  /// Describes the difference; empty if there is none or the plain model is too slow.
  std::string difference(TransitionSystem& system, const std::vector<PropertyRequest>& properties,
                         const std::vector<Configuration>& configurations, double seconds = 0.2);
  int compared = 0;  ///< configurations not refused
  int refused = 0;
  int violated = 0;   ///< violated properties, counted in every configuration
  int exchanged = 0;  ///< configurations in which symmetry was used
};

/// The number of rounds of a random test: the usual number, or WEIR_ROUNDS.
int rounds(int usual);

}  // namespace weir::test
