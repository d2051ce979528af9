// SPDX-License-Identifier: Apache-2.0
#include "search/lasso/loop_free.h"

#include <map>
#include <utility>

namespace weir {

Run loop_free(Run run) {
  const std::size_t last = run.finite() && !run.prefix.empty() ? run.prefix.size() - 1 : run.prefix.size();
  const auto key = [](const RunStep& step) { return std::pair(std::cref(step.state), step.automaton_state); };
  std::map<std::pair<std::reference_wrapper<const std::vector<std::byte>>, std::int64_t>, std::size_t,
           decltype([](const auto& a, const auto& b) {
             return a.second != b.second ? a.second < b.second : a.first.get() < b.first.get();
           })>
      left_at;  // the position where the run leaves a state for the last time
  for (std::size_t i = 0; i < last; ++i) left_at[key(run.prefix[i])] = i;
  Run shorter;
  for (std::size_t i = 0; i < last; ++i) {
    i = left_at[key(run.prefix[i])];
    shorter.prefix.push_back(run.prefix[i]);
  }
  if (last < run.prefix.size()) shorter.prefix.push_back(run.prefix[last]);
  shorter.cycle = std::move(run.cycle);
  shorter.returns_to = std::move(run.returns_to);
  return shorter;
}

}  // namespace weir
