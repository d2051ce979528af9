// SPDX-License-Identifier: Apache-2.0
#include "pipeline/trace/value_partition.h"

#include <algorithm>

namespace weir {

ValuePartition::Index ValuePartition::find(std::string_view value) const {
  const auto found = index_.find(value);
  return found == index_.end() ? kNone : found->second;
}

ValuePartition::Index ValuePartition::add(std::string_view value, State state) {
  const auto index = static_cast<Index>(names_.size());
  names_.push_back(&index_.emplace(std::string(value), index).first->first);
  text_bytes_ += value.size();
  node_of_.push_back(0);
  insert(index, state);
  return index;
}

std::uint32_t ValuePartition::root_of(std::uint32_t node) {
  while (nodes_[node].parent != node) {
    nodes_[node].parent = nodes_[nodes_[node].parent].parent;  // path halving
    node = nodes_[node].parent;
  }
  return node;
}

ValuePartition::State ValuePartition::state(Index value) {
  return groups_[nodes_[root_of(node_of_[value])].group].state;
}

/// Puts a value that is in no group into that of its state.
void ValuePartition::insert(Index value, State state) {
  const auto node = static_cast<std::uint32_t>(nodes_.size());
  node_of_[value] = node;
  for (Group& group : groups_) {
    if (group.state != state) continue;
    nodes_.push_back({group.root, 0});
    ++group.values;
    return;
  }
  nodes_.push_back({node, static_cast<std::uint32_t>(groups_.size())});
  groups_.push_back({state, node, 1});
}

void ValuePartition::move(Index value, State state) {
  const std::uint32_t number = nodes_[root_of(node_of_[value])].group;
  if (groups_[number].state == state) return;
  if (--groups_[number].values == 0) {
    groups_[number] = groups_.back();
    nodes_[groups_[number].root].group = number;
    groups_.pop_back();
  }
  insert(value, state);
  constexpr std::size_t kSpare = 64;
  if (nodes_.size() > 2 * names_.size() + kSpare) clear_out();
}

void ValuePartition::move_all(const std::function<State(State)>& next) {
  for (Group& group : groups_) group.state = next(group.state);
  // Groups that meet in a state become one. Sorting costs nothing for the few groups of usual formulas.
  std::sort(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) {
    return a.state != b.state ? a.state < b.state : a.values > b.values;
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    if (kept > 0 && groups_[kept - 1].state == groups_[i].state) {
      nodes_[groups_[i].root].parent = groups_[kept - 1].root;  // the smaller below the larger
      groups_[kept - 1].values += groups_[i].values;
      continue;
    }
    groups_[kept] = groups_[i];
    nodes_[groups_[kept].root].group = static_cast<std::uint32_t>(kept);
    ++kept;
  }
  groups_.resize(kept);
}

/// Rebuilds the nodes: one for each value. The cost is that of the moves since the last time.
void ValuePartition::clear_out() {
  std::vector<State> states;
  for (Index value = 0; value < names_.size(); ++value) states.push_back(state(value));
  nodes_.clear();
  groups_.clear();
  for (Index value = 0; value < names_.size(); ++value) insert(value, states[value]);
}

std::uint64_t ValuePartition::bytes() const {
  constexpr std::uint64_t kEntry = sizeof(std::string) + 4 * sizeof(void*);  // of the hash table
  return text_bytes_ + names_.size() * (kEntry + sizeof(void*) + sizeof(std::uint32_t)) + nodes_.size() * sizeof(Node) +
         groups_.size() * sizeof(Group);
}

}  // namespace weir
