// SPDX-License-Identifier: Apache-2.0
#include "reduction/refined_cycle.h"

#include <utility>

namespace weir {

void append_stutter(const RunStep& from, std::vector<RunStep>& steps) {
  RunStep again = steps.back();
  steps.back().stutters = true;
  steps.back().step = from.step;
  steps.push_back(std::move(again));
}

std::optional<Run> refined_cycle(const std::vector<RunStep>& cycle, const Advance& advance,
                                 std::vector<RunStep>& steps) {
  std::vector<std::size_t> rounds;
  constexpr std::size_t kRounds = 1000;
  while (rounds.size() < kRounds) {
    for (const std::size_t begin : rounds) {
      if (steps[begin].state != steps.back().state) continue;
      steps.pop_back();
      const auto cut = steps.begin() + static_cast<std::ptrdiff_t>(begin);
      Run run;
      run.prefix.assign(steps.begin(), cut);
      run.cycle.assign(cut, steps.end());
      return run;
    }
    rounds.push_back(steps.size() - 1);
    for (std::size_t i = 0; i < cycle.size(); ++i)
      if (!advance(cycle[i], cycle[(i + 1) % cycle.size()].state)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace weir
