// SPDX-License-Identifier: Apache-2.0
// ReducibleStructure: a model that can be replaced by a simpler one for a question (--reduce structural). The simpler
// model is a system of its own; a run of it is refined to a run of the model.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/transition_system.h>

#include "model/run.h"

namespace weir {

/// What a question notices of the model.
struct ObservedStructure {
  std::vector<std::uint32_t> states, events;  ///< its atoms
  bool steps = true;                          ///< the number and the order of steps; false: words up to stuttering
  /// Whether it notices when a deadlock is reached, and not only that one is: letters contain `dead`. Matters only if
  /// `steps` is false.
  bool moment_of_deadlock = true;
  /// Only words of finite runs matter, and only up to stuttering: a run fails with all its continuations, or not at
  /// all. `steps` and `moment_of_deadlock` are then false.
  bool beginnings_only = false;
};

class SimplerModel {
 public:
  virtual ~SimplerModel() = default;
  /// The simpler system. Its atoms have the numbers of the model's atoms; only those observed have a meaning.
  virtual TransitionSystem& system() = 0;
  /// Turns a run of the simpler system into one of the model with the same word, up to stuttering unless steps are
  /// observed. Returns nothing if a limit of the model is reached. Takes time linear in the refined run. If only
  /// beginnings are observed, a run that stutters may become a finite one, which ends one step behind its word.
  virtual std::optional<Run> refine(const Run& run) const = 0;
};

class ReducibleStructure {
 public:
  virtual ~ReducibleStructure() = default;
  /// Why no question allows to simplify this model; empty if some may.
  virtual std::string obstacle() const { return {}; }
  /// Returns null if the model cannot be simplified.
  virtual std::unique_ptr<SimplerModel> simplified(const ObservedStructure& observed) const = 0;
  /// Returns whether a sequence of steps that leads from `first` to `later` can be repeated for ever with the same
  /// values of these state atoms.
  virtual bool repeats(const std::vector<std::uint32_t>& state_atoms, StateView first, StateView later) const = 0;
  /// Whether it is proved that every run ends in a deadlock.
  virtual bool always_ends() const { return false; }
  /// Whether a state atom is false in every deadlock.
  virtual bool false_in_deadlocks(std::uint32_t /*state_atom*/) const { return false; }
};

}  // namespace weir
