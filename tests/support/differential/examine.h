// SPDX-License-Identifier: Apache-2.0
// Examines one random program, given by its seed: asks questions in random configurations and checks the answers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/differential/judge.h"
#include "support/differential/question.h"
#include "support/differential/setup.h"
#include "support/differential/tally.h"

namespace weir::test {

struct ExamineOptions {
  const Language* language = &promela();
  JudgeLimits limits;
  std::size_t cases = 3;           ///< questions per program
  std::size_t configurations = 8;  ///< per question, besides the reference
  std::size_t broken = 2;          ///< broken texts per program, which are only parsed
};

/// A failure, with everything needed to reproduce it.
struct Failure {
  std::uint64_t seed = 0;
  std::size_t case_number = 0;
  Setup configuration;
  Setup other;       ///< for "not shortest": the configuration that found the shorter one
  std::string kind;  ///< as Disagreement::kind; the campaign adds "crash" and "hang"
  std::string details;

  nlohmann::json to_json() const;
  static Failure from_json(const nlohmann::json& json);
};

/// Whether the failure is a difference from Spin.
inline bool about_spin(const Failure& failure) { return failure.kind.starts_with("spin"); }

/// Numbers from here on denote broken texts of the program instead of questions.
inline constexpr std::size_t kFirstBroken = 1000;

/// The case that failed.
Case case_of(const Failure& failure, const ExamineOptions& options);

/// Called before each question is asked, so that a crash can be attributed.
using AskingObserver = std::function<void(std::size_t case_number, const Setup& configuration)>;

std::vector<Failure> examine(std::uint64_t seed, const ExamineOptions& options, const PairCounts& met_before,
                             Tally& tally, const AskingObserver& asking);

/// The same with a program that Spin accepts, compared with Spin.
std::vector<Failure> examine_with_spin(std::uint64_t seed, const ExamineOptions& options, Tally& tally);

/// Returns the disagreement if the case still fails in this way.
std::optional<Disagreement> failure_of(const Case& question, const Failure& failure, const ExamineOptions& options);

}  // namespace weir::test
