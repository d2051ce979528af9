// SPDX-License-Identifier: Apache-2.0
// Compares weir's decision diagrams with BuDDy's on operations of formula expansion: unfolding G (a_i -> (b_i U c_i))
// for n clauses into a BDD over propositions, next- and postponed-variables, conjoining the clauses, and counting
// letters of the conjunction by restriction. Each round starts with an empty manager, like each translation. BuDDy is
// used if it is installed; weir itself does not need it.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "automaton/bdd.h"

#ifdef WEIR_HAS_BUDDY
#include <bdd.h>
#endif

namespace {

/// The variables of clause i: three propositions, ordered first, then its next- and postponed-variables.
struct Clause {
  std::uint32_t a, b, c, next_always, next_until, postponed;
};

Clause clause(std::uint32_t i, std::uint32_t n) {
  return {3 * i, 3 * i + 1, 3 * i + 2, 3 * n + 3 * i, 3 * n + 3 * i + 1, 3 * n + 3 * i + 2};
}

void weir_expansion(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  std::size_t nodes = 0;
  for (auto _ : state) {
    weir::BddManager m;
    weir::Bdd all = weir::kBddTrue;
    for (std::uint32_t i = n; i-- > 0;) {
      const Clause k = clause(i, n);
      const weir::Bdd owed = m.conjoin(m.variable(k.postponed), m.variable(k.next_until));
      const weir::Bdd until = m.disjoin(m.variable(k.c), m.conjoin(m.variable(k.b), owed));
      const weir::Bdd now = m.disjoin(m.negate(m.variable(k.a)), until);
      all = m.conjoin(all, m.conjoin(now, m.variable(k.next_always)));
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      const Clause k = clause(i, n);
      const weir::Bdd letter = m.conjoin(m.variable(k.a), m.conjoin(m.variable(k.b), m.negate(m.variable(k.c))));
      benchmark::DoNotOptimize(m.conjoin(all, letter));
    }
    nodes = m.size();
  }
  state.counters["nodes"] = static_cast<double>(nodes);
}
BENCHMARK(weir_expansion)->DenseRange(2, 10, 4)->Unit(benchmark::kMicrosecond);

#ifdef WEIR_HAS_BUDDY
// BuDDy has one manager per process. It is set up and torn down each round, with `first` nodes and a cache of a
// quarter, so that both start in the same way.
void buddy_expansion(benchmark::State& state, int first) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  int nodes = 0;
  for (auto _ : state) {
    bdd_init(first, first / 4);
    bdd_gbc_hook(nullptr);
    bdd_resize_hook(nullptr);
    bdd_setvarnum(static_cast<int>(6 * n));
    const auto variable = [](std::uint32_t v) { return bdd_ithvarpp(static_cast<int>(v)); };
    {
      bdd all = bddtrue;
      for (std::uint32_t i = n; i-- > 0;) {
        const Clause k = clause(i, n);
        const bdd owed = variable(k.postponed) & variable(k.next_until);
        const bdd until = variable(k.c) | (variable(k.b) & owed);
        const bdd now = bdd_not(variable(k.a)) | until;
        all = all & now & variable(k.next_always);
      }
      for (std::uint32_t i = 0; i < n; ++i) {
        const Clause k = clause(i, n);
        const bdd letter = variable(k.a) & variable(k.b) & bdd_not(variable(k.c));
        benchmark::DoNotOptimize((all & letter).id());
      }
      nodes = bdd_getnodenum();
    }
    bdd_done();
  }
  state.counters["nodes"] = static_cast<double>(nodes);
}
BENCHMARK_CAPTURE(buddy_expansion, small, 4096)->DenseRange(2, 10, 4)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(buddy_expansion, large, 1 << 18)->DenseRange(2, 10, 4)->Unit(benchmark::kMicrosecond);
#endif

}  // namespace
