// SPDX-License-Identifier: Apache-2.0
// One run of a model: random, interactive, or along a counterexample that a check has written as JSON.
#include <optional>
#include <random>

#include <weir/weir.h>

#include "base/memory/memory_budget.h"
#include "base/memory/memory_limit.h"
#include "base/stop_flag.h"
#include "frontend/open_model.h"
#include "model/program_system.h"
#include "pipeline/explorer/state_difference.h"
#include "pipeline/trail/recording.h"

namespace weir {
namespace {

using Bytes = std::vector<std::byte>;

class Simulation {
 public:
  /// `system`: the model, or the model together with a property process.
  Simulation(TransitionSystem& model, TransitionSystem& system, const SimulateOptions& options,
             SimulationListener& listener)
      : model_(model),
        system_(system),
        options_(options),
        listener_(listener),
        random_(options.seed),
        watchdog_(
            stop_, 0,
            listener.interactive() ? std::function<bool()>() : [&listener] { return listener.interrupted(); }),
        memory_(run_budget(0)),
        limited_(system, {&stop_, &memory_}) {}

  /// Random or interactive; with a recording, along it.
  SimulationEnd run(const RecordedRun* recording) {
    std::vector<std::size_t> choices;
    if (recording != nullptr) choices = follow(*recording);
    system_.initial_states(buffer_);
    if (buffer_.empty()) return end(SimulationEnd::Reason::Ended);
    if (stop_.raised()) return stopped();
    move_to(buffer_.state(recording != nullptr ? choices.front() : choose_start()));
    listener_.start(shown_);
    while (true) {
      if (recording != nullptr) {
        if (steps_ == recording->steps.size()) return end(SimulationEnd::Reason::ReplayEnded);
        const RecordedStep& next = recording->steps[steps_];
        if (next.starts_cycle) listener_.cycle_starts();
        if (steps_ + 1 == choices.size()) return end_of_replay(*recording);
      } else if (options_.max_steps != 0 && steps_ >= options_.max_steps) {
        return end(SimulationEnd::Reason::Limit);
      }
      if (listener_.interrupted()) return end(SimulationEnd::Reason::Stopped);
      buffer_.clear();
      system_.successors(state_, buffer_);
      if (stop_.raised()) return stopped();
      if (buffer_.empty())
        return end(system_.may_end(state_) ? SimulationEnd::Reason::Ended : SimulationEnd::Reason::Deadlock);
      const std::size_t choice = recording != nullptr ? choices[steps_ + 1] : choose();
      if (choice >= buffer_.size()) return end(SimulationEnd::Reason::Stopped);
      const StepDescription step = system_.describe(state_, buffer_.step(choice), buffer_.state(choice));
      if (stop_.raised()) return stopped();
      const bool fault = buffer_.step(choice).fault != Fault::None;
      const std::vector<Variable> before = std::move(shown_);
      move_to(buffer_.state(choice));
      listener_.step(++steps_, step, difference(before, shown_).changed);
      if (fault && (recording == nullptr || steps_ == recording->steps.size()))
        return end(SimulationEnd::Reason::Fault, step.fault);
    }
  }

 private:
  /// A property may have been simplified so that it no longer mentions a hidden variable, which was part of the state
  /// nevertheless. The recording does not say so: it is tried without such variables, then with all that change.
  std::vector<std::size_t> follow(const RecordedRun& recording) {
    const std::vector<std::size_t> choices = follow_recording(system_, recording, stop_);
    if (recording.followed_by(choices) || stop_.raised()) return choices;
    for (const std::string& variable : recording.changing) (void)model_.resolve(variable);
    return follow_recording(system_, recording, stop_);
  }
  /// A limit was reached in the middle of a step.
  SimulationEnd stopped() const {
    return end(SimulationEnd::Reason::Stopped, stop_.reason() == StopFlag::Reason::Memory
                                                   ? "the memory limit was reached in the middle of a step"
                                                   : "");
  }
  /// The model cannot take the next recorded step, unless that step only repeats a deadlocked state.
  SimulationEnd end_of_replay(const RecordedRun& recording) {
    const RecordedStep& next = recording.steps[steps_];
    buffer_.clear();
    system_.successors(state_, buffer_);
    if (stop_.raised()) return stopped();
    if (next.stutters && buffer_.empty()) return end(SimulationEnd::Reason::ReplayEnded);
    return end(SimulationEnd::Reason::ReplayFailed, refused_step(recording, steps_));
  }
  SimulationEnd end(SimulationEnd::Reason reason, std::string message = {}) const {
    return {reason, std::move(message), steps_};
  }

  void move_to(StateView state) {
    Bytes copy(state.begin(), state.end());
    state_ = std::move(copy);
    shown_ = system_.show(state_);
  }

  std::size_t choose_start() { return buffer_.size() == 1 ? 0 : random_() % buffer_.size(); }
  std::size_t choose() {
    if (!listener_.interactive()) return random_() % buffer_.size();
    std::vector<StepDescription> choices;
    for (std::size_t i = 0; i < buffer_.size(); ++i)
      choices.push_back(system_.describe(state_, buffer_.step(i), buffer_.state(i)));
    return listener_.choose(choices);
  }

  TransitionSystem& model_;
  TransitionSystem& system_;
  const SimulateOptions& options_;
  SimulationListener& listener_;
  std::mt19937_64 random_;
  StopFlag stop_;  ///< raised: successors may be missing
  Watchdog watchdog_;
  MemoryBudget memory_;
  LimitedExpansions limited_;
  SuccessorBuffer buffer_;
  Bytes state_;
  std::vector<Variable> shown_;
  std::uint64_t steps_ = 0;
};

}  // namespace

Expected<SimulationEnd> simulate(const std::string& model_path, const SimulateOptions& options,
                                 SimulationListener& listener) {
  Expected<Model> model = open_model(model_path, options.model);
  if (!model) return model.error();
  TransitionSystem* system = model->system.get();
  std::optional<RecordedRun> recording;
  if (!options.replay_file.empty()) {
    Expected<RecordedRun> read = read_recording(options.replay_file, options.property);
    if (!read) return read.error();
    // A hidden variable mentioned by a property is part of the state, as it was when the run was found.
    for (const std::string& atom : read->atoms) (void)model->system->resolve(atom);
    for (const StatedProperty& stated : model->properties) {
      if (!stated.formula || !read->names.contains(stated.name)) continue;
      for (const std::string& atom : atoms(*stated.formula)) (void)model->system->resolve(atom);
    }
    // A run that violates a property process is a run of the system together with that process.
    for (const StatedProperty& stated : model->properties)
      if (stated.system != nullptr && stated.text == read->formula) system = stated.system.get();
    recording = std::move(*read);
  }
  Simulation simulation(*model->system, *system, options, listener);
  return simulation.run(recording ? &*recording : nullptr);
}

}  // namespace weir
