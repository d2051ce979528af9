// SPDX-License-Identifier: Apache-2.0
// Converts a run of the reduced system to a run of the model. A step of the reduced system is one step of the model
// unless statements were merged; then its transitions are taken one after the other, in as many steps as needed.
// Every transition is known, so the time is linear in the length of the run; only exchanged identities need a search
// among the states between two steps, each of which is examined once.
#include <algorithm>
#include <set>
#include <utility>

#include "reduction/combined/reduced_system.h"
#include "reduction/refined_cycle.h"

namespace weir {

namespace {

RunStep standing_at(StateView state) {
  RunStep step;
  step.state.assign(state.begin(), state.end());
  return step;
}

/// The transitions taken, as positions: processes of one kind have different transitions.
std::vector<ScriptStep> script_of(const Program& program, const std::vector<MicroStep>& parts) {
  std::vector<ScriptStep> script;
  for (const MicroStep& part : parts) {
    if (part.continues) continue;  // a d_step continues by itself
    const TransitionId id = part.within != kNone ? part.within : part.transition;
    const Location& location = program.locations[program.transitions[id].source];
    script.push_back({static_cast<std::uint32_t>(part.process), id - location.first});
  }
  return script;
}

}  // namespace

class ReducedSystem::Refinement {
 public:
  explicit Refinement(const ReducedSystem& owner) : owner_(owner) {}

  std::optional<Run> run(const Run& run, bool ends_in_fault);

 private:
  bool start(const std::vector<std::byte>& reduced);
  bool advance(const RunStep& from, const std::vector<std::byte>& to);
  bool take_one_step(const Step& wanted, const std::vector<std::byte>& target);
  bool take_transitions(const RunStep& from, const std::vector<std::byte>& target);
  bool take_part_of(std::vector<ScriptStep>& script);
  bool take_equivalent(const std::vector<ScriptStep>& script, const std::vector<std::byte>& target);
  void leave_by(const Step& step, StateView to);
  void end_processes();
  void cut_after_fault(std::size_t first);
  std::int32_t in_model(std::int32_t process) const;

  const ReducedSystem& owner_;
  std::vector<RunStep> steps_;  ///< the last one is the current state of the model
  Exchange exchange_;           ///< maps the model's state to the reduced one
  std::vector<std::uint32_t>
      origin_;  ///< for each process of the reduced state, its number in the model; empty if equal
};

std::int32_t ReducedSystem::Refinement::in_model(std::int32_t process) const {
  const auto number = static_cast<std::size_t>(process);
  return process >= 0 && number < origin_.size() ? static_cast<std::int32_t>(origin_[number]) : process;
}

bool ReducedSystem::Refinement::start(const std::vector<std::byte>& reduced) {
  SuccessorBuffer initial;
  owner_.system_.initial_states(initial);
  for (std::size_t i = 0; i < initial.size(); ++i) {
    exchange_.clear();
    if (owner_.reduced(initial.state(i), exchange_) != reduced) continue;
    steps_.push_back(standing_at(initial.state(i)));
    return true;
  }
  return false;
}

/// Advances the model. Merged or omitted steps change no letter, so they share its description.
void ReducedSystem::Refinement::leave_by(const Step& step, StateView to) {
  steps_.back().step = step;
  const std::int64_t automaton_state = steps_.back().automaton_state;
  steps_.push_back(standing_at(to));
  steps_.back().automaton_state = automaton_state;
}

bool ReducedSystem::Refinement::advance(const RunStep& from, const std::vector<std::byte>& to) {
  if (owner_.interpreter().stopped()) return false;
  end_processes();
  steps_.back().automaton_state = from.automaton_state;
  if (from.stutters) {
    append_stutter(from, steps_);
    return true;
  }
  origin_.clear();
  if (owner_.symmetry_ != nullptr || owner_.identities_ != nullptr)
    origin_ = owner_.origin_of_processes(steps_.back().state, exchange_);
  return take_one_step(from.step, to) || (owner_.merges() && take_transitions(from, to));
}

/// Takes one equivalent step of the model. A run-time error has no successor: its target state is irrelevant, and
/// variables that the step would have written differ there.
bool ReducedSystem::Refinement::take_one_step(const Step& wanted, const std::vector<std::byte>& target) {
  SuccessorBuffer successors;
  owner_.system_.successors(steps_.back().state, successors);
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const Step& step = successors.step(i);
    if (step.process != in_model(wanted.process) || step.partner != in_model(wanted.partner) ||
        step.fault != wanted.fault)
      continue;
    Exchange after = exchange_;
    if (owner_.reduced(successors.state(i), after) != target && step.fault != Fault::RuntimeError) continue;
    exchange_ = std::move(after);
    leave_by(step, successors.state(i));
    return true;
  }
  return false;
}

