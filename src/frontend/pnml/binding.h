// SPDX-License-Identifier: Apache-2.0
// Values of variables of a coloured net, and what terms and guards mean under them. Tuples of colours are coded as
// numbers.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "frontend/pnml/coloured_net.h"

namespace weir::pnml {

inline constexpr std::uint32_t kUnbound = 0xFFFFFFFF;

/// By variable of the net: a colour, or kUnbound.
using Values = std::vector<std::uint32_t>;

/// Codes tuples over fixed sorts as numbers in mixed radix; the last component varies fastest.
class TupleCodec {
 public:
  static TupleCodec of_sort(const ColouredNet& net, const TupleSort& sort);
  static TupleCodec of_variables(const ColouredNet& net, const std::vector<std::uint32_t>& variables);

  /// Whether all codes are below 2^62, and components fit into a mask.
  bool fits() const { return fits_; }
  std::uint32_t size(std::size_t i) const { return sizes_[i]; }
  std::uint64_t weight(std::size_t i) const { return weights_[i]; }
  std::uint32_t part(std::uint64_t code, std::size_t i) const {
    return static_cast<std::uint32_t>(code / weights_[i] % sizes_[i]);
  }
  std::uint64_t full_mask() const { return (std::uint64_t{1} << sizes_.size()) - 1; }
  /// The code with all components outside of the mask set to 0.
  std::uint64_t masked(std::uint64_t code, std::uint64_t mask) const;

  std::uint64_t code(const std::vector<std::uint32_t>& variables, const Values& values) const;
  void assign(std::uint64_t code, const std::vector<std::uint32_t>& variables, Values& values) const;

 private:
  TupleCodec(const ColouredNet& net, const std::vector<std::uint32_t>& sorts);

  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint64_t> weights_;
  bool fits_ = true;
};

/// The colour of a term of a sort with `size` colours; kUnbound if its variable is unbound.
std::uint32_t value_of(const ColourTerm& term, std::uint32_t size, const Values& values);

/// An upper bound of the number of colours that the terms denote; at most 2^62.
std::uint64_t most_colours(const MultisetTerm& terms, const TupleCodec& codec);

using ColourCount = std::pair<std::uint64_t, std::uint64_t>;
/// The tokens that the terms denote, by code, sorted; none with count 0. All variables must be bound. Counts
/// are added up first; a sum below 0 then counts as 0.
std::vector<ColourCount> evaluate(const MultisetTerm& terms, const TupleCodec& codec, const Values& values);

enum class Truth : std::uint8_t { False, True, Unknown };
/// Unknown if it depends on unbound variables.
Truth guard_value(const std::vector<GuardStep>& guard, const Values& values, const ColouredNet& net);

}  // namespace weir::pnml
