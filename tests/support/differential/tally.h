// SPDX-License-Identifier: Apache-2.0
// Counts of a campaign. They can be added up over processes and runs.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "support/differential/language.h"
#include "support/differential/setup.h"
#include "support/grammar/tree.h"

namespace weir::test {

struct Tally {
  std::uint64_t programs = 0;  ///< generated
  std::uint64_t refused = 0;   ///< by the front-end
  std::uint64_t large = 0;     ///< too many states, or too slow
  std::uint64_t states = 0;    ///< of the judged programs
  std::uint64_t cases = 0;
  std::uint64_t answers = 0;    ///< holds or violated
  std::uint64_t violated = 0;   ///< among the answers
  std::uint64_t by_oracle = 0;  ///< references that the oracle judged
  std::uint64_t replayed = 0;   ///< counterexamples replayed from their report
  std::uint64_t executors = 0;  ///< programs whose executors were compared
  std::uint64_t broken = 0;     ///< broken texts
  std::uint64_t spin_compared = 0;
  std::map<std::string, std::uint64_t> refused_programs;  ///< by reason
  std::map<std::string, std::uint64_t> refused_answers;
  std::map<std::string, std::uint64_t> inconclusive;
  std::map<std::string, std::uint64_t> by_kind;    ///< cases by question and the reference's verdict
  std::map<std::string, std::uint64_t> by_value;   ///< answers by option and value
  std::map<std::string, std::uint64_t> by_effect;  ///< answers `holds` by reduction and whether it saved states
  std::map<std::string, std::uint64_t> failures;   ///< by kind and option
  Coverage coverage;
  PairCounts pairs;

  void add(const Tally& other);
  nlohmann::json to_json() const;
  static Tally from_json(const nlohmann::json& json);
  /// A summary of several lines.
  std::string summary(double seconds, const Language& language) const;
};

}  // namespace weir::test
