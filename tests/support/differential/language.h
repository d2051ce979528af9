// SPDX-License-Identifier: Apache-2.0
// The table of languages for random models. Questions, configurations, the judge, campaigns and the shrinker are common
// to all languages.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <weir/transition_system.h>

#include "support/differential/question.h"

namespace weir::test {

/// The size of a state space.
struct Census {
  std::uint64_t states = 0;
  std::uint64_t steps = 0;      ///< without errors
  std::uint64_t deadlocks = 0;  ///< states without any step
  std::uint64_t faults = 0;     ///< steps that are errors
};

struct Language {
  const char* name;               ///< as in `differential --language`
  const char* format;             ///< as in `weir check --from`; nullptr if models are systems of this process
  const char* suffix;             ///< of files
  const char* comment_begin;      ///< before lines that begin with `//`, to comment them out
  const char* comment_end;        ///< after them
  std::vector<Section> sections;  ///< of the table of productions
  const char* reductions;         ///< supported reductions
  bool executors;                 ///< there are several executors
  Material (*material)(std::uint64_t seed, std::size_t cases);
  /// For a language without texts: the model as a system; nullptr if the tree is not valid.
  std::unique_ptr<TransitionSystem> (*build)(const Node& program);
  /// Counts the state space of an accepted model independently; nothing if it is too large or not supported.
  std::optional<Census> (*census)(const Node& program, std::uint64_t limit);
  /// Decides independently whether the model's own property is violated; nothing if unknown.
  std::optional<bool> (*violated)(const Node& program, std::uint64_t limit);
};

std::span<const Language> languages();
/// The model and questions of a seed.
Material material_of(const Language& language, std::uint64_t seed, std::size_t cases);
/// Returns nullptr if there is no language of this name.
const Language* find_language(std::string_view name);
const Language& promela();
/// Whether the language has this production and it is printed.
bool has_production(const Language& language, Production production);

}  // namespace weir::test
