// SPDX-License-Identifier: Apache-2.0
// The declarations of a symmetric net: sorts, constants, variables and partitions, by id. Declarations may be in any
// order; a sort is read when it is first used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <pugixml.hpp>

#include "frontend/pnml/coloured_net.h"
#include "frontend/pnml/net_skeleton.h"

namespace weir::pnml {

class Declarations {
 public:
  /// Adds sorts and variables to the net.
  Declarations(const std::vector<pugi::xml_node>& elements, ColouredNet& net, Problems& problems);

  /// The sort that the first element inside `parent` denotes: <usersort declaration="..."/>, <dot/>, <productsort> and
  /// so on. Empty if there is none; a problem was added then.
  TupleSort sort_in(pugi::xml_node parent);
  /// The sort that the element denotes.
  TupleSort sort_of(pugi::xml_node element, int depth = 0);

  struct Constant {
    std::uint32_t sort = 0;
    std::uint32_t colour = 0;
  };
  struct Partition {
    std::uint32_t sort = 0;
    std::vector<std::uint32_t> class_of;  ///< by colour
  };
  struct PartitionElement {
    std::string partition;
    std::uint32_t number = 0;  ///< of the class
  };
  /// The constant that an element like <useroperator> or <finiteintrangeconstant> denotes; adds a problem if none.
  std::optional<Constant> constant(pugi::xml_node element);
  /// The variables of the components.
  const std::vector<std::uint32_t>* variable(const std::string& id) const { return find(variables_, id); }
  const Partition* partition(const std::string& id) const { return find(partitions_, id); }
  const PartitionElement* partition_element(const std::string& id) const { return find(partition_elements_, id); }
  std::uint32_t dot();

 private:
  template <class T>
  static const T* find(const std::unordered_map<std::string, T>& table, const std::string& id) {
    const auto found = table.find(id);
    return found == table.end() ? nullptr : &found->second;
  }
  /// Adds an entry under the id of the element, or a problem if the id is missing or already in the table.
  template <class T>
  bool define(std::unordered_map<std::string, T>& table, pugi::xml_node element, T value);
  struct NamedSort {
    pugi::xml_node declaration;
    enum class State : std::uint8_t { Unread, Reading, Read } state = State::Unread;
    TupleSort sort;  ///< empty if there was a problem
  };
  TupleSort named_sort(pugi::xml_node use, const std::string& id, int depth);
  void add_variable(pugi::xml_node declaration);
  void add_partition(pugi::xml_node declaration);
  /// Returns whether all constants of the partition element were added to the partition as the given class.
  bool add_class(pugi::xml_node element, std::uint32_t number, Partition& partition);
  TupleSort enumeration(pugi::xml_node element);
  struct Bounds {
    std::int64_t first = 0, last = 0;
  };
  std::optional<Bounds> bounds_of(pugi::xml_node range);
  TupleSort range(pugi::xml_node element);
  TupleSort product(pugi::xml_node element, int depth);
  /// Returns false, with a problem, if the net would have too many colours.
  bool reserve(pugi::xml_node element, std::uint64_t colours);

  ColouredNet& net_;
  Problems& problems_;
  std::unordered_map<std::string, NamedSort> sorts_;
  std::unordered_map<std::string, Constant> constants_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> variables_;
  std::unordered_map<std::string, Partition> partitions_;
  std::unordered_map<std::string, PartitionElement> partition_elements_;
  std::unordered_map<std::string, std::uint32_t> ranges_;  ///< by "start..end": ranges with equal bounds are one sort
  std::uint64_t colours_ = 0;                              ///< of all sorts
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t dot_ = kNone;
};

}  // namespace weir::pnml
