// SPDX-License-Identifier: Apache-2.0
// Monitors: formulas followed along runs of a model, as docs/semantics.md defines their letters.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <weir/explorer.h>

#include "pipeline/explorer/formula_monitor.h"
#include "pipeline/explorer/state_space.h"
#include "search/space/atom_binding.h"

namespace weir {

class Monitors {
 public:
  using Node = Explorer::Node;
  using MonitorState = Explorer::MonitorState;

  explicit Monitors(StateSpace& space) : space_(space) {}

  Expected<std::uint32_t> add(const std::string& text, const ConstructionLimits& limits);
  bool has(std::uint32_t monitor) const { return monitor < monitors_.size(); }
  const AutomatonGraph& graph(std::uint32_t monitor) const { return monitors_[monitor].automaton->graph(); }

  std::optional<MonitorState> start(std::uint32_t monitor, Node node, StopFlag& stop);
  std::optional<MonitorState> in_state(std::uint32_t monitor, std::uint32_t state, Node node, StopFlag& stop);
  std::optional<MonitorState> step(std::uint32_t monitor, std::uint32_t state, Node from, std::size_t choice,
                                   StopFlag& stop);

 private:
  struct Bound {
    std::unique_ptr<FormulaMonitor> automaton;
    AtomBinding atoms;
  };

  /// The state of the monitor before the letter of the node.
  MonitorState at(Bound& bound, FormulaMonitor::State state, Node node, StopFlag& stop);
  Explorer::MonitorVerdict verdict_at(Bound& bound, FormulaMonitor::State state, Node node, StopFlag& stop);
  Explorer::MonitorVerdict verdict_of(Bound& bound, FormulaMonitor::State state, const StateLetter& here, Letter step);

  StateSpace& space_;
  std::vector<Bound> monitors_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< by text
  SuccessorBuffer buffer_;
};

}  // namespace weir
