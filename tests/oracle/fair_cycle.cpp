// SPDX-License-Identifier: Apache-2.0
#include "oracle/fair_cycle.h"

#include <algorithm>

namespace weir::test {

namespace {

constexpr std::uint32_t kUnseen = 0xFFFFFFFF;

/// The components of the allowed nodes, by Tarjan's algorithm with an explicit stack.
class Components {
 public:
  Components(const MarkedProduct& product, const std::vector<bool>& allowed)
      : product_(product),
        allowed_(allowed),
        number_(product.nodes.size(), kUnseen),
        low_(product.nodes.size(), 0),
        open_(product.nodes.size(), false) {}

  std::vector<std::vector<std::uint32_t>> from(const std::vector<std::uint32_t>& starts) {
    for (const std::uint32_t start : starts)
      if (allowed_[start] && number_[start] == kUnseen) visit(start);
    return std::move(found_);
  }

 private:
  struct Frame {
    std::uint32_t node;
    std::size_t next;
  };

  void enter(std::uint32_t node) {
    number_[node] = low_[node] = count_++;
    open_[node] = true;
    stack_.push_back(node);
    frames_.push_back({node, 0});
  }

  void visit(std::uint32_t start) {
    enter(start);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::uint32_t node = frame.node;
      const auto& edges = product_.nodes[node].edges;
      if (frame.next < edges.size()) {
        const std::uint32_t target = edges[frame.next++].target;
        if (!allowed_[target]) continue;
        if (number_[target] == kUnseen)
          enter(target);
        else if (open_[target])
          low_[node] = std::min(low_[node], number_[target]);
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
      if (low_[node] == number_[node]) close(node);
    }
  }

  void close(std::uint32_t root) {
    std::vector<std::uint32_t> members;
    std::uint32_t member;
    do {
      member = stack_.back();
      stack_.pop_back();
      open_[member] = false;
      members.push_back(member);
    } while (member != root);
    found_.push_back(std::move(members));
  }

  const MarkedProduct& product_;
  const std::vector<bool>& allowed_;
  std::vector<std::uint32_t> number_, low_;
  std::vector<bool> open_;
  std::vector<std::uint32_t> stack_;
  std::vector<Frame> frames_;
  std::uint32_t count_ = 0;
  std::vector<std::vector<std::uint32_t>> found_;
};

/// Whether the nodes of one component, or a subset of them, have a fair cycle with all marks.
bool fair_inside(const MarkedProduct& product, const std::vector<std::uint32_t>& members, OracleFairness fairness) {
  std::vector<bool> inside(product.nodes.size(), false);
  for (const std::uint32_t member : members) inside[member] = true;
  std::uint64_t marks = 0;
  bool cycle = false;
  ProcessSet acts, disabled_somewhere, enabled_somewhere;
  for (const std::uint32_t member : members) {
    const MarkedProduct::Node& node = product.nodes[member];
    disabled_somewhere |= ~node.enabled;
    enabled_somewhere |= node.enabled;
    for (const MarkedProduct::Edge& edge : node.edges) {
      if (!inside[edge.target]) continue;
      cycle = true;
      marks |= edge.marks;
      acts |= edge.acts;
    }
  }
  if (!cycle || (marks & product.all_marks) != product.all_marks) return false;
  if (fairness == OracleFairness::None) return true;
  if (fairness == OracleFairness::Weak) return (acts | disabled_somewhere).all();
  const ProcessSet neglected = enabled_somewhere & ~acts;
  if (neglected.none()) return true;
  // On a fair cycle these processes are enabled only finitely often: remove nodes where one of them is enabled.
  std::vector<std::uint32_t> rest;
  std::vector<bool> allowed(product.nodes.size(), false);
  for (const std::uint32_t member : members) {
    if ((product.nodes[member].enabled & neglected).any()) continue;
    rest.push_back(member);
    allowed[member] = true;
  }
  for (const auto& part : Components(product, allowed).from(rest))
    if (fair_inside(product, part, fairness)) return true;
  return false;
}

}  // namespace

bool has_fair_cycle(const MarkedProduct& product, OracleFairness fairness) {
  const std::vector<bool> allowed(product.nodes.size(), true);
  for (const auto& component : Components(product, allowed).from(product.starts))
    if (fair_inside(product, component, fairness)) return true;
  return false;
}

}  // namespace weir::test