/// Takes the transitions of a step of the merged program, in as many steps as the model needs.
bool ReducedSystem::Refinement::take_transitions(const RunStep& from, const std::vector<std::byte>& target) {
  const std::size_t start = steps_.size();
  std::vector<ScriptStep> script =
      script_of(owner_.system_.program(), owner_.interpreter().unfold(from.state, from.step));
  for (ScriptStep& step : script)
    step.process = static_cast<std::uint32_t>(in_model(static_cast<std::int32_t>(step.process)));
  const std::vector<ScriptStep> whole = script;
  while (!script.empty())
    if (!take_part_of(script)) break;
  const Fault last = steps_.size() > start ? steps_[steps_.size() - 2].step.fault : Fault::None;
  const bool failed = from.step.fault == Fault::RuntimeError && last == Fault::RuntimeError;
  Exchange after = exchange_;
  if (failed || (script.empty() && owner_.reduced(steps_.back().state, after) == target)) {
    exchange_ = std::move(after);
    return true;
  }
  steps_.resize(start);
  return owner_.identities_ != nullptr && take_equivalent(whole, target);
}

/// Identities that the program writes as constants are exchanged, too, so the model may take other transitions of the
/// same processes: searches all of them breadth-first, at most as many as the script has. Every state is examined once:
/// there may be exponentially many paths.
bool ReducedSystem::Refinement::take_equivalent(const std::vector<ScriptStep>& script,
                                                const std::vector<std::byte>& target) {
  constexpr std::size_t kMostStates = 100000;
  const auto acts = [&](const Step& step) {
    return std::any_of(script.begin(), script.end(),
                       [&](const ScriptStep& part) { return static_cast<std::int32_t>(part.process) == step.process; });
  };
  struct Reached {
    std::vector<std::byte> state;
    std::size_t parent;
    Step step;  ///< from the parent
    std::size_t depth;
  };
  std::vector<Reached> reached = {{steps_.back().state, 0, {}, 0}};
  std::set<std::vector<std::byte>> seen;
  SuccessorBuffer successors;
  for (std::size_t next = 0; next < reached.size() && reached[next].depth < script.size(); ++next) {
    successors.clear();
    owner_.system_.successors(reached[next].state, successors);
    if (owner_.interpreter().stopped()) return false;
    for (std::size_t i = 0; i < successors.size() && reached.size() < kMostStates; ++i) {
      const Step& step = successors.step(i);
      std::vector<std::byte> state(successors.state(i).begin(), successors.state(i).end());
      if (step.fault != Fault::None || !acts(step) || !seen.insert(state).second) continue;
      reached.push_back({std::move(state), next, step, reached[next].depth + 1});
      Exchange after = exchange_;
      if (owner_.reduced(reached.back().state, after) != target) continue;
      exchange_ = std::move(after);
      std::vector<std::size_t> path;
      for (std::size_t at = reached.size() - 1; at != 0; at = reached[at].parent) path.push_back(at);
      for (auto at = path.rbegin(); at != path.rend(); ++at) leave_by(reached[*at].step, reached[*at].state);
      return true;
    }
  }
  return false;
}

