// SPDX-License-Identifier: Apache-2.0
// Small transition systems, given explicitly or random: state propositions, labelled steps, processes, deadlocks,
// faults. State i is encoded as the bytes of i, for some states followed by more, so that lengths vary.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <weir/transition_system.h>

namespace weir::test {

class ExplicitSystem final : public TransitionSystem {
 public:
  struct Edge {
    std::uint32_t target = 0;
    std::string label;
    std::int32_t process = kNoProcess;
    std::int32_t partner = kNoProcess;
    Fault fault = Fault::None;
  };
  struct State {
    std::vector<Edge> edges;
    std::vector<std::string> propositions;
    bool may_end = false;
  };

  std::vector<State> states;
  std::vector<std::uint32_t> initials{0};
  std::vector<std::string> propositions;  ///< names of state atoms; all other atoms are labels
  std::uint32_t processes = 0;

  /// Shorthand for tests: `from -label-> to`.
  void edge(std::uint32_t from, const std::string& label, std::uint32_t to);
  static std::uint32_t number(StateView state);
  static std::vector<std::byte> bytes(std::uint32_t number);

  void initial_states(SuccessorBuffer& out) const override;
  void successors(StateView state, SuccessorBuffer& out) const override;
  Expected<Atom> resolve(std::string_view text) override;
  bool holds(std::uint32_t atom, StateView state) const override;
  bool occurs(std::uint32_t atom, StateView from, const Step& step) const override;
  bool may_end(StateView state) const override { return states[number(state)].may_end; }
  std::uint32_t process_limit() const override { return processes; }
  std::vector<Variable> show(StateView state) const override;
  StepDescription describe(StateView from, const Step& step, StateView to) const override;

 private:
  std::vector<std::string> atoms_;
};

struct RandomSystemOptions {
  std::uint32_t max_states = 8;
  double branching = 1.6;
  double deadlock = 0.1;
  std::vector<std::string> propositions = {"p", "q"};
  std::vector<std::string> labels = {"a", "b", "c"};
  std::uint32_t processes = 0;  ///< 0: none
};

ExplicitSystem random_system(std::mt19937_64& random, const RandomSystemOptions& options = {});
/// For failure messages: `0{p} -a/P1-> 2`, one step per line.
std::string to_string(const ExplicitSystem& system);

}  // namespace weir::test
