// SPDX-License-Identifier: Apache-2.0
// What a front-end gives back: the transition system, and the properties that the model itself states.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/transition_system.h>

#include "base/text/source_digest.h"
#include "formula/formula.h"

namespace weir {

/// An automaton written in the model (a never claim), described without the automaton module: it accepts the runs that
/// are wrong. Guards are Boolean formulas over the model's atoms. A claim state without edges blocks; reaching the end
/// of the claim is an accepting state with a `true` self-loop.
struct ClaimAutomaton {
  struct Edge {
    Formula guard;
    std::uint32_t target = 0;
    bool accepting = false;  ///< taken infinitely often, it makes a run wrong, as an accepting state does
  };
  struct State {
    std::vector<Edge> edges;
    bool accepting = false;
  };
  std::vector<State> states;
  std::uint32_t initial = 0;
};

struct StatedProperty {
  enum class Kind : std::uint8_t { Ltl, Assertions, Invariant, Deadlock, Never };
  Kind kind = Kind::Ltl;
  std::string name = {};                          ///< as the user selects it with --property
  std::string other_name = {};                    ///< selects it as well
  std::string text = {};                          ///< as the model writes it
  std::optional<Formula> formula = std::nullopt;  ///< of Ltl and Invariant: what must hold
  ClaimAutomaton claim = {};                      ///< of Never: what must not be
  std::string file = {};
  std::uint32_t line = 0;
  /// The system whose runs are asked about, where it is not the model's: a property that moves along with it.
  std::shared_ptr<TransitionSystem> system = nullptr;
};

/// What reading Spin's trails takes; Promela only.
struct TrailFacts {
  std::unordered_set<std::uint32_t> mergeable;  ///< statements that Spin may merge with the one before them
  bool has_progress = false, has_accepting = false;
};

struct Model {
  std::unique_ptr<TransitionSystem> system;
  std::vector<StatedProperty> properties;
  Diagnostics warnings;
  std::optional<TrailFacts> trails = std::nullopt;
  std::vector<SourceDigest> sources = {};  ///< every file that was read, the model's own first
};

}  // namespace weir
