// SPDX-License-Identifier: Apache-2.0
// Peterson's mutual exclusion for two processes as a plain C++ struct: safe, and starvation-free under weak fairness.
#include <cstdio>

#include <weir/model.h>

struct Peterson {
  enum Place : std::uint8_t { Idle, Wants, Waits, Critical };
  struct State {
    Place at[2] = {Idle, Idle};
    std::uint8_t turn = 0;
  };
  static constexpr unsigned processes = 2;

  State initial() const { return {}; }
  void successors(const State& s, auto&& emit) const {
    static constexpr const char* kSteps[] = {"raises its flag", "gives way", "enters", "leaves"};
    for (const int me : {0, 1}) {
      const int other = 1 - me;
      if (s.at[me] == Waits && s.at[other] != Idle && s.turn == other) continue;
      State t = s;
      t.at[me] = static_cast<Place>((s.at[me] + 1) % 4);
      if (s.at[me] == Wants) t.turn = static_cast<std::uint8_t>(other);
      emit(t, kSteps[s.at[me]], me);
    }
  }
  static weir::Propositions<State> propositions() {
    return {{"crit0", [](const State& s) { return s.at[0] == Critical; }},
            {"crit1", [](const State& s) { return s.at[1] == Critical; }},
            {"wants0", [](const State& s) { return s.at[0] == Wants; }}};
  }
};

int main() {
  const auto result =
      weir::check(Peterson{}, "G !(crit0 && crit1) && G (wants0 -> F crit0)", {.fair = weir::Fairness::Weak});
  std::fputs(weir::report(result).c_str(), stdout);
  return weir::exit_code(result);
}
