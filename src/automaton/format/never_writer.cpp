// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "automaton/format/writers.h"
#include "automaton/transform/degeneralize.h"

namespace weir {
namespace {

std::string promela_label(AtomSpace& space, Bdd label) {
  if (label == kBddTrue) return "(true)";
  std::string text;
  for (const Cube& cube : space.bdds.irredundant_cover(label)) {
    if (!text.empty()) text += " || ";
    text += '(';
    for (std::size_t i = 0; i < cube.size(); ++i) {
      if (i > 0) text += " && ";
      text += (cube[i].second ? "(" : "!(") + space.name(cube[i].first) + ")";
    }
    text += ')';
  }
  return "(" + text + ")";
}

/// Removes what a comment may not contain.
std::string comment(std::string text) {
  for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/")) text.replace(at, 2, "* /");
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

std::string to_never_claim(const Automaton& automaton) {
  const Automaton buchi = with_single_initial(degeneralized(automaton, Acceptances::OnStates));
  const Automaton::State initial = buchi.initials().front();
  const auto accepting = [&](Automaton::State s) { return !buchi.edges(s).empty() && buchi.edges(s)[0].marks.has(0); };
  const auto accepts_all = [&](Automaton::State s) {
    const auto edges = buchi.edges(s);
    return accepting(s) && edges.size() == 1 && edges[0].destination == s && edges[0].label == kBddTrue;
  };
  const auto name = [&](Automaton::State s) {
    if (accepts_all(s) && s != initial) return "accept_all" + std::to_string(s);
    return (accepting(s) ? "accept_S" : "T0_S") + std::to_string(s) + (s == initial ? "_init" : "");
  };
  std::string out = "never { /* " + comment(automaton.name()) + " */\n";
  const auto write = [&](Automaton::State s) {
    out += name(s) + ":\n";
    if (accepts_all(s) && s != initial) {
      out += "  skip;\n";
      return;
    }
    if (buchi.edges(s).empty()) {
      out += "  false;\n";
      return;
    }
    out += "  if\n";
    for (const Automaton::Edge& edge : buchi.edges(s))
      out += "  :: " + promela_label(buchi.space(), edge.label) + " -> goto " + name(edge.destination) + "\n";
    out += "  fi;\n";
  };
  write(initial);  // Spin starts a claim at its first state
  // A claim that runs off its end has matched a finite behaviour, so `skip` may only come last, where this is intended.
  for (Automaton::State s = 0; s < buchi.state_count(); ++s)
    if (s != initial && !accepts_all(s)) write(s);
  for (Automaton::State s = 0; s < buchi.state_count(); ++s)
    if (s != initial && accepts_all(s)) write(s);
  return out + "}\n";
}

}  // namespace weir
