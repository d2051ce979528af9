// SPDX-License-Identifier: Apache-2.0
#include "reduction/combined/reduced_system.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/assert.h"
#include "model/interpreter.h"
#include "reduction/sample_budget.h"

namespace weir {

ReducedSystem::ReducedSystem(ProgramSystem& system, const ReductionChoice& choice,
                             const std::vector<std::uint32_t>& atoms, const WatchedProgram* watched)
    : system_(system),
      watched_(watched),
      model_(watched == nullptr ? static_cast<const TransitionSystem&>(system) : *watched),
      choice_(choice),
      tables_(system.program()) {
  WEIR_ASSERT(watched == nullptr || !(choice.merge || choice.dead || choice.slice || choice.symmetry),
              "what is watched is the order of steps alone");
  std::vector<CodeRef> code;
  SymmetryAtoms seen;
  for (const std::uint32_t atom : atoms) {
    const CompiledAtom& compiled = system.atom(atom);
    if (compiled.kind == CompiledAtom::Kind::By) seen.types.push_back(compiled.process_type);
    if (!compiled.code.empty()) code.push_back(compiled.code);
    if (!compiled.message.empty()) code.push_back(compiled.message);
  }
  if (choice.merge) merged_ = merge_statements(system.program(), code);
  if (merges()) {
    executor_ = std::make_unique<Interpreter>(*merged_.program);
    executor_->use(system.interpreter().choice());
    executor_->obey(system.interpreter().limits());
    for (const std::uint32_t atom : atoms)
      if (!system.atom(atom).is_event()) executor_->watch(system.atom(atom).code);
  }
  const Program& program = this->program();
  hands_over_ = may_hand_over(program);
  if (choice.dead || choice.slice) {
    dead_variables_ = std::make_unique<DeadVariables>(program, code, choice.dead, choice.slice);
    if (dead_variables_->nothing()) dead_variables_.reset();
  }
  SuccessorBuffer initial;
  system.initial_states(initial);
  if (choice.partial_order || choice.independence)
    order_ = std::make_unique<PartialOrder>(
        program, initial.state(0), code,
        watched == nullptr ? std::vector<WatchedProgram::Operation>{} : watched->watched());
  if (choice.symmetry) {
    seen.code = code;
    seen.sees_stuttering = choice.sees_stuttering;
    find_symmetry(program, seen, atoms);
  }
}

void ReducedSystem::find_symmetry(const Program& program, const SymmetryAtoms& seen,
                                  const std::vector<std::uint32_t>& atoms) {
  symmetry_ = std::make_unique<Symmetry>(program, seen);
  obstacle_to_symmetry_ = symmetry_->obstacle();
  if (!obstacle_to_symmetry_.empty()) symmetry_.reset();
  if (!choice_.declared) return;
  std::vector<CompiledAtom> compiled;
  for (const std::uint32_t atom : atoms) compiled.push_back(system_.atom(atom));
  Expected<IdentityPlan> plan = check_identities(system_, program, *choice_.declared, compiled);
  if (!plan) {
    wrong_declaration_ = plan.error();
    return;
  }
  // An identity held in a parameter moves with its frame, which has no fixed place.
  const LocationId entry = program.process_types[plan->kind.types[0]].entry;
  if (plan->kind.positions.empty() && (symmetry_ == nullptr || !symmetry_->exchanges(entry))) {
    wrong_declaration_ = {{.message = "--symmetry is refused: the processes cannot be exchanged: " +
                                      (obstacle_to_symmetry_.empty() ? "they terminate, or their numbers are used"
                                                                     : obstacle_to_symmetry_)}};
    return;
  }
  obstacle_to_symmetry_.clear();
  // Removing ended processes would change the positions of the others.
  if (!plan->kind.positions.empty() && symmetry_ != nullptr && symmetry_->leaves_out_ended()) symmetry_.reset();
  if (dead_variables_ != nullptr) dead_variables_->keep_apart(*plan);
  identities_ = std::make_unique<IdentitySymmetry>(program, std::move(*plan), symmetry_.get());
}

std::size_t ReducedSystem::tidy_whole(std::byte* state, std::size_t size) const {
  if (dead_variables_ != nullptr) dead_variables_->clear(state, size);
  if (identities_ != nullptr) {
    size = identities_->canonical(state, size);
    if (dead_variables_ != nullptr) dead_variables_->clear(state, size);
  } else if (symmetry_ != nullptr) {
    size = symmetry_->canonical(state, size);
  }
  return size;
}

/// Returns whether a rendezvous can occur inside a step: a process that keeps control may reach its first half.
bool ReducedSystem::may_hand_over(const Program& program) const {
  bool meets = false;
  for (const ChannelType& type : program.channel_types) meets = meets || type.capacity == 0;
  if (!meets) return false;
  for (const Transition& before : program.transitions) {
    if (!before.keeps_control) continue;
    const Location& location = program.locations[before.target];
    for (std::uint32_t i = 0; i < location.count; ++i) {
      const std::uint32_t operation = program.transitions[location.first + i].channel_operation;
      if (operation == kNone || !program.channel_operations[operation].sends()) continue;
      const std::uint32_t channel = program.channel_operations[operation].static_channel;
      if (channel == kNone || program.channel_types[program.static_channels[channel].type].capacity == 0) return true;
    }
  }
  return false;
}

/// The source is tidy, so only the processes that moved need work. If the size is unchanged, no process was created or
/// ended: a process that ends in a step cannot have created one in it, as that would be younger.
bool ReducedSystem::tidy_moved(StateView source, const ProcessPlaces& places, const Step& step,
                               std::byte* state) const {
  const auto process = static_cast<std::uint32_t>(step.process);
  const auto partner = static_cast<std::uint32_t>(step.partner);
  const bool one = step.transition < kComposite || (!hands_over_ && step.partner == kNoProcess);
  if (!one && symmetry_ != nullptr &&
      (hands_over_ || symmetry_->same_kind(state + places[process], state + places[partner])))
    return false;
  if (dead_variables_ != nullptr) {
    dead_variables_->clear_globals(state);
    if (one || !hands_over_) {
      dead_variables_->clear_process(state, places[process]);
      if (!one) dead_variables_->clear_process(state, places[partner]);
    } else {
      places.for_changed(state, source.data(), source.size(),
                         [&](std::uint32_t i) { dead_variables_->clear_process(state, places[i]); });
    }
  }
  if (symmetry_ == nullptr) return true;
  return symmetry_->settle(state, places, process) && (one || symmetry_->settle(state, places, partner));
}

void ReducedSystem::tidy(const StateView* source, SuccessorBuffer& out, std::size_t room) const {
  if (dead_variables_ == nullptr && symmetry_ == nullptr && identities_ == nullptr) return;
  std::optional<ProcessPlaces> places;
  std::vector<std::size_t> sizes;  // of states that became smaller; empty if none did
  for (std::size_t i = 0; i < out.size(); ++i) {
    const StateView state = out.state(i);
    auto* bytes = const_cast<std::byte*>(state.data());
    const std::size_t before = state.size() - room;
    const bool moved = out.step(i).process != kNoProcess;  // an initial value that fails is a step of no process
    if (source != nullptr && moved && identities_ == nullptr && before == source->size()) {
      if (!places) places.emplace(system_.program(), tables_, *source);
      if (!places->has_control() && tidy_moved(*source, *places, out.step(i), bytes)) continue;
    }
    const std::size_t after = tidy_whole(bytes, before);
    if (after == before) continue;
    sizes.resize(out.size(), 0);
    sizes[i] = after;
  }
  if (sizes.empty()) return;
  SuccessorBuffer shorter;
  for (std::size_t i = 0; i < out.size(); ++i)
    shorter.append(out.step(i), sizes[i] == 0 ? out.state(i) : out.state(i).first(sizes[i] + room));
  std::swap(out, shorter);
}

std::vector<std::byte> ReducedSystem::reduced(StateView state, Exchange& exchange) const {
  std::vector<std::byte> result(state.begin(), state.end());
  if (dead_variables_ != nullptr) dead_variables_->clear(result.data(), result.size());
  if (identities_ != nullptr) {
    result.resize(identities_->canonical(result.data(), result.size(), &exchange));
    if (dead_variables_ != nullptr) dead_variables_->clear(result.data(), result.size());
  } else if (symmetry_ != nullptr) {
    result.resize(symmetry_->canonical(result.data(), result.size()));
  }
  return result;
}

std::vector<std::uint32_t> ReducedSystem::origin_of_processes(StateView state, const Exchange& exchange) const {
  std::vector<std::byte> bytes(state.begin(), state.end());
  if (dead_variables_ != nullptr) dead_variables_->clear(bytes.data(), bytes.size());
  std::vector<std::uint32_t> origin;
  if (identities_ != nullptr)
    identities_->place(bytes.data(), bytes.size(), exchange, &origin);
  else if (symmetry_ != nullptr)
    symmetry_->canonical(bytes.data(), bytes.size(), &origin);
  return origin;
}

void ReducedSystem::initial_states(SuccessorBuffer& out) const {
  SuccessorBuffer initial;
  model_.initial_states(initial);
  tidy(nullptr, initial, 0);
  for (std::size_t i = 0; i < initial.size(); ++i) out.append(initial.step(i), initial.state(i));
}

std::size_t ReducedSystem::reduce(StateView state, SuccessorBuffer& out, Proviso proviso, bool rest,
                                  std::size_t room) const {
  const std::size_t count = choice_.partial_order ? order_->reduce(state, out, proviso, rest) : out.size();
  tidy(&state, out, room);
  return count;
}

ReducedSystem::Parts ReducedSystem::append_successors(StateView state, SuccessorBuffer& out, Proviso proviso,
                                                      bool rest) const {
  if (!out.empty()) {  // partial order sorts a buffer that holds only this state's successors
    SuccessorBuffer own;
    const Parts parts = append_successors(state, own, proviso, rest);
    for (std::size_t i = 0; i < own.size(); ++i) out.append(own.step(i), own.state(i));
    return parts;
  }
  interpreter().successors(bare(state), out);
  const std::size_t all = out.size();
  if (watched_ == nullptr) return {reduce(state, out, proviso, rest, 0), all};
  // Watching may add faults, in which case nothing is omitted.
  const std::size_t count = reduce(bare(state), out, proviso, true, 0);
  watched_->watch(state, out);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out.step(i).fault != Fault::None) return {all, all};
  while (out.size() > count && !rest) out.pop_back();
  return {count, all};
}