/// Takes the first step of the model along the script, and removes the used part of the script.
bool ReducedSystem::Refinement::take_part_of(std::vector<ScriptStep>& script) {
  SuccessorBuffer done, all;
  const ProgramSystem& system = owner_.system_;
  const std::size_t used = system.interpreter().perform(steps_.back().state, script, done);
  if (used == 0 || done.empty()) return false;
  const Step& made = done.step(0);
  const StateView state = done.state(0);
  system.successors(steps_.back().state, all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Step& step = all.step(i);
    const StateView reached = all.state(i);
    if (step.process != made.process || step.partner != made.partner || step.fault != made.fault) continue;
    if (!std::equal(state.begin(), state.end(), reached.begin(), reached.end())) continue;
    script.erase(script.begin(), script.begin() + static_cast<std::ptrdiff_t>(used));
    leave_by(step, state);
    return true;
  }
  return false;
}

/// Takes the ends of processes that symmetry omits.
void ReducedSystem::Refinement::end_processes() {
  const Symmetry* symmetry = owner_.symmetry_.get();
  if (symmetry == nullptr || !symmetry->leaves_out_ended()) return;
  const Program& program = owner_.system_.program();
  while (symmetry->youngest_has_ended(steps_.back().state)) {
    SuccessorBuffer successors;
    owner_.system_.successors(steps_.back().state, successors);
    std::size_t i = 0;
    const auto ends = [&](const Step& step) {
      return step.transition < kComposite && program.transitions[step.transition].kind == TransitionKind::End;
    };
    while (i < successors.size() && !ends(successors.step(i))) ++i;
    if (i == successors.size()) return;  // its condition (provided) does not hold
    leave_by(successors.step(i), successors.state(i));
  }
}

/// Removes merged statements after a fault.
void ReducedSystem::Refinement::cut_after_fault(std::size_t first) {
  for (std::size_t k = first; k + 1 < steps_.size(); ++k)
    if (steps_[k].step.fault != Fault::None) return steps_.resize(k + 2);
}

std::optional<Run> ReducedSystem::Refinement::run(const Run& run, bool ends_in_fault) {
  Run result;
  if (run.size() == 0) return result;
  if (!start(run[0].state)) return std::nullopt;
  for (std::size_t i = 0; i < run.prefix.size(); ++i) {
    if (run.prefix[i].last) {
      if (!ends_in_fault) end_processes();
      steps_.back().last = true;
      steps_.back().automaton_state = run.prefix[i].automaton_state;
      result.prefix = std::move(steps_);
      return result;
    }
    const std::size_t before = steps_.size() - 1;
    const bool has_next = i + 1 < run.prefix.size();
    if (!advance(run.prefix[i], has_next ? run.prefix[i + 1].state : run.cycle[0].state)) return std::nullopt;
    if (ends_in_fault && has_next && run.prefix[i + 1].last) cut_after_fault(before);
  }
  return refined_cycle(
      run.cycle, [this](const RunStep& from, const std::vector<std::byte>& to) { return advance(from, to); }, steps_,
      owner_.same_future());
}

std::optional<Run> ReducedSystem::refine(const Run& run, bool ends_in_fault) const {
  if (!merges() && !clears() && symmetry_ == nullptr && identities_ == nullptr) return run;
  return Refinement(*this).run(run, ends_in_fault);
}

SameFuture ReducedSystem::same_future() const {
  if (dead_variables_ == nullptr) return {};
  return [this](StateView a, StateView b) {
    std::vector<std::byte> one(a.begin(), a.end()), other(b.begin(), b.end());
    dead_variables_->clear(one.data(), one.size());
    dead_variables_->clear(other.data(), other.size());
    return one == other;
  };
}

}  // namespace weir
