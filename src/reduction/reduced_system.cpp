// SPDX-License-Identifier: Apache-2.0
#include "reduction/reduced_system.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/assert.h"
#include "model/interpreter.h"
#include "reduction/refined_cycle.h"

namespace weir {

ReducedSystem::ReducedSystem(ProgramSystem& system, const ReductionChoice& choice,
                             const std::vector<std::uint32_t>& atoms, WatchedProgram* watched)
    : system_(system),
      watched_(watched),
      model_(watched == nullptr ? static_cast<const TransitionSystem&>(system) : *watched),
      choice_(choice) {
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
  if (merges()) executor_ = std::make_unique<Interpreter>(*merged_.program);
  const Program& program = merges() ? *merged_.program : system.program();
  if (choice.dead || choice.slice) {
    irrelevant_ = std::make_unique<Irrelevant>(program, code, choice.dead, choice.slice);
    if (irrelevant_->nothing()) irrelevant_.reset();
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
    find_symmetry(program, std::move(seen), atoms);
  }
}

void ReducedSystem::find_symmetry(const Program& program, SymmetryAtoms seen, const std::vector<std::uint32_t>& atoms) {
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
  // An identity that is a parameter goes with its frame, which has no place of its own.
  const LocationId entry = program.process_types[plan->kind.types[0]].entry;
  if (plan->kind.positions.empty() && (symmetry_ == nullptr || !symmetry_->exchanges(entry))) {
    wrong_declaration_ = {
        {.message = "--symmetry is refused: the processes cannot change places: " +
                    (obstacle_to_symmetry_.empty() ? "they end, or their numbers are used" : obstacle_to_symmetry_)}};
    return;
  }
  obstacle_to_symmetry_.clear();
  // Leaving out ended processes would change the others' places.
  if (!plan->kind.positions.empty() && symmetry_ != nullptr && symmetry_->leaves_out_ended()) symmetry_.reset();
  if (irrelevant_ != nullptr) irrelevant_->keep_apart(*plan);
  identities_ = std::make_unique<IdentitySymmetry>(program, std::move(*plan), symmetry_.get());
}

void ReducedSystem::clear_from(std::size_t first, SuccessorBuffer& out) const {
  if (irrelevant_ == nullptr) return;
  for (std::size_t i = first; i < out.size(); ++i) {
    const StateView state = out.state(i);
    irrelevant_->clear(const_cast<std::byte*>(state.data()), state.size());
  }
}

void ReducedSystem::exchange_from(std::size_t first, SuccessorBuffer& out) const {
  if (symmetry_ == nullptr && identities_ == nullptr) return;
  std::vector<std::size_t> sizes;  // of states that became smaller; empty: none did
  for (std::size_t i = first; i < out.size(); ++i) {
    const StateView state = out.state(i);
    auto* bytes = const_cast<std::byte*>(state.data());
    std::size_t size = 0;
    if (identities_ == nullptr) {
      size = symmetry_->canonical(bytes, state.size());
    } else {
      size = identities_->canonical(bytes, state.size());
      if (irrelevant_ != nullptr) irrelevant_->clear(bytes, size);
    }
    if (size == state.size()) continue;
    sizes.resize(out.size(), 0);
    sizes[i] = size;
  }
  if (sizes.empty()) return;
  SuccessorBuffer shorter;
  for (std::size_t i = 0; i < out.size(); ++i)
    shorter.append(out.step(i), sizes[i] == 0 ? out.state(i) : out.state(i).first(sizes[i]));
  std::swap(out, shorter);
}

std::vector<std::byte> ReducedSystem::reduced(StateView state, Exchange& exchange) const {
  std::vector<std::byte> result(state.begin(), state.end());
  if (irrelevant_ != nullptr) irrelevant_->clear(result.data(), result.size());
  if (identities_ != nullptr) {
    result.resize(identities_->canonical(result.data(), result.size(), &exchange));
    if (irrelevant_ != nullptr) irrelevant_->clear(result.data(), result.size());
  } else if (symmetry_ != nullptr) {
    result.resize(symmetry_->canonical(result.data(), result.size()));
  }
  return result;
}

std::vector<std::uint32_t> ReducedSystem::origin_of_processes(StateView state, const Exchange& exchange) const {
  std::vector<std::byte> bytes(state.begin(), state.end());
  if (irrelevant_ != nullptr) irrelevant_->clear(bytes.data(), bytes.size());
  std::vector<std::uint32_t> origin;
  if (identities_ != nullptr)
    identities_->place(bytes.data(), bytes.size(), exchange, &origin);
  else if (symmetry_ != nullptr)
    symmetry_->canonical(bytes.data(), bytes.size(), &origin);
  return origin;
}

void ReducedSystem::initial_states(SuccessorBuffer& out) const {
  const std::size_t before = out.size();
  model_.initial_states(out);
  clear_from(before, out);
  exchange_from(before, out);
}

std::size_t ReducedSystem::ordered_successors(StateView state, SuccessorBuffer& out, Proviso proviso) const {
  if (merges())
    executor_->successors(state, out);
  else
    system_.successors(bare(state), out);
  clear_from(0, out);
  return !choice_.partial_order ? out.size() : order_->reduce(bare(state), out, proviso);
}

std::size_t ReducedSystem::append_successors(StateView state, SuccessorBuffer& out, Proviso proviso) const {
  if (!out.empty()) {  // partial order sorts a buffer that holds this state's successors alone
    SuccessorBuffer own;
    const std::size_t count = append_successors(state, own, proviso);
    for (std::size_t i = 0; i < own.size(); ++i) out.append(own.step(i), own.state(i));
    return count;
  }
  const std::size_t count = ordered_successors(state, out, proviso);
  exchange_from(0, out);
  if (watched_ == nullptr) return count;
  watched_->watch(state, out);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out.step(i).fault != Fault::None) return out.size();
  return count;
}

