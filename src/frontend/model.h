// SPDX-License-Identifier: Apache-2.0
// The result of a front-end: the transition system, and the properties stated in the model.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/transition_system.h>

#include "base/text/source_digest.h"
#include "formula/formula.h"

namespace weir {

/// Atoms `fails(EXPRESSION)`: evaluating the expression is a run-time error.
inline constexpr std::string_view kFailurePrefix = "fails(";

/// An automaton in the model (a never claim), described without the automaton module. It accepts the violating runs.
/// Guards are Boolean formulas over the model's atoms. A claim state without edges blocks; the end of the claim is an
/// accepting state with a `true` self-loop.
struct ClaimAutomaton {
  struct Edge {
    Formula guard;
    std::uint32_t target = 0;
    bool accepting = false;  ///< if taken infinitely often, the run is accepted, as with an accepting state
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
  std::string name = {};                          ///< for selection with --property
  std::string other_name = {};                    ///< alternative name for selection
  std::string text = {};                          ///< source text
  std::optional<Formula> formula = std::nullopt;  ///< Ltl and Invariant: the formula that must hold
  ClaimAutomaton claim = {};                      ///< Never: the runs that must not occur
  std::string file = {};
  std::uint32_t line = 0;
  /// The system to check if it is not the model's: a property that moves with it.
  std::shared_ptr<TransitionSystem> system = nullptr;
};

/// Information for reading Spin's trails; Promela only.
struct TrailFacts {
  std::unordered_set<std::uint32_t> mergeable;  ///< statements that Spin may merge with their predecessor
  bool has_progress = false, has_accepting = false;
};

struct Model {
  std::unique_ptr<TransitionSystem> system;
  std::vector<StatedProperty> properties;
  Diagnostics warnings;
  std::optional<TrailFacts> trails = std::nullopt;
  std::vector<SourceDigest> sources = {};  ///< all files read, the model's own first
};

}  // namespace weir
