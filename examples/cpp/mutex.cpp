// SPDX-License-Identifier: Apache-2.0
// Peterson's mutual exclusion for two processes, as a plain C++ struct: safe, and nobody starves under weak fairness.
#include <cstdio>

#include <weir/model.h>

struct Peterson {
  enum Place : std::uint8_t { Idle, Wants, Waits, Critical };
  struct State {
    Place at[2] = {Idle, Idle};
    bool wants[2] = {false, false};
    std::uint8_t turn = 0;
  };
  static constexpr unsigned processes = 2;

  State initial() const { return {}; }
  void successors(const State& s, auto&& emit) const {
    for (int me : {0, 1}) {
      const int other = 1 - me;
      State t = s;
      switch (s.at[me]) {
        case Idle: t.wants[me] = true; t.at[me] = Wants; emit(t, "wants", me); break;
        case Wants: t.turn = static_cast<std::uint8_t>(other); t.at[me] = Waits; emit(t, "gives way", me); break;
        case Waits:
          if (s.wants[other] && s.turn != me) break;
          t.at[me] = Critical; emit(t, "enters", me); break;
        case Critical: t.wants[me] = false; t.at[me] = Idle; emit(t, "leaves", me); break;
      }
    }
  }
  static std::vector<weir::Proposition<State>> propositions() {
    return {{"crit0", [](const State& s) { return s.at[0] == Critical; }},
            {"crit1", [](const State& s) { return s.at[1] == Critical; }},
            {"wants0", [](const State& s) { return s.at[0] == Wants; }}};
  }
};

int main() {
  const auto safe = weir::check(Peterson{}, "G !(crit0 && crit1)");
  const auto live = weir::check(Peterson{}, "G (wants0 -> F crit0)", {.fair = "weak"});
  if (!safe || !live) return std::puts(to_string(safe ? live.error() : safe.error()).c_str()), 2;
  const bool both = safe->properties[0].verdict == weir::Verdict::Holds && live->properties[0].verdict == weir::Verdict::Holds;
  std::printf("mutual exclusion and no starvation: %s, %llu states\n", both ? "hold" : "do not hold",
              static_cast<unsigned long long>(safe->properties[0].stats.states));
  return both ? 0 : 1;
}