ReducedSystem::FirstStates ReducedSystem::first_states() const {
  constexpr std::size_t kStates = 1000, kBytes = 1 << 20;
  FirstStates result;
  std::set<std::vector<std::byte>> seen, reached, classes;
  std::vector<std::vector<std::byte>> states;  // in the order of their discovery
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
  for (std::size_t next = 0; next < states.size(); ++next) {
    const std::vector<std::byte> state = states[next];
    steps.clear();
    explored += ordered_successors(state, steps, choice_.proviso);
    possible += steps.size();
    for (std::size_t i = 0; i < steps.size(); ++i) reached.emplace(steps.state(i).begin(), steps.state(i).end());
    exchange_from(0, steps);
    for (std::size_t i = 0; i < steps.size(); ++i) classes.emplace(steps.state(i).begin(), steps.state(i).end());
    if (watched_ != nullptr) watched_->watch(state, steps);
    arrive(steps);
  }
  result.exchanged = classes.size() < reached.size();
  result.explored = static_cast<double>(explored) / static_cast<double>(possible);
  return result;
}

void ReducedSystem::successors(StateView state, SuccessorBuffer& out) const {
  const std::size_t before = out.size();
  const Proviso proviso = choice_.proviso == Proviso::None ? Proviso::None : Proviso::Static;
  const std::size_t count = append_successors(state, out, proviso);
  while (out.size() > before + count) out.pop_back();
}

std::size_t ReducedSystem::successors_in_parts(StateView state, SuccessorBuffer& out) const {
  return append_successors(state, out, choice_.proviso);
}

bool ReducedSystem::follow(const RunStep& wanted, const std::vector<std::byte>& target, std::vector<RunStep>& out,
                           Exchange& exchange) const {
  // Depth-first over the steps of the processes that took part; merged statements are passed one by one.
  struct Level {
    SuccessorBuffer successors;
    std::size_t next = 0;
  };
  const std::size_t start = out.size();
  std::int32_t process = wanted.step.process;
  std::int32_t partner = wanted.step.partner;
  if (symmetry_ != nullptr || identities_ != nullptr) {  // who they are in the model
    const std::vector<std::uint32_t> origin = origin_of_processes(out.back().state, exchange);
    for (std::int32_t* number : {&process, &partner})
      if (*number >= 0 && static_cast<std::size_t>(*number) < origin.size())
        *number = static_cast<std::int32_t>(origin[static_cast<std::size_t>(*number)]);
  }
  std::vector<Level> levels(1);
  system_.successors(out.back().state, levels.back().successors);
  const MachineTables tables(system_.program());
  Machine machine(system_.program(), tables);
  // On the way a process may meet another one, perhaps in the middle of a step; it goes on then.
  const auto meets = [&](const RunStep& from, std::int32_t number) {
    if (from.step.process == number || from.step.partner == number) return true;
    if (from.step.transition < kComposite) return false;
    const std::vector<MicroStep> parts = system_.executor().unfold(from.state, from.step);
    return std::any_of(parts.begin(), parts.end(), [&](const MicroStep& part) { return part.process == number; });
  };
  const auto takes_part = [&](std::int32_t number) {
    if (number == process || (levels.size() > 1 && number == partner)) return true;
    for (std::size_t i = start - 1; i + 1 < out.size(); ++i)
      if (meets(out[i], number)) return true;
    return false;
  };
  const auto passing = [&](StateView state) {
    if (!merges()) return false;
    machine.attach(state);
    for (std::uint32_t i = 0; i < machine.process_count(); ++i) {
      const auto number = static_cast<std::int32_t>(i);
      if (merged_.passed[machine.location(i)] && (takes_part(number) || number == partner || meets(out.back(), number)))
        return true;
    }
    return false;
  };
  // Of merged statements any may be the faulty one; another way to the same state may have none.
  const auto same_fault = [&] {
    bool same = wanted.step.fault == Fault::None;
    for (std::size_t i = start - 1; i < out.size(); ++i) {
      if (wanted.step.fault == Fault::None)
        same = same && out[i].step.fault == Fault::None;
      else
        same = same || out[i].step.fault == wanted.step.fault;
    }
    return same;
  };
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.successors.size()) {
      levels.pop_back();
      if (!levels.empty()) out.pop_back();
      continue;
    }
    const std::size_t i = level.next++;
    const Step& step = level.successors.step(i);
    const StateView state = level.successors.state(i);
    if (!takes_part(step.process)) continue;
    if (levels.size() == 1 && step.partner != partner && !(merges() || step.partner == kNoProcess)) continue;
    out.back().step = step;
    Exchange after = exchange;
    if (reduced(state, after) == target && same_fault()) {
      exchange = std::move(after);
      RunStep next;
      next.state.assign(state.begin(), state.end());
      out.push_back(std::move(next));
      return true;
    }
    if (!passing(state) || levels.size() > merged_.passed.size()) continue;
    RunStep next;
    next.state.assign(state.begin(), state.end());
    out.push_back(std::move(next));
    levels.emplace_back();
    system_.successors(out.back().state, levels.back().successors);
  }
  out.resize(start);
  return false;
}

