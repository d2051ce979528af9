// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/unfolded_nodes.h"

#include <algorithm>
#include <utility>

namespace weir::pnml {

void UnfoldedNodes::open_group(std::string id, std::string name, std::vector<NodeGroup::Component> components) {
  groups_.push_back(
      {std::move(id), std::move(name), static_cast<std::uint32_t>(codes_.size()), 0, std::move(components)});
}

void UnfoldedNodes::add(std::uint64_t code) {
  codes_.push_back(code);
  ++groups_.back().count;
}

std::string UnfoldedNodes::id(std::uint32_t node) const {
  const auto after = std::upper_bound(groups_.begin(), groups_.end(), node,
                                      [](std::uint32_t n, const NodeGroup& group) { return n < group.first; });
  const NodeGroup& group = *std::prev(after);  // the last that begins here: groups before it may be empty
  return group.id + colours(group, node);
}

std::string UnfoldedNodes::colours(const NodeGroup& group, std::uint32_t node) const {
  if (group.components.empty()) return "";
  std::uint64_t code = codes_[node];
  std::vector<std::string> parts;
  for (auto component = group.components.rbegin(); component != group.components.rend(); ++component) {
    const std::vector<std::string>& names = (*colours_)[component->sort];
    parts.push_back((component->variable.empty() ? "" : component->variable + "=") + names[code % names.size()]);
    code /= names.size();
  }
  std::string text = "(";
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (part != parts.rbegin()) text += group.components[0].variable.empty() ? "," : ", ";
    text += *part;
  }
  return text + ")";
}

std::optional<std::uint32_t> UnfoldedNodes::find(std::string_view id) const {
  for (const NodeGroup& group : groups_) {
    if (!id.starts_with(group.id)) continue;
    const std::string_view wanted = id.substr(group.id.size());
    for (std::uint32_t node = group.first; node < group.first + group.count; ++node)
      if (colours(group, node) == wanted) return node;
  }
  return std::nullopt;
}

}  // namespace weir::pnml
