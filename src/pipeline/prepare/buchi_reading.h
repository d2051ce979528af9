// SPDX-License-Identifier: Apache-2.0
// BuchiReading: the derivative automaton of a formula on finite words, read as a deterministic Büchi automaton on
// infinite words (1989 report, section 5), and complemented: an edge into a terminal state carries mark 0, and wrong
// runs meet it only finitely often.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "automaton/property_automaton.h"

namespace weir {

class BuchiReading final : public PropertyAutomaton {
 public:
  explicit BuchiReading(std::unique_ptr<PropertyAutomaton> derivatives)
      : derivatives_(std::move(derivatives)), acceptance_(Acceptance::fin(0)) {}

  const std::vector<std::string>& atoms() const override { return derivatives_->atoms(); }
  const Acceptance& acceptance() const override { return acceptance_; }
  std::uint32_t initial() override { return derivatives_->initial() + 1; }
  std::span<const Edge> edges(std::uint32_t state, Letter letter) override {
    edge_ = {kRejected, {}};
    if (state != kRejected) {
      const auto below = derivatives_->edges(state - 1, letter);
      if (below.empty() && derivatives_->incomplete()) return {};
      if (!below.empty()) {
        edge_.destination = below.front().destination + 1;
        if (derivatives_->accepts_end(below.front().destination)) edge_.marks.add(0);
      }
    }
    return {&edge_, 1};
  }
  std::optional<Diagnostic> incomplete() const override { return derivatives_->incomplete(); }
  std::size_t states() const override { return derivatives_->states(); }
  bool has_state(std::uint32_t state) const override { return state <= derivatives_->states(); }
  ComponentStrength strength_at(std::uint32_t state) const override {
    return state == kRejected ? ComponentStrength::Terminal : ComponentStrength::Strong;
  }
  std::string state_name(std::uint32_t state) const override {
    return state == kRejected ? "false" : derivatives_->state_name(state - 1);
  }

 private:
  static constexpr std::uint32_t kRejected = 0;  ///< no continuation is accepted; other states are shifted by one
  std::unique_ptr<PropertyAutomaton> derivatives_;
  Acceptance acceptance_;
  Edge edge_;
};

}  // namespace weir
