// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "automaton/format/writers.h"

namespace weir {

std::string to_text(const Automaton& automaton) {
  const bool finite = automaton.words() == Words::Finite;
  std::string out = automaton.name().empty() ? "" : automaton.name() + "\n";
  out += fmt::format("{} states, {} edges, {}\n", automaton.state_count(), automaton.edge_count(),
                     finite ? "finite words" : "acceptance " + automaton.acceptance().to_string());
  for (Automaton::State s = 0; s < automaton.state_count(); ++s) {
    const auto& initials = automaton.initials();
    const bool initial = std::find(initials.begin(), initials.end(), s) != initials.end();
    out += fmt::format("{} {}{}{}\n", initial ? "->" : "  ", s, finite && automaton.accepts_end(s) ? " (end)" : "",
                       automaton.state_name(s).empty() ? "" : "  " + automaton.state_name(s));
    for (const Automaton::Edge& edge : automaton.edges(s)) {
      std::string marks;
      for (std::uint32_t m = 0; m < MarkSet::kCapacity; ++m)
        if (edge.marks.has(m)) marks += (marks.empty() ? "" : ",") + std::to_string(m);
      out += fmt::format("       {}{} -> {}\n", label_text(automaton.space(), edge.label),
                         marks.empty() ? "" : " {" + marks + "}", edge.destination);
    }
  }
  return out;
}

}  // namespace weir
