// SPDX-License-Identifier: Apache-2.0
#include "pipeline/known_atoms.h"

#include <unordered_set>

namespace weir {
namespace {

/// The problems with an atom; none for atoms that every search knows.
Diagnostics problems_with_atom(TransitionSystem& system, const std::string& atom) {
  if (atom == "dead" || atom == "tau") return {};
  Expected<Atom> known = system.resolve(atom);
  return known ? Diagnostics() : known.error();
}

/// A diagnostic about the atom's own text, as one about the text that the atom stands in. Blanks may differ between the
/// two; then the whole atom is underlined.
Diagnostic relocated(Diagnostic problem, const SourceText& source, const AtomPlace& place) {
  if (!problem.file.empty() && problem.file != kAtomText) return problem;
  const std::string_view written = source.text().substr(place.offset, place.length);
  const std::size_t quote = written == '"' + place.atom + '"' ? 1 : 0;
  const bool same = quote == 1 || written == place.atom;
  if (!same || problem.line != 1 || problem.column == 0) {
    return source.at(place.offset, place.length, std::move(problem.message), problem.severity);
  }
  Diagnostic moved = source.at(place.offset + quote, problem.length, std::move(problem.message), problem.severity);
  moved.column += problem.column - 1;
  return moved;
}

}  // namespace

Diagnostics unknown_atoms(TransitionSystem& system, const SourceText& source, const std::vector<AtomPlace>& places) {
  Diagnostics problems;
  std::unordered_set<std::string> asked;
  for (const AtomPlace& place : places) {
    if (!asked.insert(place.atom).second) continue;
    for (Diagnostic& problem : problems_with_atom(system, place.atom)) {
      problems.push_back(relocated(std::move(problem), source, place));
    }
  }
  return problems;
}

Diagnostics unknown_atoms(TransitionSystem& system, const std::string& file, const std::string& user,
                          const std::vector<std::string>& atoms) {
  Diagnostics problems;
  for (const std::string& atom : atoms) {
    for (Diagnostic& problem : problems_with_atom(system, atom)) {
      if (problem.file.empty() || problem.file == kAtomText) {
        problem = {
            .severity = problem.severity, .message = user + ", atom '" + atom + "': " + problem.message, .file = file};
      }
      problems.push_back(std::move(problem));
    }
  }
  return problems;
}

Expected<Formula> parse_formula_about(TransitionSystem& system, const std::string& text, const std::string& option) {
  std::vector<AtomPlace> places;
  Expected<Formula> formula = parse_formula(text, {.model_atoms = true}, option, &places);
  if (!formula) return formula;
  if (Diagnostics problems = unknown_atoms(system, SourceText(option, text), places); !problems.empty()) {
    return problems;
  }
  return formula;
}

}  // namespace weir
