// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prepare/known_atoms.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "model/program_system.h"

namespace weir {
namespace {

/// Turns a diagnostic about the atom's own text into one about the text that contains the atom. If blanks differ, the
/// whole atom is underlined.
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

/// The errors and warnings of the system for an atom. Atoms that every search supports are not resolved.
Diagnostics AtomCheck::ask(const std::string& atom) {
  if (is_built_in_atom(atom)) {
    if (unwatched_program_of(system_) == nullptr || !system_.resolve("(" + atom + ")")) return {};
    return {{.severity = Diagnostic::Severity::Warning,
             .message = "'" + atom + "' is an atom of weir; write the model's variable as \"(" + atom + ")\""}};
  }
  const std::size_t before = system_.warnings().size();
  Expected<Atom> known = system_.resolve(atom);
  if (!known) return known.error();
  const Diagnostics odd = system_.warnings();
  return {odd.begin() + static_cast<std::ptrdiff_t>(std::min(before, odd.size())), odd.end()};
}

Diagnostics AtomCheck::problems(const SourceText& source, const std::vector<AtomPlace>& places) {
  Diagnostics problems;
  std::unordered_set<std::string> asked;
  for (const AtomPlace& place : places) {
    if (!asked.insert(place.atom).second) continue;
    for (Diagnostic& said : ask(place.atom)) {
      const bool problem = said.severity != Diagnostic::Severity::Warning;
      (problem ? problems : warnings_).push_back(relocated(std::move(said), source, place));
    }
  }
  return problems;
}

Diagnostics AtomCheck::problems(const std::string& file, const std::string& user,
                                const std::vector<std::string>& atoms) {
  Diagnostics problems;
  for (const std::string& atom : atoms) {
    for (Diagnostic& said : ask(atom)) {
      if (said.file.empty() || said.file == kAtomText) {
        said = {.severity = said.severity, .message = user + ", atom '" + atom + "': " + said.message, .file = file};
      }
      const bool problem = said.severity != Diagnostic::Severity::Warning;
      (problem ? problems : warnings_).push_back(std::move(said));
    }
  }
  return problems;
}

ParseOptions AtomCheck::syntax() const {
  return {.model_atoms = true,
          .is_model_atom = [this](const std::string& atom) { return system_.resolve(atom).has_value(); }};
}

Expected<Formula> AtomCheck::parse(const std::string& text, const std::string& option,
                                   std::vector<std::string>* written) {
  std::vector<AtomPlace> places;
  Expected<Formula> formula = parse_formula(text, syntax(), option, &places);
  if (!formula) return formula;
  if (Diagnostics found = problems(SourceText(option, text), places); !found.empty()) return found;
  if (written != nullptr) {
    std::set<std::string> names;
    for (const AtomPlace& place : places) names.insert(place.atom);
    written->assign(names.begin(), names.end());
  }
  return formula;
}

}  // namespace weir
