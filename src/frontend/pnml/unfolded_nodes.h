// SPDX-License-Identifier: Apache-2.0
// Names of the nodes of an unfolded net. The unfolding of a coloured node is a group of consecutive nodes; a node is
// named by its group and its colours: place `P(a,b)`, transition `T(x=a, y=b)`. There can be millions of nodes, so
// names are made when they are needed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir::pnml {

/// The unfolding of one coloured place or transition; may be empty.
struct NodeGroup {
  struct Component {
    std::string variable;  ///< empty for places
    std::uint32_t sort = 0;
  };
  std::string id;
  std::string name;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::vector<Component> components;  ///< empty: the node has the name of the group
};

/// The names of the colours, by sort.
using ColourNames = std::vector<std::vector<std::string>>;

class UnfoldedNodes {
 public:
  UnfoldedNodes() = default;
  explicit UnfoldedNodes(std::shared_ptr<const ColourNames> colours) : colours_(std::move(colours)) {}

  /// Adds a group without nodes; add() then adds nodes to it. The code of a node has its colours in mixed radix, the
  /// last component varying fastest.
  void open_group(std::string id, std::string name, std::vector<NodeGroup::Component> components);
  void add(std::uint64_t code);

  const std::vector<NodeGroup>& groups() const { return groups_; }
  std::string id(std::uint32_t node) const;
  /// The colours of a node of the group: `(a,b)` or `(x=a, y=b)`; empty if the group has no components.
  std::string colours(const NodeGroup& group, std::uint32_t node) const;
  /// Takes time linear in the groups whose ids begin the given id.
  std::optional<std::uint32_t> find(std::string_view id) const;

 private:
  std::shared_ptr<const ColourNames> colours_;
  std::vector<NodeGroup> groups_;
  std::vector<std::uint64_t> codes_;  ///< by node
};

}  // namespace weir::pnml
