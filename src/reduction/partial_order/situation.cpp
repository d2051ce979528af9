// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/situation.h"

#include <algorithm>
#include <utility>

#include "model/executor.h"

namespace weir {

namespace {

/// The bit of a transition by its index in its location, as far as there are bits.
std::uint64_t bit_of(std::uint32_t place) { return place < 64 ? std::uint64_t{1} << place : 0; }

}  // namespace

const ProcessInstance& Situation::instance(std::uint32_t process) {
  if (process >= latest_.size()) latest_.resize(process + 1);
  // If processes are exchanged, the constants of a process number vary.
  Latest<ProcessInstance>& last = latest_[process][analysis_.mixed_constants(machine_, process) % kRecent];
  if (last.known != nullptr && analysis_.has_key(machine_, process, last.key)) return *last.known;
  analysis_.instance_key(machine_, process, key_);
  std::unique_ptr<ProcessInstance>& found = instances_[key_];
  if (found == nullptr) {
    found = analysis_.analyse(machine_, process, visibility_);
    relations.number(found->facts);
  }
  last = {key_, found.get()};
  return *found;
}

const TransitionFacts* Situation::facts_at_location(std::uint32_t process) {
  const ProcessInstance& known = instance(process);
  const Location& location = program().locations[machine_.location(process)];
  if (location.count == 0) return nullptr;
  const TransitionFacts* wider = &known.at(location.first);
  if (known.sharper.empty()) return wider;
  const std::vector<std::uint32_t>& sharper = known.sharper[location.first - known.first];
  if (sharper.empty()) return wider;
  const auto address = reinterpret_cast<std::uintptr_t>(wider);
  key_.assign(reinterpret_cast<const char*>(&address), sizeof address);
  const std::byte* frame = machine_.view().data() + machine_.process_offset(process);
  for (const std::uint32_t byte : sharper) key_ += static_cast<char>(frame[byte]);
  if (process >= latest_frame_.size()) latest_frame_.resize(process + 1);
  Latest<TransitionFacts>& last = latest_frame_[process];
  if (last.known != nullptr && last.key == key_) return last.known;
  auto found = frames_.find(key_);
  if (found == frames_.end()) {
    if (frames_.size() >= kFrameLimit) return wider;
    found = frames_.emplace(key_, analysis_.analyse_frame(machine_, process, known)).first;
    relations.number(found->second);
  }
  last = {key_, found->second.data()};
  return last.known;
}

Situation::Status Situation::status(std::uint32_t process, TransitionId id, const TransitionFacts& facts,
                                    bool possible_before) {
  const Transition& transition = program().transitions[id];
  switch (transition.kind) {
    case TransitionKind::End:
      if (process + 1 != machine_.process_count()) return Status::NotYoungest;
      break;
    case TransitionKind::Deterministic:
      if (transition.otherwise && possible_before) return Status::NotElse;
      return first_of_sequence(process, transition.inner, facts);
    case TransitionKind::Else:
      if (possible_before) return Status::NotElse;
      break;
    case TransitionKind::Normal: break;
  }
  if (facts.guard.everything) return Status::Either;
  machine_.select(process);
  machine_.error = RuntimeError::None;
  if (program().has_provided) {
    const CodeRef provided = program().process_types[program().locations[transition.source].process_type].provided;
    if (!provided.empty() && machine_.evaluate(provided) == 0) return Status::GuardFalse;
  }
  const bool holds = transition.guard.empty() || machine_.evaluate(transition.guard) != 0;
  if (std::exchange(machine_.error, RuntimeError::None) != RuntimeError::None) return Status::Either;
  if (!holds) return Status::GuardFalse;
  if (transition.channel_operation == kNone) return Status::Possible;
  return status_of_channel(program().channel_operations[transition.channel_operation]);
}

Situation::Status Situation::status_of_channel(const ChannelOperation& operation) {
  const std::int32_t channel = operation.static_channel != kNone
                                   ? static_cast<std::int32_t>(operation.static_channel) + 1
                                   : machine_.channel_of(operation);
  if (std::exchange(machine_.error, RuntimeError::None) != RuntimeError::None) return Status::Either;
  const std::uint32_t capacity = machine_.type_of(channel).capacity;
  if (capacity == 0) return Status::Rendezvous;
  if (operation.sends()) return machine_.length(channel) < capacity ? Status::Possible : Status::Full;
  if (machine_.length(channel) == 0) return Status::Empty;
  const std::int32_t slot = machine_.find_message(operation, channel);
  if (std::exchange(machine_.error, RuntimeError::None) != RuntimeError::None) return Status::Either;
  return slot >= 0 ? Status::Possible : Status::NoMatch;
}

/// For a d_step: whether its first statement is enabled.
Situation::Status Situation::first_of_sequence(std::uint32_t process, LocationId inner, const TransitionFacts& facts) {
  const Location& location = program().locations[inner];
  for (std::uint32_t i = 0; i < location.count; ++i) {
    if (program().transitions[location.first + i].kind == TransitionKind::Deterministic) return Status::Either;
    const Status found = status(process, location.first + i, facts, false);
    if (found == Status::Possible) return found;
    if (found == Status::Either || found == Status::Rendezvous) return Status::Either;
  }
  return Status::Blocked;
}

/// Determines the status of a transition from the steps, without running its code. Returns false if that is not
/// possible.
bool Situation::by_steps(std::uint32_t process, const Location& location, std::uint32_t place,
                         const TransitionFacts& facts, Status& found) const {
  const Transition& transition = program().transitions[location.first + place];
  if (transition.kind != TransitionKind::Normal || facts.guard.everything) return false;
  const ChannelOperation* operation = nullptr;
  bool meets = false;
  if (transition.channel_operation != kNone) {
    operation = &program().channel_operations[transition.channel_operation];
    if (operation->static_channel == kNone) return false;
    meets = program().channel_types[program().static_channels[operation->static_channel].type].capacity == 0;
  }
  const Movement& movement = movements[process];
  found = Status::Possible;
  if ((movement.taken & bit_of(place)) != 0) return true;
  if (transition.keeps_control && !meets) {
    if (movement.began_chain) {
      for (std::uint32_t i = 0; i < location.count; ++i)
        if (i != place && program().transitions[location.first + i].keeps_control) return false;
      return true;
    }
    // It may be enabled without a step if control is kept forever.
    if (analysis_.facts().without_end[transition.target]) return false;
  }
  if (operation == nullptr) {
    found = Status::GuardFalse;
    return true;
  }
  if (!transition.guard.empty()) return false;
  const auto channel = static_cast<std::int32_t>(operation->static_channel) + 1;
  if (meets)
    found = Status::Rendezvous;
  else if (operation->sends())
    found = Status::Full;
  else
    found = machine_.length(channel) == 0 ? Status::Empty : Status::NoMatch;
  return true;
}

void Situation::count_steps(const SuccessorBuffer& successors) {
  movements.assign(machine_.process_count(), {});
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const Step& step = successors.step(i);
    Movement& mover = movements[static_cast<std::size_t>(step.process)];
    ++mover.steps;
    if (step.transition < kComposite) {
      const LocationId place = machine_.location(static_cast<std::uint32_t>(step.process));
      mover.taken |= bit_of(step.transition - program().locations[place].first);
    }
    mover.began_chain = mover.began_chain || (step.transition >= kComposite && step.partner == kNoProcess);
    if (step.partner == kNoProcess) continue;
    mover.in_rendezvous = movements[static_cast<std::size_t>(step.partner)].in_rendezvous = true;
  }
}

