// SPDX-License-Identifier: Apache-2.0
#include "pipeline/explorer/recorded_run.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/expansion_limits.h"

namespace weir {
namespace {

/// Removes the recorded values of these variables, their elements and what belongs to processes of these names.
void leave_out(const std::vector<std::string>& names, RecordedRun& recording) {
  const auto is_left_out = [&](const std::string& variable) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return variable == name || variable.starts_with(name + "[") || variable.starts_with(name + ".");
    });
  };
  for (RecordedStep& step : recording.steps) {
    for (nlohmann::json* state : {&step.before, &step.after}) {
      if (!state->is_object()) continue;
      for (auto place = state->begin(); place != state->end();)
        place = is_left_out(place.key()) ? state->erase(place) : std::next(place);
    }
  }
}

/// A run that violates a property process of DVE is one of the system together with this process: its events are
/// `EVENT | PROCESS: MOVE`. An explorer follows the system alone.
void leave_out_property_process(const Model& model, RecordedRun& recording) {
  for (const StatedProperty& stated : model.properties) {
    if (stated.system == nullptr || stated.text != recording.formula) continue;
    const std::string bar = " | " + stated.name + ": ";
    for (RecordedStep& step : recording.steps)
      if (const std::size_t end = step.event.rfind(bar); end != std::string::npos) step.event.resize(end);
    leave_out({stated.name}, recording);
    return;
  }
}

}  // namespace

void ChoiceFollower::begin(std::size_t start_choice) {
  run_.start_choice = start_choice;
  run_.of = choices_.size();
  const std::vector<Explorer::Node> initial = space_.initial();
  if (start_choice >= initial.size())
    run_.problem = "the model has no initial state " + std::to_string(start_choice + 1);
  else
    node_ = run_.start = initial[start_choice];
}

bool ChoiceFollower::step() {
  if (!run_.problem.empty() || run_.steps.size() == choices_.size()) return false;
  const std::size_t choice = choices_[run_.steps.size()];
  if (!stop_.raised()) space_.successors(node_, buffer_, stop_);
  if (stop_.raised()) {
    run_.problem = reason_text(stop_.reason());
    return false;
  }
  const std::string place = "step " + std::to_string(run_.steps.size() + 1) + ": ";
  if (choice >= buffer_.size()) {
    run_.problem = place + "there is no choice " + std::to_string(choice + 1) + " of " + std::to_string(buffer_.size());
    return false;
  }
  const std::optional<Explorer::Node> target = space_.number(buffer_.state(choice));
  if (!target) {
    run_.problem = place + reason_text(StopFlag::Reason::Memory);
    return false;
  }
  run_.steps.push_back({node_, choice, *target});
  node_ = *target;
  return true;
}

Explorer::Run run_of(StateSpace& space, const ExploredModel& model, RecordedRun recording, StopFlag& stop) {
  leave_out_property_process(model.model, recording);
  // A search clears hidden variables where nothing reads them; their recorded values say nothing.
  if (!model.hidden.empty()) leave_out(model.hidden, recording);
  std::vector<std::size_t> choices;
  {
    const LimitedExpansions limited(space.system(), {&stop, &space.budget()});
    choices = follow_recording(space.system(), recording, stop);
  }
  if (choices.empty()) {
    Explorer::Run nothing;
    nothing.of = recording.steps.size();
    nothing.problem = stop.raised() ? reason_text(stop.reason()) : "the model has no initial state";
    return nothing;
  }
  const std::vector<std::size_t> taken(choices.begin() + 1, choices.end());
  ChoiceFollower follower(space, taken, stop);
  follower.begin(choices.front());
  while (follower.step()) {
  }
  Explorer::Run run = follower.run();
  run.of = recording.steps.size();
  if (!run.problem.empty()) return run;
  const std::size_t reached = run.steps.size();
  for (std::size_t i = 0; i < reached && i < recording.steps.size(); ++i)
    if (recording.steps[i].starts_cycle) run.cycle = i;
  if (reached < recording.steps.size()) {
    run.cycle.reset();
    const Explorer::Node last = run.steps.empty() ? run.start : run.steps.back().to;
    if (stop.raised()) {
      run.problem = reason_text(stop.reason());
    } else if (recording.steps[reached].stutters && space.is_stuck(last, stop)) {
      run.cycle = reached;  // the deadlocked state repeats
      run.of = reached;
    } else {
      run.problem = refused_step(recording, reached);
    }
  }
  return run;
}

}  // namespace weir
