// SPDX-License-Identifier: Apache-2.0
// Wraps a system and changes only its successors.
#pragma once

#include <string_view>
#include <vector>

#include <weir/transition_system.h>

namespace weir {

class WrappedSystem : public TransitionSystem {
 public:
  bool is_state(StateView state) const override { return system_.is_state(state); }
  Expected<Atom> resolve(std::string_view text) override { return system_.resolve(text); }
  bool holds(std::uint32_t atom, StateView state) const override { return system_.holds(atom, state); }
  bool is_defined(std::uint32_t atom, StateView state) const override { return system_.is_defined(atom, state); }
  bool occurs(std::uint32_t atom, StateView from, const Step& step) const override {
    return system_.occurs(atom, from, step);
  }
  bool may_end(StateView state) const override { return system_.may_end(state); }
  std::uint32_t process_limit() const override { return system_.process_limit(); }
  std::vector<Variable> show(StateView state) const override { return system_.show(state); }
  StepDescription describe(StateView from, const Step& step, StateView to) const override {
    return system_.describe(from, step, to);
  }

 protected:
  explicit WrappedSystem(TransitionSystem& system) : system_(system) {}

  TransitionSystem& system_;
};

}  // namespace weir