void Situation::add_transitions(std::uint32_t process) {
  const LocationId place = machine_.location(process);
  const Location& location = program().locations[place];
  const TransitionFacts* facts = facts_at_location(process);
  const bool clear = analysis_.facts().shown_by_steps[place];
  bool possible_before = false;
  bool unclear_before = false;
  for (std::uint32_t i = 0; i < location.count; ++i) {
    const TransitionId id = location.first + i;
    Status found = Status::Either;
    if (!clear || !by_steps(process, location, i, facts[i], found))
      found = status(process, id, facts[i], possible_before);
    const bool is_else = program().transitions[id].kind == TransitionKind::Else || program().transitions[id].otherwise;
    if (is_else && found == Status::Possible && unclear_before) found = Status::Either;
    possible_before = possible_before || found == Status::Possible;
    unclear_before = unclear_before || found == Status::Either;
    current.push_back({&facts[i], facts[i].number, process, found});
  }
}

void Situation::look(StateView state, const SuccessorBuffer& successors) {
  attach(state);
  count_steps(successors);
  // Independence is queried right after the set of the same state.
  if (std::equal(state.begin(), state.end(), looked_at_.begin(), looked_at_.end())) return;
  looked_at_.assign(state.begin(), state.end());
  current.clear();
  begin.clear();
  for (std::uint32_t p = 0; p < machine_.process_count(); ++p) {
    begin.push_back(static_cast<std::uint32_t>(current.size()));
    add_transitions(p);
  }
  begin.push_back(static_cast<std::uint32_t>(current.size()));
}

bool Situation::agrees(bool whole) const {
  bool someone = !program().has_timeout;  // if only a timeout is left, everything is taken
  for (std::uint32_t p = 0; p + 1 < begin.size(); ++p) {
    bool possible = false;
    bool unclear = false;
    for (std::uint32_t i = begin[p]; i < begin[p + 1]; ++i) {
      possible = possible || current[i].status == Status::Possible;
      unclear = unclear || current[i].status == Status::Either || current[i].status == Status::Rendezvous;
    }
    if (movements[p].steps > 0 && !possible && !unclear) return false;
    if (whole && movements[p].steps == 0 && possible) return false;
    someone = someone || possible;
  }
  return someone;
}

}  // namespace weir
