// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/coverage.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "model/program_system.h"

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
  coverage.fired.resize(program.transitions.size());
  // A statement may have several transitions (an inline called twice); it is executed if one of them is.
  struct Seen {
    bool fired = false;
    UnreachedStatement statement;
  };
  std::map<std::tuple<std::string, std::uint32_t, std::string, std::string>, Seen> statements;
  const auto add = [&](std::uint32_t statement, std::uint32_t process_type, bool fired) {
    const StatementInfo& info = program.statements[statement];
    if (info.line == 0 || info.text.empty()) return;
    const std::string& process = program.process_types[process_type].name;
    Seen& seen = statements[{info.file, info.line, process, info.text}];
    seen.fired = seen.fired || fired;
    seen.statement = {process, info.file, info.line, info.text};
  };
  for (std::size_t i = 0; i < program.transitions.size(); ++i) {
    const Transition& transition = program.transitions[i];
    if (transition.kind == TransitionKind::End) continue;
    add(transition.statement, program.locations[transition.source].process_type, coverage.fired[i] != 0);
  }
  for (const UnreachableStatement& one : program.unreachable) add(one.statement, one.process_type, false);
  result.coverage_known = true;
  for (const auto& [key, seen] : statements) {
    if (!seen.fired) result.unreached.push_back(seen.statement);
  }
}

}  // namespace weir
