// SPDX-License-Identifier: Apache-2.0
// Any bytes as a P/T net: the result is a diagnostic, or a net whose first markings can be explored.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "frontend/pnml/net_system.h"
#include "frontend/pnml/pnml_parser.h"
#include "fuzz/walk_model.h"

namespace weir::fuzz {

inline void pnml(std::string_view input) {
  auto net = weir::pnml::parse_pnml(SourceText("fuzz.pnml", std::string(input)));
  if (!net) return;
  weir::pnml::NetSystem system(std::move(*net));
  for (const char* atom : {"tokens(p) + 2*tokens('q') <= 3", "fireable(t)", "t"}) {
    const auto resolved = system.resolve(atom);
    if (!resolved || resolved->kind != Atom::Kind::State) continue;
    SuccessorBuffer initial;
    system.initial_states(initial);
    system.holds(resolved->id, initial.state(0));
  }
  walk(system);
}

}  // namespace weir::fuzz
