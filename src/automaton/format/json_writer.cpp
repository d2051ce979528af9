// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "automaton/format/hoa_writer.h"
#include "automaton/format/writers.h"

namespace weir {

std::string to_json(const Automaton& automaton) {
  using Json = nlohmann::ordered_json;
  const bool finite = automaton.words() == Words::Finite;
  Json root;
  root["schema"] = 1;
  root["name"] = automaton.name();
  root["words"] = finite ? "finite" : "infinite";
  root["atoms"] = Json::array();
  for (const std::uint32_t variable : automaton.used_atoms()) root["atoms"].push_back(automaton.space().name(variable));
  if (!finite)
    root["acceptance"] = {{"sets", automaton.mark_count()},
                          {"condition", automaton.acceptance().to_string()},
                          {"name", acceptance_name(automaton.mark_count(), automaton.acceptance())}};
  const LetterFacts facts = letter_facts(automaton);
  root["deterministic"] = facts.deterministic;
  root["complete"] = facts.complete;
  root["initial"] = automaton.initials();
  root["states"] = Json::array();
  for (Automaton::State s = 0; s < automaton.state_count(); ++s) {
    Json state;
    state["id"] = s;
    if (!automaton.state_name(s).empty()) state["name"] = automaton.state_name(s);
    if (finite) state["accepts_end"] = automaton.accepts_end(s);
    state["edges"] = Json::array();
    for (const Automaton::Edge& edge : automaton.edges(s)) {
      Json marks = Json::array();
      for (std::uint32_t m = 0; m < MarkSet::kCapacity; ++m)
        if (edge.marks.has(m)) marks.push_back(m);
      Json written = {{"label", label_text(automaton.space(), edge.label)}, {"to", edge.destination}};
      if (!finite) written["marks"] = std::move(marks);
      state["edges"].push_back(std::move(written));
    }
    root["states"].push_back(std::move(state));
  }
  // Names may contain any bytes; invalid UTF-8 is replaced.
  return root.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace weir
