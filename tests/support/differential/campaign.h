// SPDX-License-Identifier: Apache-2.0
// Examines many random programs in worker processes: counts, shrunk failures, and a state that can be resumed.
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
  bool spin = false;                 ///< compare with Spin instead of comparing configurations
  std::string state_file = {};       ///< empty: none
  std::string failure_folder = {};   ///< where failures are written; empty: nowhere
  std::size_t shrunk_of_a_kind = 2;  ///< how many similar failures are shrunk
  std::size_t shrink_tests = 1500;
  double patience = 60;  ///< seconds to wait for a message from a worker
  ExamineOptions examine;
  std::function<void(const std::string& line)> progress = {};  ///< called at intervals; may be empty
};

/// A shrunk failure with the command lines that show it.
struct ShownFailure {
  Failure failure;
  std::string key;      ///< kind, question and relevant options
  std::string program;  ///< program text
  std::string report;   ///< command lines and answers
};

struct CampaignResult {
  Tally tally;
  double seconds = 0;  ///< including earlier runs
  std::vector<ShownFailure> failures;
};

CampaignResult run_campaign(const CampaignOptions& options);

/// The seed of the campaign's program with this number.
std::uint64_t program_seed(std::uint64_t campaign_seed, std::uint64_t number);
/// Shrinks a failure: first the configuration, then program, formula and assumptions together.
ShownFailure make_small(const Failure& failure, const CampaignOptions& options, bool shrink_program);

}  // namespace weir::test
