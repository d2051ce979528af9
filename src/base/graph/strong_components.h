// SPDX-License-Identifier: Apache-2.0
// StrongComponents: the strongly connected components of an explicit graph with nodes 0 .. n-1 (Tarjan 1972, with an
// explicit stack). A component is reported when it is complete, after all components that its edges lead to.
//
//   paper        here
//   NUMBER       number_ (0: not visited, kDone: in a complete component, or not to be visited)
//   LOWLINK      Frame::low; it matters only as long as the node is on the path
//   stack        live_
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weir {

class StrongComponents {
 public:
  using Node = std::uint32_t;
  static constexpr Node kNoNode = 0xFFFFFFFF;

  explicit StrongComponents(std::size_t nodes) : number_(nodes, kDone) {}

  /// A search is of the subgraph of open nodes, and closes those that it visits.
  void open(std::span<const Node> nodes) {
    for (const Node node : nodes) number_[node] = 0;
  }
  void open_all() { std::fill(number_.begin(), number_.end(), 0); }

  /// Calls `visit(members)` for each component that can be reached from `roots`, until it returns false.
  /// `next(node, position)` returns the target of the next edge to follow, or kNoNode; it advances `position`, which is
  /// 0 at first.
  template <class Next, class Visit>
  void search(std::span<const Node> roots, Next&& next, Visit&& visit) {
    for (const Node root : roots) {
      if (number_[root] != 0) continue;
      enter(root);
      while (!path_.empty()) {
        const Node node = path_.back().node;
        if (const Node target = next(node, path_.back().position); target != kNoNode) {
          if (number_[target] == 0) {
            enter(target);
          } else if (number_[target] != kDone) {
            path_.back().low = std::min(path_.back().low, number_[target]);
          }
          continue;
        }
        const std::uint32_t low = path_.back().low;
        path_.pop_back();
        if (low != number_[node]) {
          path_.back().low = std::min(path_.back().low, low);
        } else if (!leave_component(node, visit)) {
          return;
        }
      }
    }
  }

  /// During `visit`: whether the node is in the component that is reported.
  bool inside(Node node) const { return number_[node] >= first_ && number_[node] != kDone; }

 private:
  struct Frame {
    Node node;
    std::uint32_t low;
    std::uint64_t position;
  };
  static constexpr std::uint32_t kDone = 0xFFFFFFFF;

  void enter(Node node) {
    live_.push_back(node);
    number_[node] = static_cast<std::uint32_t>(live_.size());
    path_.push_back({node, number_[node], 0});
  }

  /// Nodes are numbered by their position in `live_`, so a component is the part of `live_` from its first node on.
  template <class Visit>
  bool leave_component(Node first, Visit& visit) {
    first_ = number_[first];
    const std::span<const Node> members = std::span<const Node>(live_).subspan(first_ - 1);
    const bool goes_on = visit(members);
    for (const Node member : members) number_[member] = kDone;
    live_.resize(first_ - 1);
    return goes_on;
  }

  std::vector<std::uint32_t> number_;
  std::vector<Node> live_;
  std::vector<Frame> path_;
  std::uint32_t first_ = 0;  ///< number of the first node of the component that is reported
};

}  // namespace weir
