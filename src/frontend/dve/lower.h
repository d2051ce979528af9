// SPDX-License-Identifier: Apache-2.0
// A DVE specification to the one Program of DESIGN.md section 6. Every process but the property process becomes a
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

/// Which moves a program has. All but System have the property process among their processes, and their states have the
/// same bytes: see composed_system.h.
enum class Part : std::uint8_t {
  System,                ///< without the property process
  BesideProperty,        ///< all moves but those of the property process
  PropertyAlone,         ///< only its own, without sync
  PropertySynchronised,  ///< only sends that it receives
};

struct Lowered {
  Program program;
  Symbols symbols;
  Diagnostics warnings = {};
  std::vector<std::vector<std::uint32_t>> writes = {};  ///< by transition: places of the variables it assigns to
  // With the property process only:
  std::int32_t property = kNoProcess;
  LocationId stuck = 0;  ///< a location of the property process behind those of its states, without transitions
  /// Its variables.
  struct Range {
    std::uint32_t offset, bytes;
  };
  std::vector<Range> property_bytes = {};
};

/// Whether the property process has variables, effects or synchronisations: then it is more than an automaton over the
/// states of the system.
bool acts(const Process& property);

Expected<Lowered> lower(const Specification& specification, const SourceMap& map, Part part = Part::System);

}  // namespace weir::dve
