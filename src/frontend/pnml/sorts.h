// SPDX-License-Identifier: Apache-2.0
// The declarations of a symmetric net: sorts, constants, variables and partitions, by id.
#pragma once

#include <cstdint>
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

  /// The sort that an element like <usersort declaration="..."/>, <dot/> or <productsort> denotes. Empty if unknown; a
  /// problem was added then.
  TupleSort sort_of(pugi::xml_node element);

  struct Constant {
    std::uint32_t sort = 0;
    std::uint32_t colour = 0;
  };
  struct Partition {
    std::uint32_t sort = 0;
    std::vector<std::uint32_t> class_of;  ///< by colour
  };
  const Constant* constant(const std::string& id) const { return find(constants_, id); }
  /// The variables of the components.
  const std::vector<std::uint32_t>* variable(const std::string& id) const { return find(variables_, id); }
  const Partition* partition(const std::string& id) const { return find(partitions_, id); }
  /// The partition and class that an element of a partition belongs to.
  const std::pair<std::string, std::uint32_t>* partition_element(const std::string& id) const {
    return find(partition_elements_, id);
  }
  std::uint32_t dot();

 private:
  template <class T>
  static const T* find(const std::unordered_map<std::string, T>& table, const std::string& id) {
    const auto found = table.find(id);
    return found == table.end() ? nullptr : &found->second;
  }
  void add_sort(pugi::xml_node declaration);
  void add_variable(pugi::xml_node declaration);
  void add_partition(pugi::xml_node declaration);
  TupleSort enumeration(pugi::xml_node element, const std::string& name);
  TupleSort range(pugi::xml_node element, const std::string& name);
  TupleSort product(pugi::xml_node element);
  TupleSort definition(pugi::xml_node element, const std::string& name);

  ColouredNet& net_;
  Problems& problems_;
  std::unordered_map<std::string, TupleSort> sorts_;
  std::unordered_map<std::string, Constant> constants_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> variables_;
  std::unordered_map<std::string, Partition> partitions_;
  std::unordered_map<std::string, std::pair<std::string, std::uint32_t>> partition_elements_;
  std::unordered_map<std::string, std::uint32_t> ranges_;  ///< by "start..end"
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::uint32_t dot_ = kNone;
};

}  // namespace weir::pnml
