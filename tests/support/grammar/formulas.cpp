// SPDX-License-Identifier: Apache-2.0
#include "support/grammar/formulas.h"

namespace weir::test {

namespace {
using P = Production;
constexpr int kDepth = 4;
}  // namespace

Node CommandFormulas::formula(const FormulaTaste& taste) {
  int temporal = taste.temporal;
  return formula(kDepth, temporal, taste);
}

Node CommandFormulas::formula(int depth, int& temporal, const FormulaTaste& taste) {
  const bool inner = depth > 0;
  switch (draw_.weighted(
      {depth == kDepth ? 2 : 22, inner && temporal > 0 ? 42 : 0, inner && temporal > 0 ? 18 : 0, inner ? 20 : 0, 1})) {
    case 1: {
      --temporal;
      if (taste.finite && temporal > 0 && draw_.chance(8)) {
        --temporal;
        const P op = draw_.one_of({P::FormulaFinallyWithin, P::FormulaGloballyWithin});
        return make(op, {formula(depth - 1, temporal, taste), number(draw_.between(0, 1)), number(2)});
      }
      P op = draw_.one_of({P::FormulaFinally, P::FormulaGlobally});
      if (taste.next && draw_.chance(20)) op = draw_.one_of({P::FormulaNext, P::FormulaNext, P::FormulaStrongNext});
      if (!taste.contest && draw_.chance(25)) op = draw_.one_of({P::FormulaOnce, P::FormulaHistorically});
      if (!taste.contest && taste.next && draw_.chance(15))
        op = draw_.one_of({P::FormulaYesterday, P::FormulaWeakYesterday});
      if (taste.contest && op == P::FormulaStrongNext) op = P::FormulaNext;
      return make(op, {formula(depth - 1, temporal, taste)});
    }
    case 2: {
      --temporal;
      P op = draw_.one_of({P::FormulaUntil, P::FormulaRelease, P::FormulaWeakUntil, P::FormulaStrongRelease});
      if (draw_.chance(25)) op = draw_.one_of({P::FormulaSince, P::FormulaTrigger});
      if (taste.contest) op = P::FormulaUntil;
      return make(op, {formula(depth - 1, temporal, taste), formula(depth - 1, temporal, taste)});
    }
    case 3: {
      if (draw_.chance(25)) return make(P::FormulaNot, {formula(depth - 1, temporal, taste)});
      const P op = draw_.one_of({P::FormulaAnd, P::FormulaOr, P::FormulaImplies, P::FormulaEquivalent, P::FormulaXor});
      return make(op, {formula(depth - 1, temporal, taste), formula(depth - 1, temporal, taste)});
    }
    case 4: return leaf(draw_.chance(50) ? P::FormulaTrue : P::FormulaFalse);
    default: return atom_(taste);
  }
}

}  // namespace weir::test
