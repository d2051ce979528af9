// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/sleepers.h"

#include <algorithm>

#include "model/executor.h"

namespace weir {

SleeperNumbers::SleeperNumbers(const Program& program)
    : of_transition(program.transitions.size(), 0), of_chain(program.locations.size(), 0) {
  constexpr std::uint32_t kBits = 64;
  constexpr std::uint32_t kUsually = 16;  // assumed number of processes if the bound is unknown
  std::uint32_t most = 1;
  for (const Location& location : program.locations) {
    std::uint32_t chains = 0;
    for (std::uint32_t i = 0; i < location.count; ++i) chains += program.transitions[location.first + i].keeps_control;
    most = std::max(most, location.count - chains + (chains > 0 ? 1 : 0));
  }
  const std::uint32_t processes = program.process_bound >= kProcessLimit ? kUsually : program.process_bound;
  per_process = std::clamp(kBits / std::max(processes, 1U), 1U, most);
  for (std::size_t place = 0; place < program.locations.size(); ++place) {
    const Location& location = program.locations[place];
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < location.count; ++i) {
      if (program.transitions[location.first + i].keeps_control) continue;
      of_transition[location.first + i] = static_cast<std::uint8_t>(std::min(next++, per_process - 1));
    }
    of_chain[place] = static_cast<std::uint8_t>(std::min(next, per_process - 1));
    for (std::uint32_t i = 0; i < location.count; ++i)
      if (program.transitions[location.first + i].keeps_control) of_transition[location.first + i] = of_chain[place];
  }
}

const TransitionFacts* SleeperFinder::only_member(const Group& group) {
  const Location& location = situation_.program().locations[situation_.location(group.process)];
  std::uint32_t members = 0;
  std::uint32_t member = 0;
  for (std::uint32_t k = 0; k < location.count; ++k) {
    if (numbers_.of_transition[location.first + k] != group.number) continue;
    ++members;
    member = k;
  }
  return members == 1 ? situation_.facts_at_location(group.process) + member : nullptr;
}

bool SleeperFinder::find_groups(const SuccessorBuffer& successors) {
  groups_.clear();
  group_of_.assign(successors.size(), kNone);
  bool simple = !situation_.program().has_timeout;  // a transition that waits for a timeout is enabled in some states
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const Step& step = successors.step(i);
    if (step.partner != kNoProcess) continue;  // a rendezvous never sleeps and wakes all
    const auto process = static_cast<std::uint32_t>(step.process);
    const std::uint8_t number = step.transition < kComposite ? numbers_.of_transition[step.transition]
                                                             : numbers_.of_chain[situation_.location(process)];
    const std::uint32_t bit = process * numbers_.per_process + number;
    if (bit >= 64) continue;
    const std::uint64_t self = std::uint64_t{1} << bit;
    std::uint32_t at = 0;
    while (at < groups_.size() && groups_[at].sleeper.self != self) ++at;
    group_of_[i] = at;
    if (at < groups_.size()) continue;
    Group& group = groups_.emplace_back(Group{process, number, {self, 0}, nullptr});
    group.alone = only_member(group);
    simple = simple && group.alone != nullptr;
  }
  return simple;
}

/// `current`: index in Situation::current of a transition of the group's process.
bool SleeperFinder::belongs(std::uint32_t current, const Group& group) const {
  const Location& location = situation_.program().locations[situation_.location(group.process)];
  return numbers_.of_transition[location.first + (current - situation_.begin[group.process])] == group.number;
}

bool SleeperFinder::leaves_alone(const Group& mover, const Group& rest) {
  using Status = Situation::Status;
  const std::vector<std::uint32_t>& begin = situation_.begin;
  for (std::uint32_t i = begin[mover.process]; i < begin[mover.process + 1]; ++i) {
    const Situation::Current& a = situation_.current[i];
    if (!belongs(i, mover) || !a.may_move()) continue;
    const bool changes_processes = a.facts->effects.ends || a.facts->changes_processes;
    for (std::uint32_t k = begin[rest.process]; k < begin[rest.process + 1]; ++k) {
      if (!belongs(k, rest)) continue;
      const Situation::Current& b = situation_.current[k];
      if (b.status == Status::Rendezvous || b.facts->guard.everything) return false;
      if (situation_.relations.conflicting(*a.facts, *b.facts)) return false;
      if (b.status == Status::NotYoungest && changes_processes) return false;
      if (b.status == Status::Possible) continue;
      const ObjectSet& writes = a.facts->effects.writes;
      if (writes.meets(b.facts->channel_heads) || writes.meets(b.facts->channel_tails) ||
          writes.meets(b.facts->guard.objects) || writes.meets(b.facts->fields.objects))
        return false;
      if ((b.facts->guard.processes || b.facts->fields.processes) && changes_processes) return false;
    }
  }
  return true;
}

void SleeperFinder::find(StateView state, const SuccessorBuffer& successors, std::vector<Sleeper>& out) {
  situation_.attach(state);
  if (!find_groups(successors)) {
    // Some need a closer examination.
    situation_.look(state, successors);
    if (situation_.too_wide() || !situation_.agrees(false)) return;
  }
  for (std::size_t a = 0; a < groups_.size(); ++a) {
    for (std::size_t b = a + 1; b < groups_.size(); ++b) {
      Group& one = groups_[a];
      Group& other = groups_[b];
      if (one.process == other.process) continue;
      if (one.alone != nullptr && other.alone != nullptr) {
        // Both are enabled: the relation is symmetric.
        if (situation_.relations.conflicting(*one.alone, *other.alone)) continue;
        one.sleeper.undisturbed |= other.sleeper.self;
        other.sleeper.undisturbed |= one.sleeper.self;
      } else {
        if (leaves_alone(one, other)) one.sleeper.undisturbed |= other.sleeper.self;
        if (leaves_alone(other, one)) other.sleeper.undisturbed |= one.sleeper.self;
      }
    }
  }
  for (std::size_t i = 0; i < successors.size(); ++i)
    if (const std::uint32_t group = group_of_[i]; group != kNone) out[i] = groups_[group].sleeper;
}

}  // namespace weir