bool ReducedSystem::expand(std::span<const std::uint32_t> atoms, StateView state, ExpansionRequest& request,
                           SuccessorBuffer& out) const {
  if (watched_ != nullptr) return TransitionSystem::expand(atoms, state, request, out);
  std::array<AtomCode, 64> codes;
  for (std::size_t i = 0; i < atoms.size(); ++i) codes[i] = system_.state_atom(atoms[i]);
  class Noted : public ExpansionRequest {
   public:
    explicit Noted(ExpansionRequest& asked) : asked_(asked) {}
    int room_for(const AtomBits& letter) override { return room = asked_.room_for(letter); }
    int room = kNone;

   private:
    ExpansionRequest& asked_;
  };
  Noted noted(request);
  out.clear();
  interpreter().expand({codes.data(), atoms.size()}, state, noted, out);
  if (noted.room != ExpansionRequest::kNone)
    reduce(state, out, proviso_of_state(), false, static_cast<std::size_t>(noted.room));
  return true;
}

ReducedSystem::FirstStates ReducedSystem::first_states() const {
  constexpr std::size_t kStates = 1000, kBytes = 1 << 20;
  SampleBudget budget;
  FirstStates result;
  std::set<std::vector<std::byte>> seen, reached, classes;
  std::vector<std::vector<std::byte>> states;  // in order of discovery
  std::size_t bytes = 0, possible = 1, explored = 1;
  const auto arrive = [&](const SuccessorBuffer& found) {
    for (std::size_t i = 0; i < found.size() && seen.size() < kStates && bytes < kBytes; ++i) {
      std::vector<std::byte> state(found.state(i).begin(), found.state(i).end());
      if (!seen.insert(state).second) continue;
      bytes += state.size();
      states.push_back(std::move(state));
    }
  };
  SuccessorBuffer steps;
  initial_states(steps);
  arrive(steps);
  for (std::size_t next = 0; next < states.size() && budget.is_left(); ++next) {
    const std::vector<std::byte> bytes_here = states[next];
    const StateView state = bytes_here;
    steps.clear();
    interpreter().successors(bare(state), steps);
    if (interpreter().stopped()) break;  // some successors are missing
    budget.spend(steps);
    possible += steps.size();
    explored += choice_.partial_order ? order_->reduce(bare(state), steps, choice_.proviso) : steps.size();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      std::vector<std::byte> target(steps.state(i).begin(), steps.state(i).end());
      if (dead_variables_ != nullptr) dead_variables_->clear(target.data(), target.size());
      reached.insert(std::move(target));
    }
    tidy(&state, steps, 0);
    for (std::size_t i = 0; i < steps.size(); ++i) classes.emplace(steps.state(i).begin(), steps.state(i).end());
    if (watched_ != nullptr) watched_->watch(state, steps);
    arrive(steps);
  }
  result.exchanged = classes.size() < reached.size();
  result.explored = static_cast<double>(explored) / static_cast<double>(possible);
  return result;
}

std::size_t ReducedSystem::passed_locations() const {
  return static_cast<std::size_t>(std::count(merged_.passed.begin(), merged_.passed.end(), true));
}

void ReducedSystem::successors(StateView state, SuccessorBuffer& out) const {
  append_successors(state, out, proviso_of_state(), false);
}

ReducedSystem::Parts ReducedSystem::successors_in_parts(StateView state, SuccessorBuffer& out, bool whole) const {
  return append_successors(state, out, choice_.proviso, whole);
}

}  // namespace weir
