// SPDX-License-Identifier: Apache-2.0
// StateSpace: the states of a model that were looked at, by number, and the expansions that were shown last.
//
// States are kept as long as the explorer: a number (Node) stays valid. Descriptions of steps take far more memory than
// states, so only recent expansions are kept. Not thread-safe.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include <weir/explorer.h>

#include "base/memory/memory_budget.h"
#include "base/stop_flag.h"
#include "store/exact_store.h"

namespace weir {

class StateSpace {
 public:
  using Node = Explorer::Node;

  StateSpace(TransitionSystem& system, std::uint64_t memory_limit);

  TransitionSystem& system() const { return system_; }
  MemoryBudget& budget() { return budget_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
  bool has(Node node) const { return node < states_.size(); }
  StateView bytes(Node node) const { return states_.get(StateId{node}); }
  /// The number of a state; nothing if memory is used up.
  std::optional<Node> number(StateView state);

  std::vector<Node> initial();
  /// Replaces the content of `out` by the successors. Incomplete if `stop` is raised then.
  void successors(Node node, SuccessorBuffer& out, StopFlag& stop);
  /// Whether the node has no successors.
  bool is_stuck(Node node, StopFlag& stop);

  std::shared_ptr<const Explorer::Expansion> expand(Node node, StopFlag& stop);
  std::optional<Explorer::Successor> successor(Node node, std::size_t choice, StopFlag& stop);
  /// Forgets the expansions, because the steps of the system may be divided in another way from now on.
  void forget_expansions();

 private:
  using ExpansionPointer = std::shared_ptr<const Explorer::Expansion>;
  struct Kept {
    ExpansionPointer expansion;
    std::uint64_t bytes = 0;
    std::list<Node>::iterator place;  ///< in recent_
  };

  std::optional<Explorer::Successor> described(StateView from, const std::vector<Variable>& before, const Step& step,
                                               StateView to);
  void keep(Node node, const ExpansionPointer& expansion);
  void drop_oldest();

  TransitionSystem& system_;
  MemoryBudget budget_;
  ExactStore states_;
  SuccessorBuffer buffer_;
  std::unordered_map<Node, Kept> kept_;
  std::list<Node> recent_;  ///< keys of kept_, the most recently used first
  std::uint64_t kept_bytes_ = 0;
};

}  // namespace weir
