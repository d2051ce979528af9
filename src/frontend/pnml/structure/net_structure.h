// SPDX-License-Identifier: Apache-2.0
// --reduce structural for nets: removes and merges places and transitions that do not matter for the atoms of a
// question, until no rule applies. Only nets without run-time errors are reduced (NetSystem::is_small).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/pnml/net_system.h"
#include "frontend/pnml/structure/working_net.h"
#include "model/reducible_structure.h"

namespace weir::pnml {

/// A set of rules, for tests that examine one at a time.
using StructuralRules = std::uint32_t;
inline constexpr StructuralRules kAllStructuralRules = (1U << kStructuralRules) - 1;
constexpr StructuralRules only(StructuralRule rule) { return 1U << static_cast<unsigned>(rule); }

/// What the rules that need no question have left of a net.
struct PreparedNet {
  PreparedNet(const NetSystem& model, StructuralRules rules, const StopFlag* stop);
  std::size_t size() const;

  WorkingNet net;
  RuleCounts counts{};
};

class SimplerNet final : public SimplerModel {
 public:
  SimplerNet(const NetSystem& model, const ObservedStructure& observed, StructuralRules rules)
      : SimplerNet(model, observed, rules, PreparedNet(model, may_prepare(observed) ? rules : 0, nullptr)) {}
  SimplerNet(const NetSystem& model, const ObservedStructure& observed, StructuralRules rules, PreparedNet prepared);

  /// Whether the question cannot tell apart what the rules that need no question take as equal.
  static bool may_prepare(const ObservedStructure& observed) { return observed.events.empty(); }

  TransitionSystem& system() override { return *system_; }
  std::optional<Run> refine(const Run& run) const override;

  const RuleCounts& counts() const { return counts_; }
  /// Whether any rule was applied.
  bool differs() const;

 private:
  class Refinement;

  const NetSystem& model_;
  const bool beginnings_only_;
  WorkingNet net_;
  RuleCounts counts_{};
  std::unique_ptr<NetSystem> system_;
  std::vector<std::uint32_t> recipes_;  ///< by transition of the simpler net
};

class NetStructure final : public ReducibleStructure {
 public:
  explicit NetStructure(const NetSystem& model) : model_(model) {}
  std::string obstacle() const override;
  std::unique_ptr<SimplerModel> simplified(const ObservedStructure& observed) const override;
  /// By monotonicity: what fires once fires again with more tokens, and atoms do not see the places that have more.
  bool repeats(const std::vector<std::uint32_t>& state_atoms, StateView first, StateView later) const override;
  bool always_ends() const override;
  bool false_in_deadlocks(std::uint32_t state_atom) const override {
    return model_.state_atoms()[state_atom].kind == NetAtom::Kind::Fireable;
  }

 private:
  /// Null if the run has to stop.
  PreparedNet* prepared() const;

  const NetSystem& model_;
  mutable std::optional<bool> always_ends_;
  mutable std::unique_ptr<PreparedNet> prepared_;  ///< made when first needed
};

}  // namespace weir::pnml
