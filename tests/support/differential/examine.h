// SPDX-License-Identifier: Apache-2.0
// One random program, from its seed: questions about it, answers in random configurations, and what is wrong with them.
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
  std::size_t cases = 3;           ///< questions a program
  std::size_t configurations = 8;  ///< besides the reference, for each question
  std::size_t broken = 2;          ///< disturbed texts a program, which are only read
};

/// A failure as it is found: enough to make it again.
struct Failure {
  std::uint64_t seed = 0;
  std::size_t case_number = 0;
  Setup configuration;
  Setup other;       ///< "not shortest": where the shorter one was found
  std::string kind;  ///< as Disagreement::kind; "crash" and "hang" are the campaign's
  std::string details;

  nlohmann::json to_json() const;
  static Failure from_json(const nlohmann::json& json);
};

/// Whether the failure is a difference to Spin.
inline bool about_spin(const Failure& failure) { return failure.kind.starts_with("spin"); }

/// Numbers from here on are not those of questions, but of disturbed texts of the same program.
inline constexpr std::size_t kFirstBroken = 1000;

/// The case that failed.
Case case_of(const Failure& failure, const ExamineOptions& options);

/// Told before each question is put: with what a crash would be reported.
using AskingObserver = std::function<void(std::size_t case_number, const Setup& configuration)>;

std::vector<Failure> examine(std::uint64_t seed, const ExamineOptions& options, const PairCounts& met_before,
                             Tally& tally, const AskingObserver& asking);

/// The same with a program that Spin understands, put to Spin.
std::vector<Failure> examine_with_spin(std::uint64_t seed, const ExamineOptions& options, Tally& tally);

/// Whether a case still fails in this way; what it says then.
std::optional<Disagreement> failure_of(const Case& question, const Failure& failure, const ExamineOptions& options);

}  // namespace weir::test
