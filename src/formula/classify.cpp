// SPDX-License-Identifier: Apache-2.0
#include "formula/classify.h"

#include <algorithm>
#include <vector>

namespace weir {

bool is_next_free(Formula f) {
  const std::vector<Formula> all = subformulas(f);
  return std::none_of(all.begin(), all.end(), [](Formula g) {
    return g.is(Op::Next) || g.is(Op::StrongNext) || g.is(Op::Yesterday) || g.is(Op::WeakYesterday) ||
           has_regex(g.op());
  });
}

bool is_propositional(Formula f) {
  const std::vector<Formula> all = subformulas(f);
  return std::all_of(all.begin(), all.end(), [](Formula g) { return g.op() <= Op::Equiv; });
}

}  // namespace weir
