// SPDX-License-Identifier: Apache-2.0
// The languages that random models are written in, one row each. All else is common to them: questions, configurations,
// the judge, campaigns, the shrinker.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <weir/transition_system.h>

#include "support/differential/question.h"

namespace weir::test {

/// A state space in numbers.
struct Census {
  std::uint64_t states = 0;
  std::uint64_t steps = 0;      ///< without errors
  std::uint64_t deadlocks = 0;  ///< states without any step
  std::uint64_t faults = 0;     ///< steps that are errors
};

struct Language {
  const char* name;               ///< as in `differential --language`
  const char* format;             ///< as in `weir check --from`; nullptr: models are systems of this process
  const char* suffix;             ///< of files
  const char* comment_begin;      ///< in front of lines that begin with `//`, so that they mean nothing
  const char* comment_end;        ///< behind them
  std::vector<Section> sections;  ///< of the table of productions
  const char* reductions;         ///< that know what to do with it
  bool executors;                 ///< there are several
  Material (*material)(std::uint64_t seed, std::size_t cases);
  /// Of a language without text: the model as a system; nullptr if the tree makes no sense.
  std::unique_ptr<TransitionSystem> (*build)(const Node& program);
  /// The state space of a model that weir accepts, by other means; nothing: it is larger, or not for these.
  std::optional<Census> (*census)(const Node& program, std::uint64_t limit);
  /// Whether the property that the model states is violated, by other means; nothing: not known.
  std::optional<bool> (*violated)(const Node& program, std::uint64_t limit);
};

std::span<const Language> languages();
/// The model and the questions of a seed.
Material material_of(const Language& language, std::uint64_t seed, std::size_t cases);
/// nullptr: there is none of this name.
const Language* find_language(std::string_view name);
const Language& promela();
/// Whether the production is one of the language, and printed.
bool has_production(const Language& language, Production production);

}  // namespace weir::test
