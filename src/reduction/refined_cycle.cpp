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

std::optional<Run> refined_cycle(const std::vector<RunStep>& cycle, const Advance& advance, std::vector<RunStep>& steps,
                                 const SameFuture& same_future) {
  constexpr std::size_t kExactRounds = 3;  // variables written in every round have repeated by then
  constexpr std::size_t kRounds = 1000;    // for processes that change places
  std::vector<std::size_t> rounds;
  while (rounds.size() < kRounds) {
    const std::vector<std::byte>& here = steps.back().state;
    for (const std::size_t begin : rounds) {
      const bool exact = steps[begin].state == here;
      if (!exact && (rounds.size() < kExactRounds || !same_future || !same_future(steps[begin].state, here))) continue;
      Run run;
      if (!exact) run.returns_to = here;
      steps.pop_back();
      const auto cut = steps.begin() + static_cast<std::ptrdiff_t>(begin);
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
