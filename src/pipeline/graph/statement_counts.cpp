// SPDX-License-Identifier: Apache-2.0
#include "pipeline/graph/statement_counts.h"

#include <utility>

#include "model/program_system.h"
#include "model/watched_program.h"

namespace weir {

std::vector<StatementCount> statements_of(const Program& program, const std::vector<std::uint64_t>& by_transition) {
  std::map<std::tuple<std::string, std::uint32_t, std::string, std::string>, std::uint64_t> counts;
  const auto add = [&](std::uint32_t statement, std::uint32_t process_type, std::uint64_t count) {
    const StatementInfo& info = program.statements[statement];
    if (info.line == 0 || info.text.empty()) return;
    counts[{info.file, info.line, program.process_types[process_type].name, info.text}] += count;
  };
  for (std::size_t i = 0; i < program.transitions.size(); ++i) {
    const Transition& transition = program.transitions[i];
    if (transition.kind == TransitionKind::End) continue;
    const std::uint64_t count = i < by_transition.size() ? by_transition[i] : 0;
    add(transition.statement, program.locations[transition.source].process_type, count);
  }
  for (const UnreachableStatement& one : program.unreachable) add(one.statement, one.process_type, 0);
  std::vector<StatementCount> result;
  for (const auto& [key, count] : counts) {
    const auto& [file, line, process, statement] = key;
    result.push_back({process, file, line, statement, count});
  }
  return result;
}

StatementCounts::StatementCounts(const TransitionSystem& system) : system_(system), program_(program_of(system)) {
  if (program_ != nullptr) by_transition_.resize(program_->program().transitions.size());
}

void StatementCounts::add(StateView from, const Step& step, StateView to) {
  if (program_ != nullptr) return add_to_program(from, step);
  StepDescription shown = system_.describe(from, step, to);
  if (shown.event.empty()) return;
  ++by_event_[{std::move(shown.file), shown.line, std::move(shown.process), std::move(shown.event)}];
}

void StatementCounts::add_to_program(StateView from, const Step& step) {
  const std::vector<Transition>& transitions = program_->program().transitions;
  const bool single = step.transition < kComposite && step.partner == kNoProcess &&
                      transitions[step.transition].kind != TransitionKind::Deterministic;
  if (single) {
    ++by_transition_[step.transition];
    return;
  }
  const WatchedProgram* watched = system_.capabilities().watched;
  for (const MicroStep& part : program_->executor().unfold(watched != nullptr ? watched->bare(from) : from, step))
    ++by_transition_[part.transition];
}

std::vector<StatementCount> StatementCounts::result() const {
  if (program_ != nullptr) return statements_of(program_->program(), by_transition_);
  std::vector<StatementCount> result;
  for (const auto& [key, count] : by_event_) {
    const auto& [file, line, process, event] = key;
    result.push_back({process, file, line, event, count});
  }
  return result;
}

}  // namespace weir
