// SPDX-License-Identifier: Apache-2.0
// A symmetric net (ISO/IEC 15909-2), also called well-formed or coloured net. Every place has a sort: a tuple of basic
// sorts, each a finite list of colours. An arc carries a multiset of tuples over variables; a transition fires for
// every binding of its variables that satisfies its guard.
//
// A variable of a product sort is represented by one variable for each component, so terms are over basic sorts only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace weir::pnml {

/// A finite set of colours, numbered from 0. A dot sort has one colour.
struct BasicSort {
  std::vector<std::string> colours;
  bool dot = false;
};

/// Basic sorts, by index; a basic sort is a tuple of one.
using TupleSort = std::vector<std::uint32_t>;

/// A colour of a basic sort: a constant, or a variable, shifted cyclically (successor, predecessor).
struct ColourTerm {
  enum class Kind : std::uint8_t { Constant, Variable, All };
  Kind kind = Kind::Constant;
  std::uint32_t sort = 0;
  std::uint32_t index = 0;  ///< the colour or the variable
  std::uint32_t shift = 0;  ///< number of successor steps, below the size of the sort
};

/// Components of a tuple, and variables of a transition: sets of them are masks of 64 bits.
inline constexpr std::size_t kMostComponents = 63;
/// The most tokens of one colour that a term denotes. Sums of ten million terms do not overflow.
inline constexpr std::int64_t kMostCopies = 1'000'000'000;

/// So many tokens of each colour that the tuple denotes: one, or several if a component is All.
struct TupleTerm {
  std::int64_t count = 1;  ///< negative: subtracted
  std::vector<ColourTerm> parts;
};
using MultisetTerm = std::vector<TupleTerm>;

/// A guard in postfix order: operators take their operands from a stack of truth values.
struct GuardStep {
  enum class Op : std::uint8_t { True, False, Not, And, Or, Equal, NotEqual, Less, LessEqual };
  Op op = Op::True;
  ColourTerm left, right;  ///< of a comparison
  /// The classes that are compared instead of the colours; empty unless the guard refers to a partition.
  std::vector<std::uint32_t> left_class, right_class;
};

struct ColouredNet {
  struct Variable {
    std::string name;
    std::uint32_t sort = 0;
  };
  struct Place {
    std::string id, name;
    TupleSort sort;
    MultisetTerm initial;  ///< without variables
  };
  struct Arc {
    std::uint32_t place = 0;
    MultisetTerm tokens;
  };
  struct Transition {
    std::string id, name;
    std::vector<GuardStep> guard;          ///< empty: true
    std::vector<std::uint32_t> variables;  ///< those of guard and arcs
    std::vector<Arc> inputs, outputs;
  };

  std::string id;
  std::vector<BasicSort> sorts;
  std::vector<Variable> variables;
  std::vector<Place> places;
  std::vector<Transition> transitions;
};

}  // namespace weir::pnml
