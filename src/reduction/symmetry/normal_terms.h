// SPDX-License-Identifier: Apache-2.0
// Terms after an exchange of two processes, in normal form: operands of commutative operators (`&&`, `||`, `+`, `==`,
// ...) are sorted if none of them can fail, so that equivalent terms become equal.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "reduction/symmetry/identity_sorts.h"
#include "reduction/symmetry/identity_terms.h"

namespace weir {

class NormalTerms {
 public:
  /// Swaps identities `exchanged` and `exchanged + 1`; kNone swaps none. `shared` numbers the normal forms: those with
  /// the same table can be compared.
  NormalTerms(const Terms& terms, const IdentitySorts& sorts, const std::vector<Slot>& slots, const IdentityKind& kind,
              std::uint32_t exchanged, Terms& shared);

  /// The normal form of an effect, condition or operation.
  TermId of(TermId term) const { return normal_[term][0]; }

 private:
  using BySort = std::array<TermId, kSortCount>;
  BySort make(TermId id);
  BySort constant(const Term& term);
  BySort table(const Term& term);
  BySort choice(TermId id);
  TermId operation(Term term);
  TermId connective(Term term);
  static BySort everywhere(TermId normal);
  TermId as(TermId term, Sort sort) const { return normal_[term][static_cast<std::size_t>(sort)]; }
  TermId own(TermId term) const { return as(term, sorts_.of(term)); }
  TermId tested(TermId term) const;
  std::int32_t renamed(std::int32_t value, Sort sort) const;
  TermId sorted(Term term);
  bool cannot_fail(TermId normal) const;

  const Terms& terms_;
  const IdentitySorts& sorts_;
  const std::vector<Slot>& slots_;
  const IdentityKind& kind_;
  std::uint32_t exchanged_;
  Terms& shared_;
  std::vector<BySort> normal_;
};

}  // namespace weir
