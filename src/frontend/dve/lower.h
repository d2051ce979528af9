// SPDX-License-Identifier: Apache-2.0
// Lowers a DVE specification to a Program (model/program.h). Every process except the property process becomes a
// process type with one instance; control states become locations; guard, sync and effect of a transition become its
// parts.
#pragma once

#include <weir/diagnostic.h>
#include <weir/transition_system.h>

#include "base/text/source_map.h"
#include "frontend/dve/ast.h"
#include "frontend/dve/symbols.h"
#include "model/program.h"

namespace weir::dve {

/// Which moves a program has. All parts except System contain the property process and share one state layout: see
/// composed_system.h.
enum class Part : std::uint8_t {
  System,                ///< without the property process
  BesideProperty,        ///< all moves except those of the property process
  PropertyAlone,         ///< only moves of the property process without sync
  PropertySynchronised,  ///< only sends that the property process receives
};

struct Lowered {
  Program program;
  Symbols symbols;
  Diagnostics warnings = {};
  std::vector<std::vector<std::uint32_t>> writes = {};  ///< by transition: places of the variables it assigns
  // Only with the property process:
  std::int32_t property = kNoProcess;
  LocationId stuck = 0;  ///< a location of the property process after those of its states, without transitions
  /// Its variables.
  struct Range {
    std::uint32_t offset, bytes;
  };
  std::vector<Range> property_bytes = {};
};

/// Returns whether the property process has variables, effects or synchronisations, and is thus more than an automaton
/// over the states of the system.
bool acts(const Process& property);

Expected<Lowered> lower(const Specification& specification, const SourceMap& map, Part part = Part::System);

}  // namespace weir::dve
