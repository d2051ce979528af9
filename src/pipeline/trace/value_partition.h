// SPDX-License-Identifier: Apache-2.0
// ValuePartition: the values of a field in one case, grouped by the state that a monitor has reached for them. An event
// moves whole groups at once, except for the few values that it mentions; so its cost depends on the number of groups,
// at most one for each state, and not on the number of values. Groups are the classes of a union-find structure
// (Tarjan 1975): a value that leaves its group gets a new node, and nodes without a value are cleared out now and then.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "automaton/translate/monitor.h"

namespace weir {

class ValuePartition {
 public:
  using State = Monitor::State;
  using Index = std::uint32_t;

  static constexpr Index kNone = 0xFFFFFFFF;
  /// The index of a value, or kNone.
  Index find(std::string_view value) const;
  Index add(std::string_view value, State state);

  std::size_t size() const { return names_.size(); }
  const std::string& name(Index value) const { return *names_[value]; }
  State state(Index value);
  /// Takes a value out of its group and gives it this state.
  void move(Index value, State state);
  /// Moves all groups.
  void move_all(const std::function<State(State)>& next);
  /// The states that some value has, each once.
  template <class Visit>
  void for_each_state(const Visit& visit) const {
    for (const Group& group : groups_) visit(group.state);
  }
  std::uint64_t bytes() const;

 private:
  struct Node {
    std::uint32_t parent;  ///< itself, for a root
    std::uint32_t group;   ///< of a root
  };
  struct Group {
    State state;
    std::uint32_t root;
    std::uint32_t values;
  };
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  std::uint32_t root_of(std::uint32_t node);
  void insert(Index value, State state);
  void clear_out();

  std::unordered_map<std::string, Index, NameHash, std::equal_to<>> index_;
  std::vector<const std::string*> names_;
  std::vector<std::uint32_t> node_of_;  ///< by value
  std::vector<Node> nodes_;
  std::vector<Group> groups_;
  std::uint64_t text_bytes_ = 0;
};

}  // namespace weir
