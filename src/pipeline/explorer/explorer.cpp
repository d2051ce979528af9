// SPDX-License-Identifier: Apache-2.0
// The public explorer: one mutex around the state space, watches and monitors.
#include <weir/explorer.h>

#include <mutex>
#include <utility>

#include "base/memory/memory_limit.h"
#include "pipeline/explorer/explored_model.h"
#include "pipeline/explorer/monitors.h"
#include "pipeline/explorer/recorded_run.h"
#include "pipeline/explorer/state_space.h"
#include "pipeline/explorer/walker.h"
#include "pipeline/explorer/watches.h"
#include "pipeline/trail/run_writer.h"

namespace weir {

class Explorer::Implementation {
 public:
  Implementation(std::unique_ptr<ExploredModel> explored, std::uint64_t limit)
      : model(std::move(explored)),
        memory_limit(limit),
        space(*model->system, limit),
        watches(space),
        monitors(space) {}

  const std::unique_ptr<ExploredModel> model;
  const std::uint64_t memory_limit;
  std::mutex mutex;  ///< guards the rest
  StateSpace space;
  Watches watches;
  Monitors monitors;
};

Explorer::Explorer(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Explorer::~Explorer() = default;

Expected<std::unique_ptr<Explorer>> Explorer::open(const std::string& path, const ExplorerOptions& options) {
  Expected<std::unique_ptr<ExploredModel>> explored = open_explored(path, options);
  if (!explored) return explored.error();
  return std::unique_ptr<Explorer>(
      new Explorer(std::make_unique<Implementation>(std::move(*explored), options.memory_limit)));
}

Expected<std::unique_ptr<Explorer>> Explorer::open(TransitionSystem& system, const ExplorerOptions& options) {
  Expected<std::unique_ptr<ExploredModel>> explored = open_explored(system, options);
  if (!explored) return explored.error();
  return std::unique_ptr<Explorer>(
      new Explorer(std::make_unique<Implementation>(std::move(*explored), options.memory_limit)));
}

const std::vector<SourceFile>& Explorer::sources() const { return implementation_->model->sources; }
const std::vector<Explorer::Property>& Explorer::properties() const { return implementation_->model->properties; }
const Diagnostics& Explorer::warnings() const { return implementation_->model->warnings; }

std::vector<Explorer::Node> Explorer::initial() {
  const std::lock_guard lock(implementation_->mutex);
  return implementation_->space.initial();
}

std::uint32_t Explorer::node_count() const {
  const std::lock_guard lock(implementation_->mutex);
  return implementation_->space.size();
}

std::vector<Variable> Explorer::state(Node node) const {
  const std::lock_guard lock(implementation_->mutex);
  const StateSpace& space = implementation_->space;
  return space.has(node) ? space.system().show(space.bytes(node)) : std::vector<Variable>();
}

std::shared_ptr<const Explorer::Expansion> Explorer::expand(Node node, const Interrupted& interrupted) {
  const std::lock_guard lock(implementation_->mutex);
  if (!implementation_->space.has(node)) return std::make_shared<const Expansion>();
  StopFlag stop;
  const Watchdog watchdog(stop, 0, interrupted);
  return implementation_->space.expand(node, stop);
}

std::optional<Explorer::Successor> Explorer::successor(Node node, std::size_t choice) {
  const std::lock_guard lock(implementation_->mutex);
  if (!implementation_->space.has(node)) return std::nullopt;
  StopFlag stop;
  return implementation_->space.successor(node, choice, stop);
}

Expected<std::uint32_t> Explorer::watch(const std::string& expression) {
  const std::lock_guard lock(implementation_->mutex);
  return implementation_->watches.add(expression);
}

Explorer::WatchValue Explorer::value(std::uint32_t watch, Node node) const {
  const std::lock_guard lock(implementation_->mutex);
  return implementation_->watches.value(watch, node);
}

Expected<std::uint32_t> Explorer::monitor(const std::string& formula, const Interrupted& interrupted) {
  const std::lock_guard lock(implementation_->mutex);
  StopFlag stop;
  const Watchdog watchdog(stop, 0, interrupted);
  return implementation_->monitors.add(formula, {&stop, resident_bytes() + run_budget(implementation_->memory_limit)});
}

std::optional<Explorer::MonitorState> Explorer::monitor_start(std::uint32_t monitor, Node start) {
  const std::lock_guard lock(implementation_->mutex);
  StopFlag stop;
  return implementation_->monitors.start(monitor, start, stop);
}

std::optional<Explorer::MonitorState> Explorer::monitor_at(std::uint32_t monitor, std::uint32_t state_id, Node node) {
  const std::lock_guard lock(implementation_->mutex);
  StopFlag stop;
  return implementation_->monitors.in_state(monitor, state_id, node, stop);
}

std::optional<Explorer::MonitorState> Explorer::monitor_step(std::uint32_t monitor, std::uint32_t state_id, Node from,
                                                             std::size_t choice) {
  const std::lock_guard lock(implementation_->mutex);
  StopFlag stop;
  return implementation_->monitors.step(monitor, state_id, from, choice, stop);
}

const AutomatonGraph& Explorer::automaton(std::uint32_t monitor) const {
  static const AutomatonGraph none;
  const std::lock_guard lock(implementation_->mutex);
  return implementation_->monitors.has(monitor) ? implementation_->monitors.graph(monitor) : none;
}

Explorer::Walk Explorer::walk(Node from, std::uint64_t steps, std::uint64_t seed,
                              const std::vector<Breakpoint>& breakpoints, const Interrupted& interrupted) {
  Implementation& inside = *implementation_;
  StopFlag stop;
  const Watchdog watchdog(stop, 0, interrupted);
  Walker walker(inside.space, inside.watches, inside.monitors, breakpoints, seed, stop);
  {
    const std::lock_guard lock(inside.mutex);
    walker.begin(from);
  }
  for (std::uint64_t taken = 0; taken < steps; ++taken) {
    const std::lock_guard lock(inside.mutex);
    if (!walker.step()) break;
  }
  const std::lock_guard lock(inside.mutex);
  return walker.finish();
}

Explorer::Run Explorer::follow(std::size_t start_choice, const std::vector<std::size_t>& choices,
                               const Interrupted& interrupted) {
  Implementation& inside = *implementation_;
  StopFlag stop;
  const Watchdog watchdog(stop, 0, interrupted);
  ChoiceFollower follower(inside.space, choices, stop);
  {
    const std::lock_guard lock(inside.mutex);
    follower.begin(start_choice);
  }
  while (true) {
    const std::lock_guard lock(inside.mutex);
    if (!follower.step()) return follower.run();
  }
}

Expected<Explorer::Run> Explorer::follow_recording(const std::string& json, const std::string& property,
                                                   const Interrupted& interrupted) {
  Expected<RecordedRun> recording = parse_recording(json, "", property);
  if (!recording) return recording.error();
  StopFlag stop;
  const Watchdog watchdog(stop, 0, interrupted);
  const std::lock_guard lock(implementation_->mutex);
  return run_of(implementation_->space, *implementation_->model, std::move(*recording), stop);
}

Explorer::Run Explorer::follow_counterexample(const PropertyResult& property, const Interrupted& interrupted) {
  StopFlag stop;
  const Watchdog watchdog(stop, 0, interrupted);
  const std::lock_guard lock(implementation_->mutex);
  return run_of(implementation_->space, *implementation_->model, recording_of(property), stop);
}

std::string Explorer::save(const Run& run, const std::string& name) const {
  const std::lock_guard lock(implementation_->mutex);
  StateSpace& space = implementation_->space;
  if (!space.has(run.start)) return {};
  RunWriter writer(run.start_choice, space.system().show(space.bytes(run.start)));
  const bool stutters = run.cycle && *run.cycle == run.steps.size();
  StopFlag stop;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (run.cycle && *run.cycle == i) writer.start_cycle();
    const RunStep& step = run.steps[i];
    const std::optional<Successor> taken =
        space.has(step.from) ? space.successor(step.from, step.choice, stop) : std::nullopt;
    if (!taken) return {};
    writer.add(step.choice, taken->step, taken->changed);
  }
  return writer.finish(name, stutters);
}

}  // namespace weir
