// SPDX-License-Identifier: Apache-2.0
#include "pipeline/language/automaton_statistics.h"

#include <nlohmann/json.hpp>

#include "automaton/analysis/emptiness.h"
#include "automaton/classify/classify.h"
#include "automaton/limits.h"
#include "automaton/transform/complement.h"
#include "automaton/transform/determinize.h"
#include "automaton/transform/minimize_dfa.h"

namespace weir {
namespace {

/// Whether repeating letters of finite words neither leaves nor enters the language.
bool is_finite_stutter_invariant(const Automaton& minimal) {
  BddManager& bdds = minimal.bdds();
  for (Automaton::State s = 0; s < minimal.state_count(); ++s) {
    for (const Automaton::Edge& edge : minimal.edges(s)) {
      Bdd stays = kBddFalse;
      for (const Automaton::Edge& again : minimal.edges(edge.destination))
        if (again.destination == edge.destination) stays = bdds.disjoin(stays, again.label);
      if (!bdds.implies(edge.label, stays)) return false;
    }
  }
  return true;
}

/// The class on finite words: safety if no continuation repairs a violation, guarantee if none breaks a satisfaction.
const char* finite_class(const Automaton& minimal) {
  bool safety = true, guarantee = true;
  for (Automaton::State s = 0; s < minimal.state_count(); ++s) {
    Bdd leaving = kBddFalse;
    for (const Automaton::Edge& edge : minimal.edges(s)) {
      leaving = minimal.bdds().disjoin(leaving, edge.label);
      if (!minimal.accepts_end(edge.destination)) {
        safety = false;
        if (minimal.accepts_end(s)) guarantee = false;
      }
    }
    if (minimal.accepts_end(s) && leaving != kBddTrue) guarantee = false;
  }
  return safety ? "safety" : guarantee ? "guarantee" : nullptr;
}

}  // namespace

void classify_into(const Automaton& language, const Automaton& complement, AutomatonFacts& facts) {
  if (!facts.stutter_invariant) facts.stutter_invariant = is_stutter_invariant(language, complement);
  if (const auto kind = classify(language, complement)) facts.property_class = kind->name();
}

std::string automaton_statistics(const Automaton& automaton, double seconds) {
  AutomatonFacts facts{.name = automaton.name(), .empty = is_empty(automaton), .seconds = seconds};
  if (automaton.words() == Words::Infinite) {
    const auto other = attempt(automaton.meter(), kFactSteps, [&] { return complement(automaton); });
    if (other) classify_into(automaton, *other, facts);
  }
  return statistics_line(automaton, std::move(facts));
}

std::string statistics_line(const Automaton& automaton, AutomatonFacts facts) {
  const bool finite = automaton.words() == Words::Finite;
  if (finite) {
    attempt(automaton.meter(), kFactSteps, [&] {
      const Automaton minimal = minimized_dfa(is_deterministic(automaton) ? automaton : determinized(automaton));
      facts.stutter_invariant = is_finite_stutter_invariant(minimal);
      if (const char* kind = finite_class(minimal)) facts.property_class = kind;
      return true;
    });
  }
  nlohmann::ordered_json line;
  if (!facts.name.empty()) line["name"] = facts.name;
  if (!facts.formula.empty()) line["formula"] = facts.formula;
  line["states"] = automaton.state_count();
  line["edges"] = automaton.edge_count();
  line["acceptance_sets"] = finite ? 1 : automaton.mark_count();
  const LetterFacts letters = letter_facts(automaton);
  line["deterministic"] = letters.deterministic;
  line["complete"] = letters.complete;
  if (facts.empty) line["empty"] = *facts.empty;
  line["stutter_invariant"] = nullptr;
  if (facts.stutter_invariant) line["stutter_invariant"] = *facts.stutter_invariant;
  line["class"] = nullptr;
  if (!facts.property_class.empty()) line["class"] = facts.property_class;
  line["seconds"] = facts.seconds;
  return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace weir
