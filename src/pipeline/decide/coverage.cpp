// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/coverage.h"

#include <algorithm>
#include <utility>

#include "model/program_system.h"
#include "pipeline/graph/statement_counts.h"

namespace weir {

void Coverage::add(const ReducedSystem* reduced, bool all) {
  if (reduced != nullptr) reduced->add_fired(fired);
  complete = complete || all;
}

void Coverage::serialize(Archive& archive, const TransitionSystem& system, const ReducedSystem* reduced) {
  std::vector<std::uint8_t> all = fired;
  const ProgramSystem* model = unwatched_program_of(system);
  if (!archive.loading() && model != nullptr) model->executor().add_fired(all);
  if (!archive.loading() && reduced != nullptr) reduced->add_fired(all);
  archive.values(all);
  if (!archive.loading()) return;
  fired.resize(std::max(fired.size(), all.size()));
  for (std::size_t i = 0; i < all.size(); ++i) fired[i] |= all[i];
}

void report_coverage(const TransitionSystem& system, Coverage coverage, CheckResult& result) {
  const ProgramSystem* model = unwatched_program_of(system);
  if (model == nullptr || !coverage.complete) return;
  const Program& program = model->program();
  model->executor().add_fired(coverage.fired);
  result.coverage_known = true;
  const std::vector<std::uint64_t> fired(coverage.fired.begin(), coverage.fired.end());
  for (StatementCount& one : statements_of(program, fired)) {
    if (one.count == 0)
      result.unreached.push_back({std::move(one.process), std::move(one.file), one.line, std::move(one.statement)});
  }
}

}  // namespace weir
