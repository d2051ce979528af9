// SPDX-License-Identifier: Apache-2.0
// Coloured nets as the tests describe them: trees of terms, as in PNML, without any preparation for execution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weir::test {

struct SortDescription {
  enum class Kind : std::uint8_t { Dot, Cyclic, Finite, Range, Product } kind = Kind::Dot;
  std::string id;
  int size = 1;            ///< of a basic sort
  int start = 0;           ///< of a range
  std::vector<int> parts;  ///< of a product: sorts, which may be products
};

struct ColourExpression {
  enum class Kind : std::uint8_t { Constant, Variable, All, Successor, Predecessor, Tuple } kind = Kind::Constant;
  int sort = 0;   ///< of a constant or All
  int index = 0;  ///< the colour or the variable
  std::vector<ColourExpression> inner;
};

struct BagExpression {
  enum class Kind : std::uint8_t { Times, Add, Subtract, Single } kind = Kind::Single;
  int count = 1;  ///< Times
  std::vector<BagExpression> inner;
  ColourExpression colour;  ///< Single
};

struct ConditionDescription {
  std::string element;  ///< the name in PNML
  bool value = false;   ///< of booleanconstant
  std::vector<ConditionDescription> inner;
  std::vector<ColourExpression> sides;  ///< of a comparison
  /// For the left side the class of its colour; for the right side the class as constant, or that of the colour.
  bool by_class = false, class_constant = false;
};

struct ColouredDescription {
  struct Place {
    int sort = 0;
    BagExpression initial;
    bool marked = false;
  };
  struct Arc {
    int place = 0;
    BagExpression tokens;
  };
  struct Transition {
    std::vector<Arc> inputs, outputs;
    std::vector<ConditionDescription> guard;  ///< none or one
  };
  std::vector<SortDescription> sorts;
  std::vector<int> variables;  ///< their sorts
  int partitioned = 1;         ///< the sort of the partition, a cyclic enumeration
  std::vector<int> class_of;   ///< by colour
  std::vector<Place> places;
  std::vector<Transition> transitions;
};

ColouredDescription random_coloured_net(std::uint64_t seed);
std::string to_pnml(const ColouredDescription& net);

}  // namespace weir::test
