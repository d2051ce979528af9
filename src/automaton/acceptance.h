// SPDX-License-Identifier: Apache-2.0
// Acceptance conditions: positive Boolean combinations of Inf(m) ("mark m infinitely often") and Fin(m) ("mark m
// finitely often"), after Emerson and Lei. Generalised Büchi is Inf(0) & ... & Inf(n-1); Rabin, Streett and parity are
// other shapes of the same formula. An immutable value.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "automaton/marks.h"

namespace weir {

class Acceptance {
 public:
  enum class Op : std::uint8_t { True, False, Inf, Fin, And, Or };

  Acceptance();  ///< true: every run is accepting
  static Acceptance constant(bool value);
  static Acceptance inf(std::uint32_t mark);
  static Acceptance fin(std::uint32_t mark);
  static Acceptance conjunction(const std::vector<Acceptance>& parts);
  static Acceptance disjunction(const std::vector<Acceptance>& parts);
  static Acceptance generalized_buchi(std::uint32_t sets);

  Op op() const;
  std::uint32_t mark() const;                       ///< for Inf and Fin
  const std::vector<Acceptance>& operands() const;  ///< for And and Or

  /// Returns whether a run is accepting that visits exactly these marks infinitely often.
  bool accepts(MarkSet infinitely_often) const;
  /// A set of marks that is accepted; empty if there is none, or if it is not found quickly.
  std::optional<MarkSet> accepted_marks() const;
  Acceptance negated() const;
  Acceptance shifted(std::uint32_t by) const;  ///< every mark m becomes m + by
  MarkSet marks() const;                       ///< marks that occur
  /// The condition if only `present` marks can occur: Inf of any other mark is false, Fin is true.
  Acceptance restricted(MarkSet present) const;
  /// The number of sets n if this is Inf(0) & ... & Inf(n-1); n = 0 for true.
  std::optional<std::uint32_t> generalized_buchi_sets() const;
  /// The condition in HOA syntax: `Inf(0)&Inf(1)`, `t`, `f`.
  std::string to_string() const;

 private:
  struct Node;
  explicit Acceptance(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
  static Acceptance combine(Op op, const std::vector<Acceptance>& parts);
  std::shared_ptr<const Node> node_;
};

}  // namespace weir
