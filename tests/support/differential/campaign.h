// SPDX-License-Identifier: Apache-2.0
// Many random programs, in worker processes: counts, failures made small, and a state that can be taken up again.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/differential/examine.h"
#include "support/differential/tally.h"

namespace weir::test {

struct CampaignOptions {
  std::uint64_t seed = 1;
  std::uint64_t programs = 0;  ///< 0: no limit
  double minutes = 0;          ///< 0: no limit
  unsigned workers = 1;
  bool spin = false;                 ///< compare with Spin, instead of configurations with each other
  std::string state_file = {};       ///< empty: none
  std::string failure_folder = {};   ///< where failures are written; empty: nowhere
  std::size_t shrunk_of_a_kind = 2;  ///< failures that look alike are made small only so often
  std::size_t shrink_tests = 1500;
  double patience = 60;  ///< seconds without a word from a worker
  ExamineOptions examine;
  std::function<void(const std::string& line)> progress = {};  ///< now and then; empty: not told
};

/// A failure, made small, with the command lines that show it.
struct ShownFailure {
  Failure failure;
  std::string key;      ///< kind, question and options that matter
  std::string program;  ///< text
  std::string report;   ///< command lines and answers
};

struct CampaignResult {
  Tally tally;
  double seconds = 0;  ///< of this and earlier runs
  std::vector<ShownFailure> failures;
};

CampaignResult run_campaign(const CampaignOptions& options);

/// The seed of the campaign's program with this number.
std::uint64_t program_seed(std::uint64_t campaign_seed, std::uint64_t number);
/// Makes a failure small: first the configuration, then program, formula and assumptions together.
ShownFailure make_small(const Failure& failure, const CampaignOptions& options, bool shrink_program);

}  // namespace weir::test