void ReducedSystem::end_processes(std::vector<RunStep>& out) const {
  if (symmetry_ == nullptr || !symmetry_->leaves_out_ended()) return;
  const Program& program = system_.program();
  while (symmetry_->youngest_has_ended(out.back().state)) {
    SuccessorBuffer successors;
    system_.successors(out.back().state, successors);
    std::size_t i = 0;
    const auto ends = [&](const Step& step) {
      return step.transition < kComposite && program.transitions[step.transition].kind == TransitionKind::End;
    };
    while (i < successors.size() && !ends(successors.step(i))) ++i;
    if (i == successors.size()) return;  // its condition (provided) does not hold
    out.back().step = successors.step(i);
    RunStep next;
    next.automaton_state = out.back().automaton_state;
    next.state.assign(successors.state(i).begin(), successors.state(i).end());
    out.push_back(std::move(next));
  }
}

std::optional<Run> ReducedSystem::refine(const Run& run, bool ends_in_fault) const {
  if (!merges() && !clears() && symmetry_ == nullptr && identities_ == nullptr) return run;
  Run result;
  if (run.size() == 0) return result;
  SuccessorBuffer initial;
  system_.initial_states(initial);
  std::vector<RunStep> steps;  // the last one is where the model stands
  Exchange exchange;
  for (std::size_t i = 0; i < initial.size() && steps.empty(); ++i) {
    exchange.clear();
    if (reduced(initial.state(i), exchange) != run[0].state) continue;
    steps.emplace_back();
    steps.back().state.assign(initial.state(i).begin(), initial.state(i).end());
  }
  if (steps.empty()) return std::nullopt;
  const auto advance = [&](const RunStep& from, const std::vector<std::byte>& to) {
    end_processes(steps);
    steps.back().automaton_state = from.automaton_state;
    if (!from.stutters) return follow(from, to, steps, exchange);
    append_stutter(from, steps);
    return true;
  };
  for (std::size_t i = 0; i < run.prefix.size(); ++i) {
    if (run.prefix[i].last) {
      if (!ends_in_fault) end_processes(steps);
      steps.back().last = true;
      steps.back().automaton_state = run.prefix[i].automaton_state;
      result.prefix = std::move(steps);
      return result;
    }
    const std::size_t before = steps.size() - 1;
    if (!advance(run.prefix[i], i + 1 < run.prefix.size() ? run.prefix[i + 1].state : run.cycle[0].state))
      return std::nullopt;
    if (!ends_in_fault || i + 1 == run.prefix.size() || !run.prefix[i + 1].last) continue;
    // Of merged statements, what comes after a fault is not shown.
    for (std::size_t k = before; k + 1 < steps.size(); ++k)
      if (steps[k].step.fault != Fault::None) steps.resize(k + 2);
  }
  return refined_cycle(run.cycle, advance, steps);
}

}  // namespace weir
