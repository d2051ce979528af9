// SPDX-License-Identifier: Apache-2.0
// Reads the terms of a symmetric net: multisets of tuples (markings, inscriptions) and conditions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pugixml.hpp>

#include "frontend/pnml/coloured_net.h"
#include "frontend/pnml/net_skeleton.h"
#include "frontend/pnml/sorts.h"

namespace weir::pnml {

/// Adds problems where a term cannot be read; the result is then of no use.
class TermReader {
 public:
  TermReader(Declarations& names, const ColouredNet& net, Problems& problems)
      : names_(names), net_(net), problems_(problems) {}

  /// The multiset in the <structure> of a label; its tuples are of the given sort.
  MultisetTerm multiset(pugi::xml_node label, const TupleSort& sort);
  /// The condition in the <structure> of a label.
  std::vector<GuardStep> guard(pugi::xml_node label);

 private:
  using Tuple = std::vector<ColourTerm>;
  /// A side of a comparison: colours, or the class of a colour in a partition.
  struct Side {
    Tuple colours;
    std::vector<std::uint32_t> class_of;
    std::string partition;
  };

  pugi::xml_node term_of(pugi::xml_node label);
  bool readable(pugi::xml_node node, int depth);
  std::vector<pugi::xml_node> operands(pugi::xml_node node);
  std::vector<pugi::xml_node> operands(pugi::xml_node node, std::size_t count);
  std::vector<pugi::xml_node> flattened(pugi::xml_node node);
  MultisetTerm terms_of(pugi::xml_node node, int depth);
  void add_multiple(MultisetTerm terms, std::int64_t factor, pugi::xml_node at, MultisetTerm& sum);
  std::int64_t number(pugi::xml_node node);
  Tuple tuple(pugi::xml_node node, int depth);
  Tuple variable(pugi::xml_node node);
  Tuple shifted(pugi::xml_node node, int depth);
  void condition(pugi::xml_node node, int depth, std::vector<GuardStep>& out);
  void comparison(pugi::xml_node node, int depth, GuardStep::Op op, bool flip, std::vector<GuardStep>& out);
  bool comparable(const Side& left, const Side& right, bool equality) const;
  Side side_of(pugi::xml_node node, int depth);
  Side class_of_term(pugi::xml_node node, int depth);
  Side class_constant(pugi::xml_node node, const Declarations::PartitionElement& element);

  Declarations& names_;
  const ColouredNet& net_;
  Problems& problems_;
};

}  // namespace weir::pnml
